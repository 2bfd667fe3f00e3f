"""Admin pages with which staff create and delete webhooks and see how their calls went."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from scrapsite.notifications import registry
from scrapsite.notifications.channels import safe_http
from scrapsite.notifications.models import Webhook


class WebhookForm(forms.ModelForm):
    """Address and kinds of a webhook. It accepts only public HTTPS addresses."""

    kinds = forms.MultipleChoiceField(
        choices=registry.public_kinds,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Tick none for all of them. Only matches in the lobby count.",
    )
    games = forms.MultipleChoiceField(
        choices=registry.games,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Tick none for all of them.",
    )

    class Meta:
        model = Webhook
        fields = ["name", "url", "form", "secret", "kinds", "games", "is_active"]

    def clean_url(self) -> str:
        """Return the address. *Raises:* ValidationError unless it is a public HTTPS address."""
        url = str(self.cleaned_data["url"])
        try:
            safe_http.check_address(url)
        except safe_http.BadAddress as problem:
            raise forms.ValidationError(str(problem), code="address") from None
        return url


class WebhookAdmin(admin.ModelAdmin):
    """Webhooks. `scrapsite.admin` registers this class."""

    form = WebhookForm
    list_display = ("name", "form", "is_active", "failures", "last_error")
    list_filter = ("is_active", "form")
    readonly_fields = ("failures", "last_error", "created_at")

    def save_model(self, request: HttpRequest, obj: Webhook, form: Any, change: bool) -> None:
        """Store the webhook and reset its count of failures."""
        if obj.is_active:
            obj.failures, obj.last_error = 0, ""
        super().save_model(request, obj, form, change)

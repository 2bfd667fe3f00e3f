"""The form for a new key, and what the forms for passwords say of keys."""

from __future__ import annotations

from typing import Any, ClassVar

from allauth.account.forms import ChangePasswordForm, ResetPasswordKeyForm
from allauth.core import context
from django import forms

from scrapsite.accounts.forms import OwnLabels
from scrapsite.accounts.keys.actions import void_keys
from scrapsite.accounts.models import ApiToken, Scope

DAYS = [(30, "30 days"), (90, "90 days"), (365, "a year"), (0, "unlimited time")]


class KeyForm(forms.ModelForm):
    """Name, scope and end of a new key."""

    days = forms.TypedChoiceField(label="Valid for", choices=DAYS, coerce=int, initial=90)

    class Meta:
        model = ApiToken
        fields = ["name", "scope"]
        labels = {"name": "Name", "scope": "It may"}
        help_texts = {"name": "For example, the name of the program. Only you see it."}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scope"].choices = Scope.choices  # type: ignore[attr-defined]
        self.initial.update(name="", scope=Scope.PLAY)


class Voiding(OwnLabels):
    """Mixed into forms for a new password: it may void all keys as well."""

    own_labels: ClassVar[dict[str, str]] = {"password1": "New password", "password2": "New password (again)"}

    void_keys = forms.BooleanField(
        label="Revoke my keys for programs as well",
        required=False,
        help_text="Do this if somebody else may know the password.",
    )
    user: Any

    def save(self) -> None:
        """Store the password."""
        super().save()  # type: ignore[misc]
        if self.cleaned_data["void_keys"]:
            void_keys(context.request, self.user)


class NewPasswordForm(Voiding, ChangePasswordForm):
    """allauth's form for changing the password."""

    own_labels: ClassVar[dict[str, str]] = {**Voiding.own_labels, "oldpassword": "Current password"}


class ForgottenPasswordForm(Voiding, ResetPasswordKeyForm):
    """allauth's form behind the link of a letter."""

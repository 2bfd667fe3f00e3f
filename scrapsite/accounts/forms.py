"""Forms of the visitor's own page."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from allauth.account.adapter import get_adapter
from allauth.account.forms import AddEmailForm, ResetPasswordForm, SignupForm
from django import forms
from django.contrib.auth import password_validation
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator

from scrapsite.common.players import LONGEST_NAME, clean_name

EMAIL_HELP = "You need it if you forget your password, and for notifications. Nobody else sees it."
LONGEST_EMAIL = 254  # what both tables of addresses hold
BAD_EMAIL = "Enter a valid e-mail address."


class NameForm(forms.Form):
    """The name others see."""

    display_name = forms.CharField(
        label="The name others see",
        max_length=LONGEST_NAME,
        help_text="Letters, digits, spaces and - _ . '",
    )

    def clean_display_name(self) -> str:
        """Return the tidied name. *Raises:* ValidationError if it can't be shown well."""
        return clean_name(self.cleaned_data["display_name"])


class OwnLabels(forms.Form):
    """Mixed into allauth's forms: their labels in this site's words."""

    own_labels: ClassVar[dict[str, str]] = {"email": "E-mail address"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in self.own_labels.items():
            field = self.fields[name]
            field.label = field.widget.attrs["placeholder"] = label
            if name == "email":
                field.error_messages["invalid"] = BAD_EMAIL
                field.validators.append(MaxLengthValidator(LONGEST_EMAIL, BAD_EMAIL))


class NewAccountForm(OwnLabels, SignupForm):
    """allauth's form for a new account."""

    own_labels: ClassVar[dict[str, str]] = {"email": "E-mail (optional)", "password2": "Password again"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = EMAIL_HELP


class AddressForm(OwnLabels, AddEmailForm):
    """allauth's form for the account's address."""


class ForgottenForm(OwnLabels, ResetPasswordForm):
    """allauth's form that asks for a link to choose a new password."""


class ConvertForm(forms.Form):
    """The form with which a guest creates an account."""

    username = forms.CharField(
        label="Username",
        max_length=150,
        help_text="You sign in with it. Others still see the name you play under.",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password1 = forms.CharField(
        label="Password",
        strip=False,
        help_text="At least eight characters, and not a common password.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password2 = forms.CharField(
        label="Password again",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    email = forms.EmailField(
        label="E-mail (optional)",
        max_length=LONGEST_EMAIL,
        required=False,
        help_text=EMAIL_HELP,
        error_messages={"invalid": BAD_EMAIL},
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_username(self) -> str:
        """Return the username if it is well formed and free."""
        return get_adapter().clean_username(self.cleaned_data["username"])

    def clean(self) -> dict[str, Any]:
        """Check that both passwords are the same and good enough."""
        data = cast(dict[str, Any], super().clean())
        first, second = data.get("password1"), data.get("password2")
        if first and second and first != second:
            self.add_error("password2", "You must type the same password each time.")
        elif first:
            self._check_password(first, User(username=data.get("username", ""), email=data.get("email", "")))
        return data

    def _check_password(self, password: str, user: User) -> None:
        """Add an error to the form if the password isn't good enough."""
        try:
            password_validation.validate_password(password, user)
        except ValidationError as problem:
            self.add_error("password1", problem)

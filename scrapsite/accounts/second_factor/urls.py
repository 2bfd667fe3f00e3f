"""URLs under /accounts/second-factor/. Guests have no password to add a factor to."""

from allauth.mfa.base import views as base
from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from django.urls import path

from scrapsite.accounts.guests import guests_convert
from scrapsite.accounts.second_factor import views
from scrapsite.common.limits import limited

_KEY = "passkeys/<int:pk>"

urlpatterns = [
    path("", guests_convert(base.index), name="mfa_index"),
    path("check/", views.authenticate, name="mfa_authenticate"),
    path("again/", guests_convert(views.reauthenticate), name="mfa_reauthenticate"),
    path("app/", guests_convert(totp.activate_totp), name="mfa_activate_totp"),
    path("app/remove/", guests_convert(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("codes/", guests_convert(codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("codes/new/", guests_convert(codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("passkeys/", guests_convert(passkeys.list_webauthn), name="mfa_list_webauthn"),
    path("passkeys/add/", guests_convert(passkeys.add_webauthn), name="mfa_add_webauthn"),
    path(
        "passkeys/again/",
        guests_convert(passkeys.reauthenticate_webauthn),
        name="mfa_reauthenticate_webauthn",
    ),
    path("passkeys/sign-in/", limited("passkeys")(passkeys.login_webauthn), name="mfa_login_webauthn"),
    path(f"{_KEY}/remove/", guests_convert(passkeys.remove_webauthn), name="mfa_remove_webauthn"),
    path(f"{_KEY}/name/", guests_convert(passkeys.edit_webauthn), name="mfa_edit_webauthn"),
]

"""URLs under /accounts/: ours first, then allauth's.

Guests have no password, so allauth's pages for changing an account redirect them to the page for creating
one.
"""

from allauth.account import views as allauth_views
from django.urls import include, path, re_path

from scrapsite.accounts import views
from scrapsite.accounts.guests import guests_convert, guests_leave_first

urlpatterns = [
    path("convert/", views.convert, name="account_convert"),
    path("login/", guests_leave_first(allauth_views.login), name="account_login"),
    path("signup/", guests_convert(allauth_views.signup), name="account_signup"),
    path("email/", guests_convert(views.AddressView.as_view()), name="account_email"),
    path("password/change/", guests_convert(allauth_views.password_change), name="account_change_password"),
    path("password/set/", guests_convert(allauth_views.password_set), name="account_set_password"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.ConfirmView.as_view(), name="account_confirm_email"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.NewPasswordView.as_view(),
        name="account_reset_password_from_key",
    ),
    path("second-factor/", include("scrapsite.accounts.second_factor.urls")),
    path("", include("allauth.account.urls")),
]

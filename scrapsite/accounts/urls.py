"""Addresses under /accounts/: our own page for guests, and allauth's."""

from django.urls import include, path

from scrapsite.accounts import views

urlpatterns = [
    path("convert/", views.convert, name="account_convert"),
    path("", include("allauth.account.urls")),
]

"""Addresses of the site itself: home, oneself, health."""

from django.urls import path

from scrapsite import health, home
from scrapsite.accounts import views

app_name = "scrapsite"
urlpatterns = [
    path("", home.home, name="home"),
    path("me/", views.me, name="me"),
    path("healthz", health.healthz, name="healthz"),
]

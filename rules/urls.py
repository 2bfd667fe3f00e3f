"""Addresses of the rules app."""

from django.urls import URLPattern

app_name = "rules"
urlpatterns: list[URLPattern] = []

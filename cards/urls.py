"""Addresses of the card catalogue."""

from django.urls import path

from cards import views

app_name = "cards"
urlpatterns = [
    path("", views.card_list, name="card_list"),
    path("<slug:game>/<slug:slug>/", views.card_detail, name="card_detail"),
]

"""The root URL configuration. Each app has its own in its `urls.py`."""

from django.contrib import admin
from django.urls import include, path

from scrapsite.api import api

# Addresses are tried in this order; programs ask the most.
urlpatterns = [
    path("api/v1/", api.urls),
    path("", include("scrapsite.site_urls")),
    path("accounts/", include("scrapsite.accounts.urls")),
    path("", include("games.urls")),
    path("", include("cards.urls")),
    path("rules/", include("rules.urls")),
    path("admin/", admin.site.urls),
]

handler400 = "scrapsite.server.asgi.failures.answer_unreadable"
handler429 = "scrapsite.accounts.views.too_many_requests"
handler500 = "scrapsite.server.asgi.failures.answer_failure"

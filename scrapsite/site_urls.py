"""URLs of the site itself: the home page, the visitor's own page and the health check."""

from django.urls import include, path

from scrapsite import card_plays, home
from scrapsite.accounts import views
from scrapsite.server import health

app_name = "scrapsite"
urlpatterns = [
    path("", home.home, name="home"),
    path("me/", views.me, name="me"),
    path("me/keys/", views.token_create, name="token_create"),
    path("me/keys/void/", views.token_revoke, name="token_revoke"),
    path("", include("scrapsite.notifications.urls")),
    path("cards/<slug:game>/<slug:slug>/plays/", card_plays.card_plays, name="card_plays"),
    path("healthz", health.healthz, name="healthz"),
]

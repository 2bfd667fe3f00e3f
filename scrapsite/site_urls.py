"""URLs of the site itself: the home page and the visitor's own page."""

from django.urls import include, path, re_path

from scrapsite import card_plays, home
from scrapsite.accounts import views
from scrapsite.accounts.keys import views as keys
from scrapsite.accounts.own_data import views as data
from scrapsite.accounts.security_txt import security_txt
from scrapsite.accounts.sessions import views as sessions
from scrapsite.boxes import views as boxes
from scrapsite.found import views as found
from scrapsite.installed import views as installed

app_name = "scrapsite"
urlpatterns = [
    path("", home.home, name="home"),
    path("manifest.webmanifest", installed.manifest, name="manifest"),
    path("worker.js", installed.worker, name="worker"),
    re_path(r"^static/js/push-worker\.(?:[0-9a-f]{12}\.)?js$", installed.worker, name="push_worker"),
    path("offline/", installed.offline, name="offline"),
    path("robots.txt", found.robots_txt, name="robots_txt"),
    path("sitemap.xml", found.site_map, name="site_map"),
    path("favicon.ico", found.favicon, name="favicon"),
    path("pictures/<slug:digest>/<str:file>", found.picture, name="picture"),
    path("oembed/", found.oembed, name="oembed"),
    path("me/", views.me, name="me"),
    path("me/keys/", keys.key_list, name="key_list"),
    path("me/keys/void/", keys.key_void_all, name="key_void_all"),
    path("me/keys/<int:pk>/void/", keys.key_void, name="key_void"),
    path("privacy/", data.privacy, name="privacy"),
    path("me/data/", data.own_data, name="own_data"),
    path("me/data/export/", data.own_data_export, name="own_data_export"),
    path("me/data/delete/", data.own_data_delete, name="own_data_delete"),
    path("me/sessions/", sessions.session_list, name="session_list"),
    path("me/sessions/end/", sessions.session_end, name="session_end"),
    path(".well-known/security.txt", security_txt, name="security_txt"),
    path("", include("scrapsite.notifications.urls")),
    path("cards/export/<slug:game>/<str:edition>/box/", boxes.box_detail, name="box_detail"),
    path("cards/export/<slug:game>/<str:edition>/box.zip", boxes.box_file, name="box_file"),
    path("games/<slug:game>/picture.png", found.picture_of_game, name="picture_of_game"),
    path("cards/<slug:game>/<slug:slug>/picture.png", found.picture_of_card, name="picture_of_card"),
    path("cards/<slug:game>/<slug:slug>/plays/", card_plays.card_plays, name="card_plays"),
]

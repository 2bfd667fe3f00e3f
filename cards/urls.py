"""Addresses of the card catalogue."""

from django.urls import path

from cards import views, views_search
from cards.exports import views as exports

app_name = "cards"
urlpatterns = [
    path("", views_search.card_list, name="card_list"),
    path("found/", views_search.card_found, name="card_found"),
    path("help/", views_search.search_help, name="search_help"),
    path("export/", exports.export_index, name="export_index"),
    path("export/pictures/<slug:digest>/<str:file>", exports.export_picture, name="export_picture"),
    path("export/found/<str:file>", exports.export_found_file, name="export_found_file"),
    path("export/found/<str:file>/progress/", exports.export_found_progress, name="export_found_progress"),
    path("export/<slug:game>/<str:edition>/<str:file>", exports.export_file, name="export_file"),
    path(
        "export/<slug:game>/<str:edition>/<str:file>/progress/",
        exports.export_progress,
        name="export_progress",
    ),
    path("<slug:game>/<slug:slug>/face/", views.card_face, name="card_face"),
    path("<slug:game>/<slug:slug>/", views.card_detail, name="card_detail"),
]

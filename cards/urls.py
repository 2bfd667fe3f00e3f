"""Addresses of the card catalogue and of the deck builder."""

from django.urls import include, path

from cards.catalogue import views
from cards.decks import views as decks
from cards.decks import views_keeping as keeping
from cards.exports import views as exports
from cards.search import views as views_search

app_name = "cards"
catalogue = [
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
builder = [
    path("", decks.deck_index, name="deck_index"),
    path("<slug:game>/", decks.deck_builder, name="deck_builder"),
    path("<slug:game>/built/", decks.deck_built, name="deck_built"),
    path("<slug:game>/random/", decks.deck_random, name="deck_random"),
    path("<slug:game>/ready-made/", decks.deck_ready_made, name="deck_ready_made"),
    path("<slug:game>/share/", decks.deck_share, name="deck_share"),
    path("<slug:game>/bring/", decks.deck_bring, name="deck_bring"),
    path("<slug:game>/files/<str:file>", decks.deck_file, name="deck_file"),
    path("<slug:game>/files/<str:file>/progress/", decks.deck_file_progress, name="deck_file_progress"),
    path("<slug:game>/save/", keeping.deck_save, name="deck_save"),
    path("<slug:game>/mine/", keeping.deck_mine, name="deck_mine"),
    path("<slug:game>/mine/<int:pk>/", keeping.deck_saved, name="deck_saved"),
    path("<slug:game>/mine/<int:pk>/rename/", keeping.deck_rename, name="deck_rename"),
    path("<slug:game>/mine/<int:pk>/delete/", keeping.deck_delete, name="deck_delete"),
    path("<slug:game>/mine/<int:pk>/restore/", keeping.deck_restore, name="deck_restore"),
]
urlpatterns = [path("cards/", include(catalogue)), path("decks/", include(builder))]

"""Addresses of the card catalogue and of the deck builder."""

from django.urls import include, path

from cards import card_page
from cards.decks import views as deck_views
from cards.decks import views_comparing, views_keeping, views_lists
from cards.decks.public import views as public_views
from cards.exports import views as export_views
from cards.search import views as search_views

app_name = "cards"
catalogue = [
    path("", search_views.card_list, name="card_list"),
    path("found/", search_views.card_found, name="card_found"),
    path("suggestions/", search_views.card_suggestions, name="card_suggestions"),
    path("help/", search_views.search_help, name="search_help"),
    path("export/", export_views.export_index, name="export_index"),
    path("export/pictures/<slug:digest>/<str:file>", export_views.export_picture),
    path(
        "export/pictures/<slug:digest>/<slug:key>/<str:file>",
        export_views.export_picture,
        name="export_picture",
    ),
    path("export/found/<str:file>", export_views.export_found_file, name="export_found_file"),
    path(
        "export/found/<str:file>/progress/", export_views.export_found_progress, name="export_found_progress"
    ),
    path("export/<slug:game>/<str:edition>/<str:file>", export_views.export_file, name="export_file"),
    path(
        "export/<slug:game>/<str:edition>/<str:file>/progress/",
        export_views.export_progress,
        name="export_progress",
    ),
    path("<slug:game>/<slug:slug>/face/", card_page.card_face, name="card_face"),
    path("<slug:game>/<slug:slug>/", card_page.card_detail, name="card_detail"),
]
builder = [
    path("", deck_views.deck_index, name="deck_index"),
    path("reports/", public_views.report_list, name="deck_report_list"),
    path("<slug:game>/", deck_views.deck_builder, name="deck_builder"),
    path("<slug:game>/built/", deck_views.deck_built, name="deck_built"),
    path("<slug:game>/random/", deck_views.deck_random, name="deck_random"),
    path("<slug:game>/ready-made/", deck_views.deck_ready_made, name="deck_ready_made"),
    path("<slug:game>/share/", deck_views.deck_share, name="deck_share"),
    path("<slug:game>/compare/", views_comparing.deck_compare, name="deck_compare"),
    path("<slug:game>/list/", views_lists.deck_read, name="deck_read"),
    path("<slug:game>/list.txt", views_lists.deck_text, name="deck_text"),
    path("<slug:game>/list.json", views_lists.deck_json, name="deck_json"),
    path("<slug:game>/bring/", deck_views.deck_bring, name="deck_bring"),
    path("<slug:game>/files/<str:file>", deck_views.deck_file, name="deck_file"),
    path("<slug:game>/files/<str:file>/progress/", deck_views.deck_file_progress, name="deck_file_progress"),
    path("<slug:game>/save/", views_keeping.deck_save, name="deck_save"),
    path("<slug:game>/mine/", views_keeping.deck_mine, name="deck_mine"),
    path("<slug:game>/mine/<int:pk>/", views_keeping.deck_saved, name="deck_saved"),
    path("<slug:game>/mine/<int:pk>/rename/", views_keeping.deck_rename, name="deck_rename"),
    path("<slug:game>/mine/<int:pk>/publish/", public_views.deck_publish, name="deck_publish"),
    path("<slug:game>/mine/<int:pk>/delete/", views_keeping.deck_delete, name="deck_delete"),
    path("<slug:game>/mine/<int:pk>/restore/", views_keeping.deck_restore, name="deck_restore"),
]
public = [
    path("", public_views.public_list, name="public_list"),
    path("<int:pk>/", public_views.public_detail, name="public_detail"),
    path("<int:pk>/describe/", public_views.public_describe, name="public_describe"),
    path("<int:pk>/withdraw/", public_views.public_withdraw, name="public_withdraw"),
    path("<int:pk>/like/", public_views.public_like, name="public_like"),
    path("<int:pk>/report/", public_views.public_report, name="public_report"),
    path("<int:pk>/moderate/", public_views.public_moderate, name="public_moderate"),
]
urlpatterns = [
    path("cards/", include(catalogue)),
    path("decks/<slug:game>/public/", include(public)),
    path("decks/", include(builder)),
]

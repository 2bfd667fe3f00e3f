"""Addresses of the rulebooks."""

from django.urls import path

from rules import views

app_name = "rules"
urlpatterns = [
    path("", views.book_list, name="book_list"),
    path("<slug:game>/", views.book_newest, name="book_newest"),
    path("<slug:game>/<str:edition>/", views.book_detail, name="book_detail"),
    path("<slug:game>/<str:edition>/revisions/<int:revision>/", views.book_detail, name="revision_detail"),
    path(
        "<slug:game>/<str:edition>/revisions/<int:revision>/<slug:anchor>/",
        views.paragraph_detail,
        name="paragraph_in_revision",
    ),
    path("<slug:game>/<str:edition>/<slug:anchor>/", views.paragraph_detail, name="paragraph_detail"),
]

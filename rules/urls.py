"""Addresses of the rulebooks."""

from django.urls import path

from rules.views import books

app_name = "rules"
urlpatterns = [
    path("", books.book_list, name="book_list"),
    path("<slug:game>/", books.book_newest, name="book_newest"),
    path("<slug:game>/<str:edition>/", books.book_detail, name="book_detail"),
    path("<slug:game>/<str:edition>/revisions/<int:revision>/", books.book_detail, name="revision_detail"),
    path(
        "<slug:game>/<str:edition>/revisions/<int:revision>/<slug:anchor>/",
        books.paragraph_detail,
        name="paragraph_in_revision",
    ),
    path("<slug:game>/<str:edition>/<slug:anchor>/", books.paragraph_detail, name="paragraph_detail"),
]

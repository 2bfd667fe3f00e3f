"""Addresses of the rulebooks."""

from django.urls import path

from rules.booklets import views as booklets
from rules.reading.views import books, coverage, differences, search
from rules.talk.views import urls as talk_urls
from rules.wiki.views import audit, history
from rules.wiki.views import urls as proposal_urls

app_name = "rules"
urlpatterns = [
    path("", books.book_list, name="book_list"),
    *talk_urls.urlpatterns,
    *proposal_urls.urlpatterns,
    path("search/", search.paragraph_search, name="paragraph_search"),
    path("<slug:game>/", books.book_newest, name="book_newest"),
    path("<slug:game>/audit/", audit.audit_list, name="audit_list"),
    path("<slug:game>/coverage/<str:edition>/", coverage.coverage_detail, name="coverage_detail"),
    path("<slug:game>/coverage/<str:edition>/<slug:anchor>/", coverage.program_check, name="program_check"),
    path(
        "<slug:game>/coverage/<str:edition>/<slug:anchor>/checks/",
        coverage.program_check_create,
        name="program_check_create",
    ),
    path("<slug:game>/source/<path:path>/", coverage.source_detail, name="source_detail"),
    path("<slug:game>/compare/", differences.revision_compare, name="revision_compare"),
    path("<slug:game>/history/", history.revision_list, name="revision_list"),
    path("<slug:game>/<str:edition>/", books.book_detail, name="book_detail"),
    path("<slug:game>/<str:edition>/booklet.pdf", booklets.booklet_file, name="booklet_file"),
    path("<slug:game>/<str:edition>/booklet/", booklets.booklet_detail, name="booklet_detail"),
    path("<slug:game>/<str:edition>/revisions/<int:revision>/", books.book_detail, name="revision_detail"),
    path(
        "<slug:game>/<str:edition>/revisions/<int:revision>/<slug:anchor>/",
        books.paragraph_detail,
        name="paragraph_in_revision",
    ),
    path("<slug:game>/<str:edition>/<slug:anchor>/", books.paragraph_detail, name="paragraph_detail"),
]

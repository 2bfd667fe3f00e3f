"""Addresses of the talk about rules: threads, comments, reports, what one follows, and feeds."""

from django.urls import path

from rules.talk.views import comments, feeds, follows, moderation, threads

PARAGRAPH = "<slug:game>/<str:edition>/<slug:anchor>/"

urlpatterns = [
    path("revisions.atom", feeds.all_revisions_feed, name="all_revisions_feed"),
    path("<slug:game>/revisions.atom", feeds.revisions_feed, name="revisions_feed"),
    path("<slug:game>/comments.atom", feeds.comments_feed, name="comments_feed"),
    path("threads/<int:pk>/comments.atom", feeds.thread_feed, name="thread_feed"),
    path(f"{PARAGRAPH}comments.atom", feeds.paragraph_feed, name="paragraph_feed"),
    path("threads/<int:pk>/", threads.thread_detail, name="thread_detail"),
    path("threads/<int:pk>/comments/", threads.comment_create, name="comment_create"),
    path("threads/<int:pk>/resolve/", threads.thread_resolve, name="thread_resolve"),
    path("threads/<int:pk>/reopen/", threads.thread_reopen, name="thread_reopen"),
    path("comments/<int:pk>/edit/", comments.comment_edit, name="comment_edit"),
    path("comments/<int:pk>/delete/", comments.comment_delete, name="comment_delete"),
    path("comments/<int:pk>/report/", moderation.comment_report, name="comment_report"),
    path("comments/<int:pk>/hide/", moderation.comment_hide, name="comment_hide"),
    path("comments/<int:pk>/show/", moderation.comment_show, name="comment_show"),
    path("reports/", moderation.report_list, name="report_list"),
    path("reports/<int:pk>/settle/", moderation.report_settle, name="report_settle"),
    path("follow/", follows.follow_toggle, name="follow_toggle"),
    path("following/", follows.follow_list, name="follow_list"),
    path("following/read/", follows.follow_read, name="follow_read"),
    path("<slug:game>/talk/", threads.thread_list, name="thread_list"),
    path(f"{PARAGRAPH}threads/", threads.thread_create, name="thread_create"),
]

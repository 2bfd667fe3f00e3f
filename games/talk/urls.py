"""The addresses of table talk and notes."""

from django.urls import path

from games.talk import views as talk

urlpatterns = [
    path("me/muted/", talk.muted_list, name="muted_list"),
    path("me/muted/<int:pk>/end/", talk.mute_end, name="mute_end"),
    path("talk/reports/", talk.talk_reports, name="talk_reports"),
    path("talk/<int:pk>/hide/", talk.talk_hide, name="talk_hide"),
    path("talk/<int:pk>/leave/", talk.talk_leave, name="talk_leave"),
    path("matches/<str:match_id>/note/", talk.match_note, name="match_note"),
    path("matches/<str:match_id>/talk/", talk.talk_list, name="talk_list"),
    path("matches/<str:match_id>/talk/mute/", talk.talk_mute, name="talk_mute"),
    path("matches/<str:match_id>/talk/<int:pk>/report/", talk.talk_report, name="talk_report"),
]

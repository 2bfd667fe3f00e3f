"""Addresses of the games app."""

from django.urls import path

from games.clocks import views as time_off
from games.match_page import views
from games.match_page.views import bug_reports, undoing
from games.replay import views as replaying
from games.talk.urls import urlpatterns as talk_urls

app_name = "games"
urlpatterns = [
    *talk_urls,
    path("fair/verify_match.py", views.verify_script, name="verify_script"),
    path("me/time-off/", time_off.time_off_list, name="time_off_list"),
    path("me/time-off/<int:pk>/end/", time_off.time_off_end, name="time_off_end"),
    path("me/time-zone/", time_off.time_zone_set, name="time_zone_set"),
    path("games/<slug:slug>/", views.title_detail, name="title_detail"),
    path("games/<slug:slug>/players/", views.leader_list, name="leader_list"),
    path("players/<str:name>/", views.player_detail, name="player_detail"),
    path("bots/<slug:bot>/", views.bot_detail, name="bot_detail"),
    path("matches/", views.match_list, name="match_list"),
    path("matches/new/", views.match_create, name="match_create"),
    path("matches/mine/", views.match_mine, name="match_mine"),
    path("matches/next/", views.match_next, name="match_next"),
    path("matches/<str:match_id>/", views.match_detail, name="match_detail"),
    path("matches/<str:match_id>/again/", views.match_again, name="match_again"),
    path("matches/<str:match_id>/board/", views.match_board, name="match_board"),
    path("matches/<str:match_id>/bug/", bug_reports.bug_report, name="bug_report"),
    path("matches/<str:match_id>/cancel/", views.match_cancel, name="match_cancel"),
    path("matches/<str:match_id>/decline/", views.invitation_decline, name="invitation_decline"),
    path("matches/<str:match_id>/fair/", views.match_fair, name="match_fair"),
    path("matches/<str:match_id>/record.json", views.match_record, name="match_record"),
    path("matches/<str:match_id>/invitations/", views.invitation_create, name="invitation_create"),
    path(
        "matches/<str:match_id>/invitations/<int:pk>/withdraw/",
        views.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("matches/<str:match_id>/join/", views.match_join, name="match_join"),
    # Any deck is brought here; the address keeps the word of the first game that had decks.
    path("matches/<str:match_id>/mech/", views.deck_bring, name="deck_bring"),
    path("matches/<str:match_id>/moves/", views.move_create, name="move_create"),
    path("matches/<str:match_id>/orders/", views.order_create, name="order_create"),
    path("matches/<str:match_id>/orders/withdraw/", views.order_withdraw, name="order_withdraw"),
    path("matches/<str:match_id>/practise/", replaying.match_practise, name="match_practise"),
    path("matches/<str:match_id>/replay.json", replaying.match_replay_data, name="match_replay_data"),
    path("matches/<str:match_id>/replay/", replaying.match_replay, name="match_replay"),
    path("matches/<str:match_id>/replay/moments/", replaying.match_moments, name="match_moments"),
    path("matches/<str:match_id>/seen/", replaying.match_seen, name="match_seen"),
    path("matches/<str:match_id>/resign/", views.match_resign, name="match_resign"),
    path("matches/<str:match_id>/undo/", views.match_undo, name="match_undo"),
    path("matches/<str:match_id>/undo/ask/", undoing.undo_ask, name="undo_ask"),
    path("matches/<str:match_id>/undo/answer/", undoing.undo_answer, name="undo_answer"),
    path("matches/<str:match_id>/watchers/", views.watchers_set, name="watchers_set"),
]

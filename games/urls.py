"""The addresses of the games app."""

from django.urls import path, re_path

from games.analysis import views as analysis
from games.clocks import views as clocks
from games.counterfactual import views as counterfactual
from games.fairness import views as fairness
from games.lab import views as lab
from games.lessons import views as lessons
from games.lobby import views as lobby
from games.match_page.views import bug_reports, hints, invitations, learning, matches, moves, undoing
from games.notifications.views import match_from_letter
from games.puzzles import views as puzzles
from games.ratings import views as ratings
from games.replay import views as replay
from games.statistics.bots_page import bot_list
from games.suggestions import views as suggestions
from games.talk.urls import urlpatterns as talk_urls
from games.workshop.urls import urlpatterns as workshop_urls

app_name = "games"
urlpatterns = [
    *talk_urls,
    *workshop_urls,
    path("fair/verify_match.py", fairness.verify_script, name="verify_script"),
    path("me/time-off/", clocks.time_off_list, name="time_off_list"),
    path("me/time-off/<int:pk>/end/", clocks.time_off_end, name="time_off_end"),
    path("me/alerts/go/<str:match_id>/", match_from_letter, name="match_from_letter"),
    path("me/time-zone/", clocks.time_zone_set, name="time_zone_set"),
    path("games/<slug:slug>/", lobby.title_detail, name="title_detail"),
    path(
        "games/<slug:slug>/positions/<str:edition>/<slug:name>/practise/",
        replay.position_practise,
        name="position_practise",
    ),
    path("games/<slug:slug>/learn/", lessons.lesson_begin, name="lesson_begin"),
    path("games/<slug:slug>/players/", ratings.leader_list, name="leader_list"),
    path("lab/", lab.report_create, name="report_create"),
    path("lab/suggest/", suggestions.suggestion_create, name="suggestion_create"),
    path("lab/suggest/<str:search_id>/", suggestions.suggestion_detail, name="suggestion_detail"),
    path("lab/suggest/<str:search_id>/cancel/", suggestions.suggestion_cancel, name="suggestion_cancel"),
    path("lab/suggest/<str:search_id>/further/", suggestions.suggestion_further, name="suggestion_further"),
    path("lab/suggest/<str:search_id>/resume/", suggestions.suggestion_resume, name="suggestion_resume"),
    path("lab/suggest/<str:search_id>/take/", suggestions.suggestion_take, name="suggestion_take"),
    path("lab/<slug:report_id>/", lab.report_detail, name="report_detail"),
    path("lab/<slug:report_id>/cancel/", lab.report_cancel, name="report_cancel"),
    path("lab/<slug:report_id>/resume/", lab.report_resume, name="report_resume"),
    re_path(
        r"^lab/(?P<report_id>[0-9a-f]+)/(?P<name>report\.json|measures\.csv|cards\.csv)$",
        lab.report_file,
        name="report_file",
    ),
    path("puzzles/", puzzles.puzzle_list, name="puzzle_list"),
    path("puzzles/today/", puzzles.puzzle_today, name="puzzle_today"),
    path("puzzles/<slug:slug>/", puzzles.puzzle_detail, name="puzzle_detail"),
    path("puzzles/<slug:slug>/start/", puzzles.puzzle_start, name="puzzle_start"),
    path("players/<str:name>/", ratings.player_detail, name="player_detail"),
    path("bots/", bot_list, name="bot_list"),
    path("bots/<slug:bot>/", ratings.bot_detail, name="bot_detail"),
    path("matches/", lobby.match_list, name="match_list"),
    path("matches/new/", lobby.match_create, name="match_create"),
    path("matches/mine/", lobby.match_mine, name="match_mine"),
    path("matches/open/", lobby.match_open, name="match_open"),
    path("matches/pair/", lobby.match_pair, name="match_pair"),
    path("matches/next/", lobby.match_next, name="match_next"),
    path("matches/<str:match_id>/", matches.match_detail, name="match_detail"),
    path("matches/<str:match_id>/again/", lobby.match_again, name="match_again"),
    path("matches/<str:match_id>/analysis/", analysis.match_analysis, name="match_analysis"),
    path("counterfactual/", counterfactual.counterfactual_create, name="counterfactual_create"),
    path(
        "counterfactual/<str:report_id>/", counterfactual.counterfactual_detail, name="counterfactual_detail"
    ),
    path(
        "counterfactual/<str:report_id>/cancel/",
        counterfactual.counterfactual_cancel,
        name="counterfactual_cancel",
    ),
    path(
        "counterfactual/<str:report_id>/<str:played_id>/",
        counterfactual.counterfactual_match,
        name="counterfactual_match",
    ),
    path("matches/<str:match_id>/board/", matches.match_board, name="match_board"),
    path("matches/<str:match_id>/bug/", bug_reports.bug_report, name="bug_report"),
    path("matches/<str:match_id>/cancel/", matches.match_cancel, name="match_cancel"),
    path("matches/<str:match_id>/decline/", invitations.invitation_decline, name="invitation_decline"),
    path("matches/<str:match_id>/fair/", fairness.match_fair, name="match_fair"),
    path("matches/<str:match_id>/film/", matches.match_film, name="match_film"),
    path("matches/<str:match_id>/hint/", hints.match_hint, name="match_hint"),
    path("matches/<str:match_id>/lesson/", learning.lesson_step, name="lesson_step"),
    path("matches/<str:match_id>/lesson/first-match/", learning.first_match_begin, name="first_match_begin"),
    path("matches/<str:match_id>/log/", matches.match_log, name="match_log"),
    path("matches/<str:match_id>/record.json", fairness.match_record, name="match_record"),
    path("matches/<str:match_id>/verify_match.py", fairness.match_script, name="match_script"),
    path("matches/<str:match_id>/invitations/", invitations.invitation_create, name="invitation_create"),
    path(
        "matches/<str:match_id>/invitations/<int:pk>/withdraw/",
        invitations.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("matches/<str:match_id>/join/", matches.match_join, name="match_join"),
    # This takes any game's deck; the address keeps the word of the first game that had decks.
    path("matches/<str:match_id>/mech/", moves.deck_bring, name="deck_bring"),
    path("matches/<str:match_id>/moves/", moves.move_create, name="move_create"),
    path("matches/<str:match_id>/orders/", moves.order_create, name="order_create"),
    path("matches/<str:match_id>/orders/withdraw/", moves.order_withdraw, name="order_withdraw"),
    path("matches/<str:match_id>/practise/", replay.match_practise, name="match_practise"),
    path("matches/<str:match_id>/replay.json", replay.match_replay_data, name="match_replay_data"),
    path("matches/<str:match_id>/replay/", replay.match_replay, name="match_replay"),
    path("matches/<str:match_id>/replay/picture.png", replay.match_picture, name="match_picture"),
    path("matches/<str:match_id>/replay/picture/", replay.picture_create, name="picture_create"),
    path("matches/<str:match_id>/replay/moments/", replay.match_moments, name="match_moments"),
    path("matches/<str:match_id>/rules/", undoing.rules_answer, name="rules_answer"),
    path("matches/<str:match_id>/seen/", matches.match_seen, name="match_seen"),
    path("matches/<str:match_id>/resign/", moves.match_resign, name="match_resign"),
    path("matches/<str:match_id>/undo/", moves.match_undo, name="match_undo"),
    path("matches/<str:match_id>/undo/ask/", undoing.undo_ask, name="undo_ask"),
    path("matches/<str:match_id>/undo/answer/", undoing.undo_answer, name="undo_answer"),
    path("matches/<str:match_id>/watchers/", matches.watchers_set, name="watchers_set"),
]

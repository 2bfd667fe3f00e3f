"""The games app."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate

from scrapsite.common.versions import add_to_version


class GamesConfig(AppConfig):
    """The games app. It connects its rooms, closes sockets at sign-out and makes the group of moderators."""

    name = "games"

    def ready(self) -> None:
        _connect_rooms()
        user_logged_out.connect(_close_sockets, dispatch_uid="games.close_sockets")
        post_migrate.connect(_ensure_moderators, sender=self)
        add_to_version(_editions)
        _register_notifications()
        _register_powers()
        _tell_of_data()
        _limit_players()


def _tell_of_data() -> None:
    """Say what belongs to players, and what happens to it when they go."""
    from games.counterfactual.asking import forget_reports
    from games.counterfactual.asking import leave_reports as leave_counterfactuals
    from games.drafts.actions.sharing import leave_drafts
    from games.lab.asking import leave_reports
    from games.lobby.leaving import forget_matches, leave_matches
    from games.replay.kept_pictures import forget_pictures
    from scrapsite.accounts.own_data.registry import add_part, forgetting, leaving, staying

    add_part("matches made", "games.Match", "id title edition name status created_at result", "created_by")
    add_part("seats", "games.Seat", "match_id match__title match__status number seen seen_at")
    add_part("table talk", "games.ChatMessage", "match_id seat text created_at")
    add_part("reports of table talk", "games.ChatReport", "message_id reason created_at")
    add_part("notes", "games.MatchNote", "match_id text updated_at")
    add_part("bug reports", "games.BugReport", "match_id seat seq words created_at")
    add_part("invitations", "games.Invitation", "match_id answer created_at answered_at")
    add_part("invitations made", "games.Invitation", "match_id answer created_at answered_at", "by")
    add_part("muted", "games.Mute", "muted__profile__display_name created_at")
    add_part("time off", "games.Vacation", "starts ends created_at")
    add_part("analyses asked for", "games.Analysis", "match_id stage asked_at made_at", "asked_by")
    add_part(
        "matches played again",
        "games.CounterfactualReport",
        "id title base edition scope stage asked_at",
        "asked_by",
    )
    add_part("reports of the lab", "games.LabRequest", "report_id report__title edition against asked_at")
    add_part("searches for figures", "games.SuggestionSearch", "id title base question stage asked_at")
    add_part("ratings", "games.Rating", "title mu sigma matches updated_at")
    add_part("solved puzzles", "games.SolvedPuzzle", "puzzle solved_at")
    add_part("drafts", "games.Draft", "id title base name summary visibility working created_at", "owner")
    add_part("draft revisions", "games.DraftRevision", "draft_id number changes note made_at", "draft__owner")
    add_part("drafts opened by their links", "games.DraftReader", "draft_id opened_at")
    add_part(
        "comments on drafts",
        "games.DraftComment",
        "draft_id about source created_at edited_at deleted_at",
        "author",
    )
    add_part("reports of drafts", "games.DraftReport", "draft_id comment_id reason created_at")
    add_part("decisions about drafts", "games.DraftDecision", "draft_id what reason made_at", "moderator")
    add_part(
        "answers to designers",
        "games.PlaytestAnswer",
        "match_id fun length fairness confusion words is_anonymous is_skipped answered_at",
    )
    leaving += [leave_matches, leave_counterfactuals, leave_reports, leave_drafts, forget_pictures]
    staying.add("games.ChatMessage")
    forgetting += [forget_matches, forget_reports]


def _limit_players() -> None:
    """Say how much a player may have."""
    from games.analysis.asking import count_under_way
    from games.counterfactual.asking import count_under_way as count_counterfactuals
    from games.drafts.actions.making import count_drafts
    from games.lab.asking import count_under_way as count_reports
    from games.lobby.leaving import count_unfinished
    from games.match_page.bug_reports import count_waiting
    from games.suggestions.asking import count_under_way as count_searches
    from games.talk.notes import count_notes
    from scrapsite.common.limits import Quota, add_quota

    ready, stop = "Wait until one is ready.", "Wait until one is ready, or stop one."
    answered = "Wait until one is answered."
    for what, setting, things, count, then in (
        ("matches", "MOST_MATCHES", "unfinished matches", count_unfinished, "Finish one first."),
        ("analyses", "MOST_ANALYSES", "analyses under way", count_under_way, ready),
        ("counterfactuals", "MOST_COUNTERFACTUALS", "reports under way", count_counterfactuals, stop),
        ("reports", "MOST_REPORTS", "reports under way", count_reports, stop),
        ("searches", "MOST_SEARCHES", "searches under way", count_searches, stop),
        ("drafts", "MOST_DRAFTS", "drafts", count_drafts, "Delete one first."),
        ("notes", "MOST_NOTES", "notes", count_notes, "Empty one first."),
        ("bug-reports", "MOST_BUG_REPORTS", "bug reports that wait for an answer", count_waiting, answered),
    ):
        add_quota(what, Quota(setting, things, count, then))


def _register_powers() -> None:
    from games.talk.readers import MODERATE
    from scrapsite.accounts.second_factor.powers import has_right, register_power

    register_power(lambda user: has_right(user, MODERATE))


def _register_notifications() -> None:
    from games.discussion.notifying import SOURCE as DRAFTS
    from games.discussion.notifying import connect
    from games.notifications.source import SOURCE
    from games.talk.queries import muting
    from scrapsite.notifications.registry import register, register_mutes

    register(SOURCE)
    register(DRAFTS)
    register_mutes(muting)
    connect()


def _editions() -> str:
    """Return a text that changes whenever cards or editions do."""
    from games import catalog

    editions = ((t.slug, e.slug, e.print_hash) for t in catalog.titles() for e in t.editions.values())
    return repr(sorted(editions))


def _connect_rooms() -> None:
    """Register the functions of higher rooms that take part in changes of a match, in this order."""
    from games import catalog
    from games.clocks.turning import MatchClocks
    from games.drafts import access as drafts
    from games.drafts.editions import DraftEditions
    from games.drafts.showing import DraftPages, ShownDrafts
    from games.lessons.marks import scripted_move
    from games.live import update_hub
    from games.match_page.views.showing import show_match
    from games.matches import notify, tasks
    from games.matches.changes import hooks
    from games.matches.refusals import connect_match_page
    from games.puzzles.attempts import note_solved
    from games.ratings.ranges import check_range
    from games.replay.kept_pictures import enqueue_end
    from scrapsite.common.links import connect_editions

    catalog.connect_drafts(DraftEditions())
    catalog.connect_draft_readers(ShownDrafts())
    connect_editions(DraftPages())
    hooks.timekeeper = MatchClocks()
    hooks.on_create = [drafts.check_may_play]
    hooks.on_repeat = [drafts.check_may_repeat]
    hooks.on_join = [check_range]
    hooks.on_step = [notify.notify_of_step, tasks.enqueue_bots, enqueue_end, note_solved]
    hooks.on_commit = [update_hub.wake]
    hooks.on_bot = [scripted_move]
    connect_match_page(show_match)


def _ensure_moderators(using: str, **said: Any) -> None:
    from django.contrib.auth.models import Group, Permission
    from django.db import connections

    from games.talk.readers import MODERATORS

    if using != "default" or Group._meta.db_table not in connections[using].introspection.table_names():
        return
    group, is_new = Group.objects.using(using).get_or_create(name=MODERATORS)
    if is_new:
        group.permissions.set(
            Permission.objects.filter(content_type__app_label="games", codename="moderate_talk")
        )


def _close_sockets(request: Any, **kwargs: Any) -> None:
    from games.live.update_hub import hub

    key = getattr(getattr(request, "session", None), "session_key", None)
    if key:
        hub.drop_session(key)

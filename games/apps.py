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


def _register_powers() -> None:
    from games.talk.readers import may_moderate_later
    from scrapsite.accounts.second_factor.powers import register_power

    register_power(may_moderate_later)


def _register_notifications() -> None:
    from games.notifications.source import SOURCE
    from scrapsite.notifications.registry import register

    register(SOURCE)


def _editions() -> str:
    """Return a text that changes whenever cards or editions do."""
    from games import catalog

    editions = ((t.slug, e.slug, e.print_hash) for t in catalog.titles() for e in t.editions.values())
    return repr(sorted(editions))


def _connect_rooms() -> None:
    """Register the functions of higher rooms that take part in changes of a match, in this order."""
    from games.clocks.turning import MatchClocks
    from games.live import update_hub
    from games.match_page.views.showing import show_match
    from games.matches import notify, tasks
    from games.matches.changes import hooks
    from games.matches.refusals import connect_match_page

    hooks.timekeeper = MatchClocks()
    hooks.on_step = [notify.notify_of_step, tasks.enqueue_bots]
    hooks.on_commit = [update_hub.wake]
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

"""The site app: people, home page, health."""

import os
from contextlib import suppress
from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.db import transaction
from django.db.backends.signals import connection_created
from django.db.models.signals import post_delete, post_save

# Of a profile, what public pages show, and whether they do.
_PUBLIC = ("display_name", "is_guest")


class ScrapsiteConfig(AppConfig):
    """Tells Django about the site app."""

    name = "scrapsite"

    def ready(self) -> None:
        """Connect what concerns pages, database files, sign-ins and sessions."""
        from cards.decks.public.figures import count_decks
        from games.statistics.brought import on_decks
        from rules.wiki.actions.publishing import revision_published
        from scrapsite.accounts.second_factor import others
        from scrapsite.accounts.security_log import connect
        from scrapsite.common.models import Profile
        from scrapsite.notifications.channels import push_ends
        from scrapsite.server.checks import register_checks

        register_checks()

        post_save.connect(_refresh_pages, sender=Profile)
        post_delete.connect(_refresh_pages, sender=Profile)
        connection_created.connect(_keep_private)
        revision_published.connect(_draw_rules)
        on_decks.append(count_decks)
        connect()
        others.connect()
        push_ends.connect()
        _tell_of_data()
        user_logged_in.connect(_begin_session, dispatch_uid="begin-session")
        user_logged_out.connect(_mark_signed_out, dispatch_uid="mark-signed-out")


def _tell_of_data() -> None:
    """Say what belongs to people here, and what stays when they go."""
    from scrapsite.accounts.own_data.registry import add_part

    add_part("account", "auth.User", "username email date_joined last_login", "pk")
    add_part("profile", "scrapsite.Profile", "display_name is_guest time_zone")
    add_part("addresses", "account.EmailAddress", "email verified primary")
    add_part("second factors", "mfa.Authenticator", "type created_at last_used_at")
    add_part("sessions", "usersessions.UserSession", "created_at last_seen_at ip user_agent")
    add_part("keys", "scrapsite.ApiToken", "name scope created_at expires_at last_used_at")
    add_part("notification choices", "scrapsite.NotificationChoice", "channel kind game wanted")
    add_part("letters", "scrapsite.NotificationPreference", "rhythm hour")
    add_part("notifications", "scrapsite.Notification", "kind created_at")
    add_part("browsers for push", "scrapsite.PushSubscription", "created_at")


def _begin_session(request: Any, user: Any, **said: Any) -> None:
    from scrapsite.accounts.sessions.lasting import begin

    begin(request.session, user)


def _mark_signed_out(request: Any, **said: Any) -> None:
    from scrapsite.accounts.sessions.middleware import SIGNED_OUT

    setattr(request, SIGNED_OUT, True)


def _refresh_pages(
    instance: Any, created: bool = False, update_fields: frozenset[str] | None = None, **said: Any
) -> None:
    """Make cached pages stale when an account is renamed or deleted. Guests appear on no public page."""
    from scrapsite.common.versions import bump_data_version

    is_seen = update_fields is None or not update_fields.isdisjoint(_PUBLIC)
    if is_seen and not created and not instance.is_guest:
        transaction.on_commit(bump_data_version)


def _draw_rules(revision: Any, **said: Any) -> None:
    """Have pictures of new words drawn. Those of the shipped texts are asked for by `manage.py prepare`."""
    from rules.wiki.models import RevisionKind
    from scrapsite.found.pictures import ask_for_rules

    if revision.kind != RevisionKind.SHIPPED:
        edition = revision.edition
        transaction.on_commit(lambda: ask_for_rules(edition.rulebook.game, edition.slug))


def _keep_private(connection: Any, **said: Any) -> None:
    """Let nobody else read or write the files of an SQLite database."""
    if connection.vendor != "sqlite" or connection.is_in_memory_db():
        return
    for suffix in ("", "-wal", "-shm"):
        name = f"{connection.settings_dict['NAME']}{suffix}"
        with suppress(OSError):  # not there, or somebody else's
            if os.stat(name).st_mode & 0o077:
                os.chmod(name, 0o600)

"""Prepares a site to be measured: tables, static files, data and a match to look at."""

import json
import os
from pathlib import Path

import django

MATCH_FILE = "bench-match.json"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def main() -> None:
    """Prepare the folder that SCRAPSITE_VAR names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
    django.setup()

    from django.conf import settings

    from scrapsite.server.preparing import prepare

    prepare(lambda text: None)
    visit = make_visit()
    Path(settings.VAR_DIR, MATCH_FILE).write_text(json.dumps(visit))


def make_visit() -> dict[str, str]:
    """Create a match of two guests; return its path and the cookie of the guest whose turn it is."""
    from django.conf import settings
    from django.test import Client

    from games.matches.actions.create import create_match
    from games.matches.actions.seats import join_match
    from scrapsite.common.players import new_guest

    players = [new_guest(), new_guest()]
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = create_match(players[0], "scrapbots", "3.6", {}, seats)
    match = join_match(match.pk, players[1])
    match.refresh_from_db()
    client = Client()
    client.force_login(players[match.to_act[0]], backend=BACKEND)
    name = settings.SESSION_COOKIE_NAME
    return {"path": f"/matches/{match.pk}/", "cookie": f"{name}={client.cookies[name].value}"}


if __name__ == "__main__":
    main()

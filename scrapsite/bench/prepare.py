"""Prepares a site to be measured: tables, static files, data and a match to look at."""

import json
import os
from pathlib import Path

import django

MATCH_FILE, PAIRS_FILE = "bench-match.json", "bench-pairs.json"
PAGE_MATCHES = 96


def main() -> None:
    """Prepare the folder that SCRAPSITE_VAR names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
    django.setup()

    from django.conf import settings

    from scrapsite.server.preparing import prepare

    prepare(lambda text: None)
    visit = make_visit()
    Path(settings.VAR_DIR, MATCH_FILE).write_text(json.dumps(visit))
    pairs = [make_match("scrapbots", "3.6") for _ in range(PAGE_MATCHES)]
    Path(settings.VAR_DIR, PAIRS_FILE).write_text(json.dumps(pairs))


def make_visit() -> dict[str, str]:
    """Create a match of two guests; return its path and the cookie of the guest whose turn it is."""
    from games.matches.models import Match

    players = make_match("scrapbots", "3.6")
    match = Match.objects.get(pk=players[0]["match"])
    return {"path": f"/matches/{match.pk}/", "cookie": players[match.to_act[0]]["cookie"]}


def make_match(game: str, edition: str) -> list[dict[str, str]]:
    """Make a match of two new guests; return cookie, token, match, game and edition of each."""
    from django.conf import settings
    from django.test import Client

    from games.matches.actions.create import create_match
    from games.matches.actions.seats import join_match
    from scrapsite.accounts.tokens import issue_token
    from scrapsite.common.players import BACKEND, new_guest

    people = [new_guest(), new_guest()]
    seats = [{"kind": "me"}, {"kind": "open"}]
    match = join_match(create_match(people[0], game, edition, {}, seats).pk, people[1])
    found = []
    for user in people:
        client = Client()
        client.force_login(user, backend=BACKEND)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        found.append(
            {
                "cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}",
                "token": issue_token(user),
                "match": match.pk,
                "game": game,
                "edition": edition,
            }
        )
    return found


if __name__ == "__main__":
    main()

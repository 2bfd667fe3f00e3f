"""Plays a match of each title and measures, after each move, what its pages cost. Prints plain figures."""

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from typing import Any

import brotli
import django
from django.utils.http import urlencode

WARM_UP, MOVES = 6, 40


def main() -> None:
    """Measure on the database that SCRAPSITE_VAR names, which is made here."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.bench.settings")
    django.setup()

    from django.conf import settings
    from django.core.management import call_command

    from games import catalog

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    call_command("migrate", verbosity=0, interactive=False)
    asked = sys.argv[1:]
    rows = [_measure(title.slug) for title in catalog.titles() if not asked or title.slug in asked]
    sys.stdout.write(json.dumps(rows))


def _measure(title: str) -> dict[str, Any]:
    """Return the costs of the pages of one match of *title*, as medians over its moves."""
    from games import catalog
    from games.engine import codec
    from games.matches.actions.bots import chosen_by_bot
    from games.matches.actions.create import create_match
    from games.matches.actions.seats import join_match
    from games.matches.models import Step
    from scrapsite.common.players import new_guest

    people = [new_guest(), new_guest()]
    seats = [{"kind": "me"}, {"kind": "open"}]
    edition = next(iter(catalog.title(title).editions))
    match = join_match(create_match(people[0], title, edition, {}, seats).pk, people[1])
    game, gets = catalog.game(title, edition), [_getter(user) for user in people]
    page, board = f"/matches/{match.pk}/", f"/matches/{match.pk}/board/"
    costs: defaultdict[str, list[Any]] = defaultdict(list)
    for number in range(WARM_UP + MOVES):
        match.refresh_from_db()
        if not match.to_act:
            break
        seat = match.to_act[0]
        state = game.decode(bytes(Step.objects.get(match=match, seq=match.seq).state))
        move = codec.to_json(chosen_by_bot(game, state, seat, "greedy"))
        gets[seat](page)
        sent = {"move": move, "seen": _seen(match, seat), "client_move_id": f"bench-{number}"}
        taken = {
            "post": gets[seat](f"{page}moves/", sent),
            "fragment": gets[1 - seat](board),
            "page": gets[1 - seat](page),
            "again": gets[1 - seat](board),
            "page again": gets[1 - seat](page),
        }
        match.refresh_from_db()
        mark = "" if match.status == "running" else match.updated_at.isoformat()
        shown = urlencode({"shown": f"{_seen(match, 1 - seat)} {match.status} {mark}"})
        taken["same"] = gets[1 - seat](f"{board}?{shown}")
        for name, cost in taken.items() if number >= WARM_UP else ():
            costs[name].append(cost)
    return {"title": title, **{name: _middle(each) for name, each in costs.items()}}


def _seen(match: Any, seat: int) -> int:
    from games.matches.numbering import newest_number

    return newest_number(match, seat)


def _middle(costs: list[dict[str, float]]) -> dict[str, float]:
    return {name: median(cost[name] for cost in costs) for name in costs[0]}


def _getter(user: Any) -> Callable[..., dict[str, float]]:
    """Return a function that fetches an address for *user*, or posts to it, and returns what that cost."""
    from django.conf import settings
    from django.core.handlers.base import BaseHandler
    from django.db import connection
    from django.test import Client, RequestFactory

    from scrapsite.common.players import BACKEND

    client, factory, handler = Client(), RequestFactory(), BaseHandler()
    handler.load_middleware()
    client.force_login(user, backend=BACKEND)
    factory.cookies[settings.SESSION_COOKIE_NAME] = client.cookies[settings.SESSION_COOKIE_NAME].value

    def fetch(path: str, sent: dict[str, Any] | None = None) -> dict[str, float]:
        headers = {"HX-Request": "true"} if sent or "board/" in path else {}
        request = factory.get(path, headers=headers)
        if sent:
            request = factory.post(path, sent, headers=headers)
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        queries: list[str] = []

        def count(execute: Any, sql: str, *rest: Any) -> Any:
            queries.append(sql)
            return execute(sql, *rest)

        begun = time.thread_time()
        with connection.execute_wrapper(count):
            response = handler.get_response(request)
        cost = 1000 * (time.thread_time() - begun)
        if response.status_code not in (200, 204):
            raise RuntimeError(
                f"{path} answered {response.status_code}: {getattr(response, 'content', b'')[:300]!r}"
            )
        body: bytes = response.content  # type: ignore[attr-defined]
        packed = len(brotli.compress(body, quality=4))
        return {"ms": cost, "queries": len(queries), "bytes": len(body), "packed": packed}

    return fetch


if __name__ == "__main__":
    main()

"""What anybody needs to check a finished match: its record, and the link that pages show before the end.

docs/fairness.md describes the record line by line; docs/verify_match.py and static/js/verify.js check it.
"""

import hashlib
from collections.abc import Iterator
from typing import Any

from games.engine import codec
from games.matches.access import VisibleUntil
from games.matches.errors import NoRecord
from games.matches.models import Match, MatchSecret, Notice, Status, Step

FORMAT = "scrapsite-match-1"
_FIELDS = (
    "seq", "kind", "seat", "move", "events", "drawn", "draws", "head", "undoes", "link",
)  # fmt: skip


def record(match: Match) -> str:
    """Return the record of the finished *match* as JSON text, always the same byte for byte.

    *Raises:* `NoRecord` if the match isn't finished, or had no chain from its first step.
    *Source:* `fair-2`.
    """
    check_record(match)
    steps = list(Step.objects.filter(match=match).order_by("seq").values_list(*_FIELDS))
    body = "".join(_lines(match, steps))
    return f'{body},"digest":"{hashlib.sha256(body.encode()).hexdigest()}"}}\n'


def check_record(match: Match) -> None:
    """Check that there is a record of *match*. *Raises:* `NoRecord` if not."""
    if match.status != Status.FINISHED:
        raise NoRecord("There is a record as soon as the match is over.")
    if not Step.objects.filter(match=match, seq=0).exclude(link="").exists():
        raise NoRecord("The site didn’t keep a record of this match from its first step.")


def shown_link(match: Match, shown: VisibleUntil) -> str:
    """Return the link of the newest step within *shown* that isn't secret; empty before the deal.

    A secret step changes this link only together with the next step that isn't secret, so nobody can count
    secret steps.
    """
    if shown.seq < 0:
        return ""
    tick = shown.tick
    noticed = Step.objects.filter(match=match, tick=tick, seq__gte=tick, notice__gt=Notice.OWN)
    return noticed.values_list("link", flat=True).first() or ""


def _lines(match: Match, steps: list[tuple[Any, ...]]) -> Iterator[str]:
    yield codec.to_json(_head(match))[:-1]
    yield ',"steps":[\n'
    yield ",\n".join(codec.to_json(_step(*step)) for step in steps)
    yield "\n]"


def _head(match: Match) -> dict[str, Any]:
    secret = MatchSecret.objects.get(match=match)
    nonces = match.seats.order_by("number").values_list("nonce", flat=True)
    return {
        "format": FORMAT,
        "match": match.pk,
        "game": match.title,
        "edition": match.edition,
        "engine_version": match.engine_version,
        "cards_hash": match.cards_hash,
        "options": match.options,
        "commitment": secret.commitment,
        "seed": bytes(secret.seed).hex(),
        "salt": bytes(secret.salt).hex(),
        "nonces": [bytes(nonce).hex() for nonce in nonces],
    }


def _step(
    seq: int, kind: str, seat: int, move: str, events: str,
    drawn: str, draws: int, head: int, undoes: int | None, link: str,
) -> dict[str, Any]:  # fmt: skip
    return {
        "seq": seq,
        "kind": kind,
        "seat": seat,
        "move": move,
        "events": events,
        "draws": codec.from_json(list[tuple[str, int, int]], drawn),
        "drawn": draws,
        "head": head,
        "undoes": undoes,
        "link": link,
    }

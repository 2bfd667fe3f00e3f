"""What anybody needs to check a finished match: its record, and the link that pages show before the end.

docs/fairness.md describes the record line by line; docs/verify_match.py and static/js/verify.js check it.
"""

from collections.abc import Sequence

from games.engine import codec
from games.engine.proofs import FIRST
from games.matches.access import VisibleUntil
from games.matches.errors import NoRecord
from games.matches.models import Match, MatchSecret, Notice, Status, Step
from games.replayer import record as records

_FIELDS = ("seq", "kind", "seat", "move", "events", "drawn", "draws", "head", "undoes", "link")


def record(match: Match) -> str:
    """Return the record of the finished *match* as JSON text, always the same byte for byte.

    *Raises:* `NoRecord` if the match isn't finished, or had no chain from its first step.
    *Source:* `fair-2`.
    """
    check_record(match)
    secret = MatchSecret.objects.get(match=match)
    nonces = match.seats.order_by("number").values_list("nonce", flat=True)
    told = {
        "commitment": secret.commitment,
        "seed": bytes(secret.seed).hex(),
        "salt": bytes(secret.salt).hex(),
        "nonces": [bytes(nonce).hex() for nonce in nonces],
    }
    return records.write(secret.version, pins_of(match, secret), told, recorded_steps(match))


def pins_of(match: Match, secret: MatchSecret) -> Sequence[str]:
    """Return what was fixed before the deal, besides the secret, as the match's version has it."""
    return match.pins() if secret.version == FIRST else codec.from_json(list[str], secret.pins)


def recorded_steps(match: Match) -> list[records.Step]:
    """Return the stored steps up to the match's newest one, as its record has them."""
    found = Step.objects.filter(match=match, seq__lte=match.seq).order_by("seq").values_list(*_FIELDS)
    return [
        records.Step(
            *(seq, kind, seat, move, events),
            draws=codec.from_json(list[tuple[str, int, int]], drawn),
            drawn=draws,
            head=head,
            undoes=undoes,
            link=link,
        )
        for seq, kind, seat, move, events, drawn, draws, head, undoes, link in found
    ]


def check_record(match: Match) -> None:
    """Check that there is a record of *match*. *Raises:* `NoRecord` if not."""
    if match.status != Status.FINISHED:
        raise NoRecord("The record will be available when the match is over.")
    if not Step.objects.filter(match=match, seq=0).exclude(link="").exists():
        raise NoRecord("The site has no record of this match from its first step.")


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

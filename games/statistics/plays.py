"""Counts how finished matches used cards, and who won. Each match counts once."""

import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions
from games.engine.protocol import Result
from games.matches.models import Match, Status, Step
from games.statistics.models import CardPlays
from games.statistics.uses import Use, named, used

logger = logging.getLogger(__name__)

A_ROUND = 50


@dataclass
class _Uses:
    """How people, or bots, used one card in one match."""

    plays: Counter[str] = field(default_factory=Counter)
    seats: int = 0
    wins: int = 0


def count_plays(most: int = A_ROUND) -> int:
    """Count up to *most* finished matches that aren't counted yet; return how many were counted.

    It may run in several processes: a match is marked in the transaction that counts it.
    """
    due = Match.objects.filter(status=Status.FINISHED, plays_counted=False)
    return sum(_count_or_pass(match_id) for match_id in list(due.values_list("pk", flat=True)[:most]))


def plays_of(title: str, edition: str) -> dict[str, dict[str, CardPlays]]:
    """Return the counts of an edition, by `person` or `bot`, then by card slug."""
    found: dict[str, dict[str, CardPlays]] = {player: {} for player in CardPlays.Player.values}
    for row in CardPlays.objects.filter(title=title, edition=edition):
        found[row.player][row.card] = row
    return found


def _count_or_pass(match_id: str) -> bool:
    """Count a match. One that can't be read is logged and skipped, so that it doesn't hold up the others."""
    try:
        return _count(match_id)
    except (LookupError, ValueError):
        logger.exception("The plays of match %s can't be counted.", match_id)
        return bool(Match.objects.filter(pk=match_id).update(plays_counted=True))


def _count(match_id: str) -> bool:
    match = Match.objects.get(pk=match_id)
    uses = _uses(match) if _is_of_today(match) else {}
    with transaction.atomic():
        unmarked = Match.objects.filter(pk=match_id, status=Status.FINISHED, plays_counted=False)
        if not unmarked.update(plays_counted=True):
            return False
        if uses:
            _add(match, uses)
        return True


def _is_of_today(match: Match) -> bool:
    """Return whether *match* was played with the current cards and rules, so that its moves can be read."""
    try:
        return catalog.fits(*match.rules)
    except BadOptions:
        return False


def _uses(match: Match) -> dict[tuple[str, str], _Uses]:
    """Return how *match* used each card, by card and player."""
    players = {
        number: CardPlays.Player.BOT if bot else CardPlays.Player.PERSON
        for number, bot in match.seats.values_list("number", "bot")
    }
    winners = codec.from_json(Result, match.result).winners if match.result else ()
    uses: dict[tuple[str, str], _Uses] = {}
    for seat, counts in _counts(match).items():
        for (slug, kind), count in counts.items():
            uses.setdefault((slug, players[seat]), _Uses()).plays[kind] += count
        for slug in {slug for slug, _ in counts}:
            uses[slug, players[seat]].seats += 1
            uses[slug, players[seat]].wins += seat in winners
    return uses


def _counts(match: Match) -> dict[int, Counter[Use]]:
    """Return by seat how often it used each card, without moves that were taken back."""
    slugs = {card.slug for card in catalog.cards(match.title, match.edition)}
    events_type: Any = list[catalog.game_of(*match.rules).event_type]  # type: ignore[misc]
    steps = list(
        Step.objects.filter(match=match).values_list("seq", "kind", "seat", "move", "events", "undoes")
    )
    undone = {
        number
        for seq, kind, *_, undoes in steps
        if kind == Step.Kind.UNDO and undoes is not None
        for number in range(undoes, seq)
    }
    counts: dict[int, Counter[Use]] = {}
    for seq, kind, seat, text, told, _ in steps:
        if kind == Step.Kind.MOVE and seq not in undone:
            move = codec.from_json(dict, text)
            counts.setdefault(seat, Counter()).update(named(move.values(), str(move["type"]), slugs))
            for user, use in used(codec.from_json(events_type, told)):
                counts.setdefault(user, Counter())[use] += 1
    return counts


def _add(match: Match, uses: dict[tuple[str, str], _Uses]) -> None:
    """Add *uses* to the rows of the match's edition, which are locked until the transaction ends."""
    own = {"title": match.title, "edition": match.edition}
    CardPlays.objects.bulk_create(
        (CardPlays(**own, card=card, player=player) for card, player in sorted(uses)), ignore_conflicts=True
    )
    rows = CardPlays.objects.select_for_update().filter(**own).order_by("pk")
    for row in rows:
        use = uses.get((row.card, row.player))
        if use is None:
            continue
        row.plays = dict(Counter(row.plays) + use.plays)
        row.seats += use.seats
        row.wins += use.wins
        row.save(update_fields=("plays", "seats", "wins"))

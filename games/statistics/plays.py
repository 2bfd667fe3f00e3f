"""Counts how finished matches used cards, and who won. Each match counts once."""

import logging
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import transaction

from games import catalog
from games.engine import codec
from games.engine.events import Event
from games.engine.protocol import QUICK_BOTS, Result
from games.matches.models import Match, Status, Step
from games.ratings.counting import SHOWN
from games.ratings.models import Rating
from games.statistics.brought import brought, on_decks
from games.statistics.models import CardPlays
from games.statistics.uses import Use, uses_of

logger = logging.getLogger(__name__)

A_ROUND = 50


class Who(NamedTuple):
    """The players of one level: `person` or `bot`, and their `CardPlays.level`."""

    player: str
    level: str


@dataclass
class _Uses:
    """How the players of one level used one card in one match. *ratings:* the sum of theirs."""

    plays: Counter[str] = field(default_factory=Counter)
    seats: int = 0
    wins: int = 0
    ratings: float = 0


@dataclass(frozen=True)
class _Record:
    """A finished match. *people:* seats that people had at the end.

    *steps:* kind, seat, move and events of the deal and of the moves that weren't taken back.
    """

    people: frozenset[int]
    winners: tuple[int, ...]
    steps: list[tuple[str, int, str, list[Event]]]


def count_plays(most: int = A_ROUND) -> int:
    """Count up to *most* finished matches that aren't counted yet; return how many were counted.

    Practice, puzzles and tutorials, in which people may try again, are marked as counted from the beginning.
    It may run in several processes: a match is marked in the transaction that counts it.
    """
    due = Match.objects.filter(status=Status.FINISHED, plays_counted=False)
    return sum(_count_or_pass(match_id) for match_id in list(due.values_list("pk", flat=True)[:most]))


def plays_of(title: str, edition: str) -> dict[Who, dict[str, CardPlays]]:
    """Return the counts of an edition, by the players' level, then by card slug.

    People of both levels and the usual bots are in it even if they have played nothing, others if they have.
    """
    found: dict[Who, dict[str, CardPlays]] = {
        **{Who(CardPlays.Player.PERSON, level): {} for level in CardPlays.Level.values},
        **{Who(CardPlays.Player.BOT, name): {} for name in QUICK_BOTS},
    }
    for row in CardPlays.objects.filter(title=title, edition=edition):
        found.setdefault(Who(row.player, row.level), {})[row.card] = row
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
    record = _read(match) if _is_of_today(match) else None
    with transaction.atomic():
        unmarked = Match.objects.filter(pk=match_id, status=Status.FINISHED, plays_counted=False)
        if not unmarked.update(plays_counted=True):
            return False
        if record is not None:
            _add(match, _uses(match, record))
            _tell_decks(match, record)
        return True


def _is_of_today(match: Match) -> bool:
    """Return whether *match* was played with the current cards and rules, so that its moves can be read."""
    return catalog.fits(*match.rules)


def _read(match: Match) -> _Record:
    events_type: Any = list[catalog.game_of(*match.rules).event_type]  # type: ignore[misc]
    found = Step.objects.filter(match=match).order_by("seq")
    rows = list(found.values_list("seq", "kind", "seat", "move", "events", "undoes"))
    undone = {
        number
        for seq, kind, *_, undoes in rows
        if kind == Step.Kind.UNDO and undoes is not None
        for number in range(undoes, seq)
    }
    return _Record(
        people=frozenset(match.seats.filter(bot="").values_list("number", flat=True)),
        winners=codec.from_json(Result, match.result).winners if match.result else (),
        steps=[
            (kind, seat, move, codec.from_json(events_type, told))
            for seq, kind, seat, move, told, _ in rows
            if kind in (Step.Kind.START, Step.Kind.MOVE) and seq not in undone
        ],
    )


def _uses(match: Match, record: _Record) -> dict[tuple[str, Who], _Uses]:
    """Return how *match* used each card, by card and level, without seats that a bot has taken over."""
    players = _players(match)
    uses: dict[tuple[str, Who], _Uses] = {}
    for seat, counts in _counts(match, record).items():
        if seat not in players:
            continue
        who, rating = players[seat]
        for (slug, kind), count in counts.items():
            uses.setdefault((slug, who), _Uses()).plays[kind] += count
        for slug in {slug for slug, _ in counts}:
            use = uses[slug, who]
            use.seats += 1
            use.wins += seat in record.winners
            use.ratings += rating
    return uses


def _players(match: Match) -> dict[int, tuple[Who, float]]:
    """Return who played each seat from beginning to end, and with which rating, 0 for none."""
    known = Rating.objects.filter(title=match.title, user__seats__match=match, matches__gt=0)
    ratings: dict[int, float] = dict(known.annotate(shown=SHOWN).values_list("user_id", "shown"))
    players = {}
    for number, user, bot in match.seats.values_list("number", "user_id", "bot"):
        if bot and not user:
            players[number] = Who(CardPlays.Player.BOT, bot), 0.0
        elif not bot:
            level = CardPlays.Level.RATED if user in ratings else CardPlays.Level.UNRATED
            players[number] = Who(CardPlays.Player.PERSON, level), ratings.get(user, 0.0)
    return players


def _counts(match: Match, record: _Record) -> dict[int, Counter[Use]]:
    """Return by seat how often it used each card, without moves that were taken back."""
    game = catalog.game_of(*match.rules)
    slugs = {card.slug for card in catalog.cards(match.title, match.edition)}
    counts: dict[int, Counter[Use]] = {}
    for kind, seat, text, events in record.steps:
        if kind == Step.Kind.MOVE:
            move = codec.from_json(game.move_type, text)
            for user, use in uses_of(game, seat, move, events, slugs):
                counts.setdefault(user, Counter())[use] += 1
    return counts


def _tell_decks(match: Match, record: _Record) -> None:
    """Tell with which decks people played."""
    events = (event for *_, told in record.steps for event in told)
    decks = brought(catalog.game_of(*match.rules), events, record.people, record.winners)
    for tell in on_decks if decks else ():
        tell(match.title, match.edition, decks)


def _add(match: Match, uses: dict[tuple[str, Who], _Uses]) -> None:
    """Add *uses* to the rows of the match's edition, which are locked until the transaction ends."""
    own = {"title": match.title, "edition": match.edition}
    CardPlays.objects.bulk_create(
        (CardPlays(**own, card=card, **who._asdict()) for card, who in sorted(uses)), ignore_conflicts=True
    )
    rows = CardPlays.objects.select_for_update().filter(**own).order_by("pk")
    for row in rows:
        use = uses.get((row.card, Who(row.player, row.level)))
        if use is None:
            continue
        row.plays = dict(Counter(row.plays) + use.plays)
        row.seats += use.seats
        row.wins += use.wins
        row.ratings += use.ratings
        row.save(update_fields=("plays", "seats", "wins", "ratings"))

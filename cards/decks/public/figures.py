"""How decks fared: counted when a finished match is counted, and read for the pages of public decks."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from cards.decks.public.models import DeckPlays
from cards.statistics.fared import SMALL, Standing, Tally, standing

LABELS = {"people": "Against people", "bots": "Against bots only"}


@dataclass(frozen=True, slots=True)
class Record:
    """How people fared with a deck. *label:* against whom. *standing:* its share has no rank."""

    label: str
    standing: Standing

    @property
    def matches(self) -> int:
        return self.standing.tally.seats

    @property
    def wins(self) -> int:
        return self.standing.tally.wins

    @property
    def share(self) -> float | None:
        """The share of matches won in percent; None below `SMALL` matches."""
        return None if self.matches < SMALL else self.standing.share


def fingerprint(game: str, edition: str, lists: Mapping[str, Iterable[str]]) -> str:
    """Return a text that is the same for the same cards in the same slots, in whatever order."""
    told = sorted((key, sorted(slugs)) for key, slugs in lists.items())
    text = json.dumps([game, edition, [[key, slugs] for key, slugs in told if slugs]])
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def count_decks(game: str, edition: str, decks: Sequence[Any]) -> None:
    """Count the decks of a finished match, which have *lists*, *is_won* and *against_people*.

    A deck that several of its people had isn't counted: the match says nothing of it, as it wins and loses.
    Call it in the transaction that marks the match as counted.
    """
    marks = [fingerprint(game, edition, deck.lists) for deck in decks]
    for mark, deck in zip(marks, decks, strict=True):
        if marks.count(mark) > 1:
            continue
        against = DeckPlays.Against.PEOPLE if deck.against_people else DeckPlays.Against.BOTS
        row, _ = DeckPlays.objects.get_or_create(fingerprint=mark, against=against)
        DeckPlays.objects.filter(pk=row.pk).update(
            matches=F("matches") + 1, wins=F("wins") + int(deck.is_won)
        )


def records_of(mark: str) -> tuple[Record, ...]:
    """Return how people fared with the deck that has the fingerprint *mark*: against people, and bots."""
    rows = {row.against: row for row in DeckPlays.objects.filter(fingerprint=mark)}
    return tuple(
        Record(label, standing(mark, {mark: Tally({}, rows[key].matches, rows[key].wins)}))
        for key, label in LABELS.items()
        if key in rows
    )

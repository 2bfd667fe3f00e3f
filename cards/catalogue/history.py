"""A card through the editions of its game: which ones have it, and what changed in figures and words."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from cards.catalogue.faces import type_of
from games.engine.cards import Card
from games.engine.protocol import EditionInfo, Title
from scrapsite.common.worddiff import Kind, runs


@dataclass(frozen=True, slots=True)
class Span:
    """Some words of a difference. *kind:* `same` in both, `gone` from the old, or `new`."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that changed. *label:* its name. *spans:* its old and new words, in reading order."""

    label: str
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """The card in one edition. *card:* None if the edition lacks it.

    *status:* how it compares with the edition before; `first` in the oldest edition.
    """

    edition: EditionInfo
    card: Card | None
    status: Literal["absent", "added", "changed", "same", "first"]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Turnover:
    """What became of a card between two editions. *card:* from the later one if that has it."""

    status: Literal["added", "removed", "changed"]
    card: Card
    changes: tuple[Change, ...]


def history(title: Title, slug: str) -> tuple[Entry, ...]:
    """Return the card *slug* in every edition of *title*, newest first."""
    entries: list[Entry] = []
    before: Card | None = None
    for edition in sorted(title.editions.values(), key=lambda found: found.date or date.min):
        card = next((found for found in edition.cards if found.slug == slug), None)
        entries.append(_entry(edition, before, card, is_first=not entries))
        before = card
    return tuple(reversed(entries))


def between(old: EditionInfo, new: EditionInfo) -> tuple[Turnover, ...]:
    """Return the cards that differ between two editions of a game: added ones, removed ones, changed ones."""
    was, now = ({card.slug: card for card in edition.cards} for edition in (old, new))
    added = [Turnover("added", card, ()) for slug, card in now.items() if slug not in was]
    removed = [Turnover("removed", card, ()) for slug, card in was.items() if slug not in now]
    changed = [
        Turnover("changed", card, found)
        for slug, card in now.items()
        if slug in was and (found := changes(was[slug], card))
    ]
    return (*added, *removed, *changed)


def changes(old: Card, new: Card) -> tuple[Change, ...]:
    """Return what differs for a player between *old* and *new*: name, type, figures, text, quantity."""
    found = [_change(label, before, after) for label, before, after in _compared(old, new) if before != after]
    return tuple(found)


def _entry(edition: EditionInfo, before: Card | None, card: Card | None, is_first: bool) -> Entry:
    if card is None:
        return Entry(edition, None, "absent", ())
    if before is None:
        return Entry(edition, card, "first" if is_first else "added", ())
    found = changes(before, card)
    return Entry(edition, card, "changed" if found else "same", found)


def _compared(old: Card, new: Card) -> list[tuple[str, str, str]]:
    rows = [("Name", old.name, new.name), ("Type", type_of(old), type_of(new))]
    labels = {figure.key: figure.label for card in (old, new) for figure in card.figures}
    rows += [(label, _figure(old, key), _figure(new, key)) for key, label in labels.items()]
    for place in range(max(len(old.lines), len(new.lines))):
        label = "Text" if max(len(old.lines), len(new.lines)) == 1 else f"Line {place + 1}"
        rows.append((label, _line(old, place), _line(new, place)))
    rows.append(("Copies", str(old.quantity), str(new.quantity)))
    return rows


def _figure(card: Card, key: str) -> str:
    return next((figure.words for figure in card.figures if figure.key == key), "")


def _line(card: Card, place: int) -> str:
    if place >= len(card.lines):
        return ""
    line = card.lines[place]
    return f"{line.cost}: {line.text}" if line.cost else line.text


def _change(label: str, old: str, new: str) -> Change:
    found = runs(old.split(), new.split())
    return Change(label, tuple(Span(run.kind, " ".join(run.words)) for run in found))

"""Entries of a letter or push message: the news of one match, or one piece of other news."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scrapsite.notifications.registry import Item, kind_of


@dataclass(frozen=True, slots=True)
class Entry:
    """All the news of one match, or one piece of other news. *items:* the most urgent first."""

    items: tuple[Item, ...]

    @property
    def headline(self) -> str:
        return self.items[0].headline

    @property
    def name(self) -> str:
        return self.items[0].name

    @property
    def path(self) -> str:
        return self.items[0].path

    @property
    def text(self) -> str:
        """Return the sentences without repetition, the most urgent first."""
        return " ".join(dict.fromkeys(item.text for item in self.items))

    @property
    def is_match(self) -> bool:
        """Return whether it is about a match."""
        return self.items[0].notification.match_id is not None

    @property
    def asks(self) -> bool:
        """Return whether any of its items asks for a decision."""
        return any(item.asks for item in self.items)


def entries_of(items: Sequence[Item]) -> list[Entry]:
    """Return *items* as entries, grouped by match. Entries that ask for a decision come first."""
    groups: dict[object, list[Item]] = {}
    for item in sorted(items, key=lambda item: kind_of(item.notification.kind).rank):
        groups.setdefault(item.notification.match_id or item.notification.pk, []).append(item)
    entries = [Entry(tuple(group)) for group in groups.values()]
    return sorted(entries, key=lambda entry: not entry.asks)


def subject_of(entries: Sequence[Entry]) -> str:
    """Return the subject line of a letter of *entries*."""
    first = entries[0]
    if len(entries) == 1:
        return _one_line(f"{first.headline}: {first.name}")
    asking = sum(entry.asks for entry in entries)
    rest = len(entries) - asking
    things = "matches" if all(entry.is_match for entry in entries if entry.asks) else "things"
    if not asking:
        return f"{rest} news items"
    waiting = (
        f"{asking} {things} wait for you" if asking > 1 else _one_line(f"{first.headline}: {first.name}")
    )
    return f"{waiting}, and {rest} more" if rest else waiting


def _one_line(text: str) -> str:
    return " ".join(text.split())

"""A deck as a list in plain text: written for people to pass on, and read as other programs write it.

    Name: Quiet Room
    Game: Scrap Knights b.0.0

    ACT
    1 Stab
    1 Meditation

Read is also: `2x Name`, `Name x2`, bullets, `# comments`, headings in brackets or with a colon or a count,
names in any case, with typographic quotes and dashes. Cards above the first heading go where they fit.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import msgspec

from cards.decks.context import DeckContext
from cards.decks.draft import MOST_CARDS, Draft, clean_name
from cards.decks.errors import BadDeck
from games.engine import codec
from games.engine.decks import Slot

MOST_CHARACTERS = 20_000
MOST_LINES = 400
# What reads a line takes four times as long for one that is twice as long.
LONGEST_LINE = 200
MOST_FAULTS = 20
_LONGEST_SHOWN = 60
# A number before the name (`2 Stab`, `2x Stab`, `x2 Stab`), and one after it (`Stab x2`, `Stab (2)`).
_COUNTED = (
    re.compile(r"[x×]?\s?(?P<count>\d{1,6})(?:\s?[x×])?\s+(?P<name>.+)", re.IGNORECASE),
    re.compile(r"(?P<name>.+?)\s+[x×(]\s?[x×]?\s?(?P<count>\d{1,6})\s?\)?", re.IGNORECASE),
)
_BULLET = re.compile(r"[-*•–]\s+")
_COMMENT = re.compile(r"(?:^|\s)(?:#|//).*")
_FIELD = re.compile(r"(name|deck|title|game|edition)\s*:\s*(.*)", re.IGNORECASE)
_DECORATION = re.compile(r"^[\[({=#*\s]+|[\])}=:*\s]+$|\s*[(\[]\s*\d+(?:\s*/\s*\d+)?\s*[)\]]\s*:?$")
_ALIKE = str.maketrans(dict.fromkeys("’‘´`", "'") | dict.fromkeys("“”", '"') | dict.fromkeys("–—−‐", "-"))


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with a line. *number:* from 1. *text:* the line, shortened. *reason:* a sentence."""

    number: int
    text: str
    reason: str


class BadList(BadDeck):
    """A list with lines that can't be read. *faults:* one for each of them, at most `MOST_FAULTS`."""

    code = "deck/unreadable-list"

    def __init__(self, faults: tuple[LineFault, ...]) -> None:
        super().__init__(" ".join(f"Line {fault.number}: {fault.reason}" for fault in faults[:3]))
        self.faults = faults


def as_text(context: DeckContext, draft: Draft) -> str:
    """Return the deck as a list, which `read_text` reads back."""
    lines = [f"Name: {draft.name}"] if draft.name else []
    lines.append(f"Game: {context.title.name} {context.edition.slug}")
    for slot in context.empty_slots:
        counted = Counter(draft.lists.get(slot.key, ()))
        if counted:
            lines += [
                "",
                slot.name,
                *(f"{count} {context.cards[slug].name}" for slug, count in counted.items()),
            ]
    return "\n".join(lines) + "\n"


def read_text(context: DeckContext, text: str) -> Draft:
    """Return the deck of a list, sorted. *Raises:* `BadList`; `BadDeck` if it is too long."""
    lines = text.splitlines()
    if len(text) > MOST_CHARACTERS or len(lines) > MOST_LINES:
        raise BadDeck(f"The list is too long: at most {MOST_LINES} lines and {MOST_CHARACTERS} characters.")
    reading = _Reading(context)
    for number, line in enumerate(lines, start=1):
        reading.take(number, line)
        if len(reading.faults) == MOST_FAULTS:
            break
    if reading.faults:
        raise BadList(tuple(reading.faults))
    return Draft(context.tidy(reading.lists), reading.name)


def as_json(context: DeckContext, draft: Draft) -> dict[str, Any]:
    """Return the deck as plain data, which `read_list` reads back."""
    lists = {key: list(slugs) for key, slugs in draft.lists.items() if slugs}
    return {
        "game": context.title.slug,
        "edition": context.edition.slug,
        "name": draft.name,
        "lists": lists,
    }


def read_list(context: DeckContext, text: str) -> Draft:
    """Return the deck of a list in plain text or JSON. *Raises:* as `read_text`."""
    return (
        _read_json(context, text)
        if text.lstrip("\ufeff \t\r\n").startswith("{")
        else read_text(context, text)
    )


def _read_json(context: DeckContext, text: str) -> Draft:
    if len(text) > MOST_CHARACTERS:
        raise BadDeck(f"The list is too long: at most {MOST_CHARACTERS} characters.")
    try:
        said = codec.from_json(_Written, text.lstrip("\ufeff").encode())
    except (msgspec.DecodeError, UnicodeEncodeError):
        raise BadDeck("This isn’t the JSON of a deck: it needs “game”, “name” and “lists”.") from None
    if said.game != context.title.slug:
        raise BadDeck(f"This list is for another game; these are the decks of {context.title.name}.")
    if sum(map(len, said.lists.values())) > MOST_CARDS:
        raise BadDeck(f"A deck has at most {MOST_CARDS} cards.")
    unknown = [slug for slugs in said.lists.values() for slug in slugs if slug not in context.cards]
    strange = sorted(set(said.lists) - {slot.key for slot in context.empty_slots})
    if unknown or strange:
        what = "card" if unknown else "list"
        raise BadDeck(f"{context.title.name} has no {what} “{(unknown or strange)[0][:_LONGEST_SHOWN]}”.")
    return Draft(context.tidy(said.lists), clean_name(said.name))


class _Written(msgspec.Struct):
    game: str
    lists: dict[str, list[str]]
    edition: str = ""
    name: str = ""


class _Reading:
    """Takes a list line by line."""

    def __init__(self, context: DeckContext) -> None:
        self._context = context
        self._names = _names(context)
        self._headings = {form: slot for slot in context.empty_slots for form in _forms(slot)}
        self._slot: Slot | None = None
        self._cards = 0
        self.name = ""
        self.lists: dict[str, list[str]] = {slot.key: [] for slot in context.empty_slots}
        self.faults: list[LineFault] = []

    def take(self, number: int, line: str) -> None:
        """Take a line, or note what is wrong with it."""
        line = line.lstrip("\ufeff").strip()
        if len(line) <= LONGEST_LINE and self._is_heading(line):
            return
        if len(line) <= LONGEST_LINE and line[:5].lower() == "name:" and self._is_field(line):
            return  # a name may have a # in it
        said = _COMMENT.sub("", line).strip()
        try:
            if len(said) > LONGEST_LINE:
                raise ValueError(f"A line has at most {LONGEST_LINE} characters, comments aside.")
            if said and not self._is_heading(said) and not self._is_field(said):
                self._add(_BULLET.sub("", said, count=1))
        except ValueError as fault:
            self.faults.append(LineFault(number, line[:_LONGEST_SHOWN], str(fault)))

    def _is_heading(self, said: str) -> bool:
        slot = self._headings.get(_plain(_DECORATION.sub("", _DECORATION.sub("", said))))
        if slot is not None:
            self._slot = slot
        return slot is not None

    def _is_field(self, said: str) -> bool:
        found = _FIELD.fullmatch(said)
        if found is None or _plain(said) in self._names:
            return False
        if found[1].lower() in ("name", "deck", "title"):
            self.name = clean_name(found[2])
        elif found[1].lower() == "game":
            self._check_game(found[2])
        return True

    def _check_game(self, said: str) -> None:
        title = self._context.title
        if said and not _plain(said).startswith((_plain(title.name), title.slug)):
            raise ValueError(f"This list is for another game; these are the decks of {title.name}.")

    def _add(self, said: str) -> None:
        count, slug = self._counted(said)
        if not 1 <= count <= MOST_CARDS:
            raise ValueError(f"A deck has from 1 to {MOST_CARDS} copies of a card.")
        slot = self._slot_for(slug)
        self._cards += count
        if self._cards > MOST_CARDS:
            raise ValueError(f"A deck has at most {MOST_CARDS} cards; this line is beyond that.")
        self.lists[slot.key] += [slug] * count

    def _counted(self, said: str) -> tuple[int, str]:
        """Return how many copies of which card a line names."""
        readings = list(_readings(said))
        for name, count in readings:
            slug = self._names.get(_plain(name))
            if slug:
                return count, slug
        name = readings[-1][0]
        close = get_close_matches(_plain(name), self._names, 1)
        shown = name[:_LONGEST_SHOWN]
        meant = f" Do you mean “{self._context.cards[self._names[close[0]]].name}”?" if close else ""
        raise ValueError(f"{self._context.title.name} has no card “{shown}”.{meant}")

    def _slot_for(self, slug: str) -> Slot:
        if self._slot is not None:
            return self._slot
        fitting = (slot for slot in self._context.empty_slots if slug in slot.fits and slot.size)
        found = next(fitting, None) or next(
            (slot for slot in self._context.empty_slots if slug in slot.fits), None
        )
        if found is None:
            raise ValueError(
                f"{self._context.cards[slug].name} has no place in a {self._context.rules.noun}."
            )
        return found


def _readings(said: str) -> Iterator[tuple[str, int]]:
    """Yield the ways to read a line as a name and a number: whole, or with a number before or after it."""
    yield said, 1
    for pattern in _COUNTED:
        found = pattern.fullmatch(said)
        if found:
            yield found["name"], int(found["count"])


def _forms(slot: Slot) -> set[str]:
    names = {slot.key, slot.short, slot.name}
    return {form for name in names for form in (_plain(name), _plain(f"{name}s"))}


@lru_cache(maxsize=8)
def _names_of(names: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    return {**{slug: slug for slug, _ in names}, **{_plain(name): slug for slug, name in names}}


def _names(context: DeckContext) -> Mapping[str, str]:
    """Return the slug of every card by its slug and by its name."""
    return _names_of(tuple((slug, card.name) for slug, card in context.cards.items()))


def _plain(text: str) -> str:
    """Return *text* in one case, with plain quotes and dashes and single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold().split())

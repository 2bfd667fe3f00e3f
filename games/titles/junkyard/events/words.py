"""Words for the log: lists of cards and of seats, and counted nouns."""

from collections.abc import Iterable, Sequence

from games.engine.events import CardPart, Part, SeatPart
from games.titles.junkyard.edition import CardFace
from games.titles.junkyard.yard import Shift

_NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def in_words(number: int) -> str:
    """Return *number*, at most 20, as a word: `twelve`."""
    return _NUMBERS[number]


def ordinal(number: int) -> str:
    """Return which one *number*, from 1 to 9, is: `fourth`."""
    return _ORDINALS[number]


def count(number: int, noun: str) -> str:
    """Return *number* with its noun: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def now_active(now: int, before: int) -> str:
    """Return how many registers are active now instead of *before*, as the end of a sentence."""
    are = f"{count(now, 'register')} {'is' if now == 1 else 'are'}"
    return f"{are} still active." if now == before else f"{are} active instead of {before}."


def card_parts(faces: Iterable[CardFace]) -> tuple[Part, ...]:
    """Return the cards as a list; cards of one kind are one part with their count."""
    return kind_parts(face.card for face in faces)


def kind_parts(slugs: Iterable[str]) -> tuple[Part, ...]:
    """Return the kinds as a list; equal ones are one part with their count."""
    counts: dict[str, int] = {}
    for slug in slugs:
        counts[slug] = counts.get(slug, 0) + 1
    return _joined([CardPart(slug, number) for slug, number in counts.items()])


def seat_parts(seats: Iterable[int]) -> tuple[Part, ...]:
    """Return the seats as a list."""
    return _joined([SeatPart(seat) for seat in seats])


def pushed_parts(seat: int, shifts: Iterable[Shift]) -> tuple[Part, ...]:
    """Return “ and pushed …” with the seats that *seat* pushed, or nothing."""
    others = list(dict.fromkeys(shift.seat for shift in shifts if shift.seat != seat))
    return (" and pushed ", *seat_parts(others)) if others else ()


def _joined(items: Sequence[Part]) -> tuple[Part, ...]:
    """Return the items with commas between them, and “and” before the last one."""
    parts: list[Part] = []
    for index, item in enumerate(items):
        if index:
            parts.append(" and " if index == len(items) - 1 else ", ")
        parts.append(item)
    return tuple(parts)

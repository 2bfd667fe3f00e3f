"""The note in the archive: what to print, how to put it together, and who made the game."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from textwrap import wrap

from cards.exports.kits.box import Finish
from cards.exports.lists import CardList
from cards.exports.pages import MARGIN
from games import catalog
from games.engine.kit import Die, Kit, Marker
from rules.document.books import Head

_WIDTH = 78


def note_of(kit: Kit, cards: CardList, head: Head, finish: Finish, files: Mapping[str, bytes]) -> str:
    """Return the note about an archive with these *files*, its lines ended as every editor reads them."""
    title = catalog.title(head.game)
    blocks = [
        [cards.name.upper()],
        [f"Everything to print and play {title.name}, for {_seats(title.seats)}, {title.minutes} minutes."],
        ["WHAT TO PRINT", *_files(finish, files)],
        ["HOW TO PRINT", *_printing(finish)],
        ["DECKS", *_decks(kit)],
        *([["READY-MADE DECKS", *_picks(kit, cards)]] if kit.picks else []),
        ["MATS", *_mats(kit)],
        ["MARKERS AND DICE", *_things(kit)],
        ["CREDITS", *cards.credits, *_of_the_rules(head)],
    ]
    text = "\n\n".join("\n".join(_wrapped(block)) for block in blocks)
    return text.replace("\n", "\r\n") + "\r\n"


def _files(finish: Finish, files: Mapping[str, bytes]) -> Iterator[str]:
    for name, words in (
        ("cards.pdf", "the cards with their backs, deck after deck"),
        ("mats.pdf", "the mats; large mats come in parts that you tape together"),
        ("markers.pdf", "markers, standees, cubes and dice to cut out and fold"),
        ("player-aids.pdf", "a card with the rules in brief for every player"),
        ("rulebook.pdf", "the rules, on A5 pages: print it as a booklet, or two pages to a sheet"),
    ):
        pages = f" ({_pages(files[name])})" if name in files else ""
        yield f"- {name}: {words}{pages}"


def _printing(finish: Finish) -> Iterator[str]:
    yield f"- The paper is {finish.paper.name}. Print at 100%, without “fit to page”."
    yield f"- Everything keeps {MARGIN:.0f} mm away from the edges of the paper."
    yield "- Print cards.pdf on both sides and flip on the long edge. Print the others on one side."
    if finish.has_bleed:
        yield "- The ground of each card goes on 3 mm around it. Cut along the crop marks."
    else:
        yield "- Cards lie side by side: one cut along the crop marks serves two of them."
    yield "- Thick paper (200 g/m² or more) or card sleeves make the cards easier to shuffle."


def _decks(kit: Kit) -> Iterator[str]:
    """Yield what to do with each deck; decks of which the same is true share a line."""
    for (copies, words), decks in groupby(kit.decks, key=lambda deck: (deck.copies, deck.words)):
        names = [deck.name for deck in decks]
        each = "cards each" if len(names) > 1 else "cards"
        yield f"- {'; '.join(names)} ({copies} {each}): {words}"


def _picks(kit: Kit, cards: CardList) -> Iterator[str]:
    names = {card.slug: card.name for card in cards.cards}
    for deck in kit.picks:
        held = [
            names[share.card] + (f" ×{share.copies}" if share.copies > 1 else "") for share in deck.shares
        ]
        yield f"- {deck.name}: {', '.join(held)}. {deck.words}"
    if any(share.copies > 1 for deck in kit.picks for share in deck.shares):
        yield "If a deck needs a card twice, write the name of the second one on a note card."


def _times(name: str, copies: int) -> str:
    return f"{name} ×{copies}" if copies > 1 else name


def _mats(kit: Kit) -> Iterator[str]:
    for mat in kit.mats:
        if mat.is_printed:
            whose = f", one for each of {kit.seats} players" if mat.is_each else ""
            yield f"- {mat.name}, {mat.width:.0f} × {mat.height:.0f} mm{whose}"


def _things(kit: Kit) -> Iterator[str]:
    things: list[Marker | Die] = [*kit.markers, *kit.dice]
    counts: Counter[str] = Counter()
    for thing in things:
        counts[thing.name.partition(" of player ")[0]] += thing.copies
    for name, copies in counts.items():
        yield f"- {name} ×{copies}"
    yield "Real dice, coins, cubes or buttons are fine too."


def _of_the_rules(head: Head) -> Iterator[str]:
    yield f"Rules: {head.source}."
    yield f"{head.credit.rstrip('.')}."
    yield f"Licence: {head.licence}."


def _seats(seats: tuple[int, ...]) -> str:
    return f"{seats[0]} players" if len(seats) == 1 else f"{seats[0]} to {seats[-1]} players"


def _wrapped(lines: list[str]) -> Iterator[str]:
    for line in lines:
        indent = "  " if line.startswith("- ") else ""
        yield from wrap(line, _WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def _pages(pdf: bytes) -> str:
    # The library takes long to import.
    from pypdf import PdfReader

    count = len(PdfReader(io.BytesIO(pdf)).pages)
    return f"{count} page" if count == 1 else f"{count} pages"

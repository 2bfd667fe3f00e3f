"""The note in the archive: what to print, how to put it together, and who made the game."""

import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap

from django.utils.text import get_text_list

from cards.exports.kits.box import Finish
from cards.exports.kits.mats import mat_items
from cards.exports.lists import CardList
from cards.exports.pages import MARGIN
from games import catalog
from games.engine.kit import Deck, Die, Kit, Marker
from rules.document.books import Head

_WIDTH = 78
_OF_PLAYER = " of player "
_FORMS = {"standee": "standees", "cube": "cubes", "tile": "tiles", "disc": "round markers"}


def note_of(
    kit: Kit,
    cards: CardList,
    head: Head,
    finish: Finish,
    files: Mapping[str, bytes],
    changes: Sequence[str] = (),
) -> str:
    """Return the note about an archive with these *files*, its lines ended as every editor reads them.

    *changes:* what differs in a draft from the edition whose rulebook it has.
    """
    title = catalog.title(head.game)
    blocks = [
        [cards.name.upper()],
        [f"Everything to print and play {title.name}, for {_seats(title.seats)}, {title.minutes} minutes."],
        *([[f"WHAT DIFFERS FROM {head.edition}", *(f"- {line}" for line in changes)]] if changes else []),
        ["WHAT TO PRINT", *_files(kit, files)],
        ["HOW TO PRINT", *_printing(kit, finish)],
        ["WHAT ELSE YOU NEED", *_needs(kit)],
        ["HOW TO BEGIN", *_beginning()],
        ["DECKS", *_decks(kit.decks)],
        *([["READY-MADE DECKS", *_picks(kit, cards)]] if kit.picks else []),
        *([["MATS", *_mats(kit)]] if "mats.pdf" in files else []),
        *([["MARKERS AND DICE", *_things(kit)]] if "markers.pdf" in files else []),
        ["CREDITS", *cards.credits, *_of_the_rules(head)],
    ]
    text = "\n\n".join("\n".join(_wrapped(block)) for block in blocks)
    return text.replace("\n", "\r\n") + "\r\n"


def _files(kit: Kit, files: Mapping[str, bytes]) -> Iterator[str]:
    for name, what, how in (
        (
            "cards.pdf",
            "the cards with their backs, deck after deck",
            "On both sides of thick paper (200 g/m² or more); on plain paper if you use card sleeves.",
        ),
        ("mats.pdf", "what the cards and markers lie on", "On one side of plain paper."),
        ("markers.pdf", _made(kit), "On one side of thick paper."),
        ("player-aids.pdf", "the rules in brief for every player", "On one side of any paper."),
        (
            "rulebook.pdf",
            "the rules",
            "Its pages are A5: choose “booklet” when you print it and fold the sheets in the middle, or "
            "print two pages to a sheet.",
        ),
    ):
        if name in files:
            yield f"- {name}: {what} ({_pages(files[name])}). {how}"


def _made(kit: Kit) -> str:
    """Return what is to be cut out."""
    forms = {marker.form for marker in kit.markers}
    names = [name for form, name in _FORMS.items() if form in forms]
    names += ["dice" if len(die.faces) > len(("heads", "tails")) else "a coin" for die in kit.paper_dice]
    return f"{get_text_list(names, 'and')} to cut out; each sheet says how"


def _printing(kit: Kit, finish: Finish) -> Iterator[str]:
    yield f"- The paper is {finish.paper.name}. Print at 100%, without “fit to page”."
    yield f"- Everything keeps {MARGIN:.0f} mm away from the edges of the paper."
    yield "- When you print on both sides, flip on the long edge."
    if finish.has_bleed:
        yield "- The ground of each card goes on 3 mm around it. Cut along the crop marks."
    else:
        yield "- Cards lie side by side: one cut along the crop marks serves two of them."
    yield "- Above the cards of each sheet is the deck they belong to, so cut and sort sheet by sheet."
    if any(part.data["label"] for part in mat_items(kit, finish.paper)[1]):
        yield "- Parts of a large mat say where they belong. Cut them out along the frames and tape them."


def _needs(kit: Kit) -> Iterator[str]:
    yield "- Something to cut with, such as a knife and a ruler; glue and adhesive tape."
    for need in kit.needs:
        yield f"- {need}"
    for die in kit.dice:
        if not die.is_of_paper:
            yield f"- {die.name} ×{die.copies}: it can’t be folded of paper."
    if kit.markers or kit.paper_dice:
        yield "- Real dice, coins, cubes or buttons are as good as the printed ones."


def _beginning() -> Iterator[str]:
    yield "Read rulebook.pdf: its chapter “Setup” says how the table is laid."


def _decks(decks: Iterable[Deck]) -> Iterator[str]:
    """Yield what to do with each deck; decks of which the same is true share a line."""
    alike: dict[tuple[str, int, str, str], list[str]] = {}
    for deck in decks:
        stem, separator, rest = _parted(deck.name)
        alike.setdefault((stem, deck.copies, deck.words, separator), []).append(rest)
    for (stem, copies, words, separator), rests in alike.items():
        name, each = stem, "cards"
        if len(rests) > 1:
            each = "cards each"
        if separator == _OF_PLAYER:
            name = f"{stem}, one for each player"
        elif separator:
            name = f"{stem}: {', '.join(rests)}"
        yield f"- {name} ({copies} {each}): {words}"


def _parted(name: str) -> tuple[str, str, str]:
    """Return what the names of several decks have in common, what parts it from the rest, and the rest."""
    for separator in (_OF_PLAYER, ": "):
        if separator in name:
            return name.partition(separator)
    return name, "", ""


def _picks(kit: Kit, cards: CardList) -> Iterator[str]:
    names = {card.slug: card.name for card in cards.cards}
    kinds = {share.card: _parted(deck.name)[0] for deck in kit.decks for share in deck.shares}
    for deck in kit.picks:
        held: dict[str, list[str]] = {}
        for share in deck.shares:
            held.setdefault(kinds[share.card], []).append(names[share.card])
        listed = "; ".join(
            f"{kind if len(of_kind) > 1 else kind.removesuffix('s')}: {', '.join(of_kind)}"
            for kind, of_kind in held.items()
        )
        yield f"- {deck.name}. {listed}. {deck.words}"
    yield "If you need a card twice, write the name of the second one on a note card."


def _mats(kit: Kit) -> Iterator[str]:
    for mat in kit.mats:
        if mat.is_printed:
            whose = f", one for each of {kit.seats} players" if mat.is_each else ""
            yield f"- {mat.name}, {mat.width:.0f} × {mat.height:.0f} mm{whose}"


def _things(kit: Kit) -> Iterator[str]:
    things: list[Marker | Die] = [*kit.markers, *kit.paper_dice]
    counts: Counter[str] = Counter()
    for thing in things:
        counts[_parted(thing.name)[0]] += thing.copies
    for name, copies in counts.items():
        yield f"- {name} ×{copies}"


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

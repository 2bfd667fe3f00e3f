"""nanDECK: a script and its data, which together rebuild the cards in that program.

nanDECK reads every word from the rows of the data, so the script holds only the design. A text has a column
for each size of letters that some card needs, for a font can't differ from card to card: the words stand in
the column of the largest size in which they fit, and the other columns are empty, which draws nothing.
"""

import codecs
import io
import re
import zipfile
from dataclasses import dataclass

from cards.catalogue.faces import type_of
from cards.exports.drawing import compile_pngs, ppi_for
from cards.exports.lists import CardList, spread
from cards.exports.look import colours, enamel_of, look
from cards.exports.measuring import BOLD, PLAIN, STENCIL, Face, Room, fitting
from cards.exports.plain import as_words, columns, flat_record, rows_as_csv
from games.engine.cards import Card, TextLine

SCRIPT, DATA, ICONS = "nandeck.txt", "nandeck.csv", "icons"
SIGNED = ("cost", "energy", "health", "charge", "value", "initiative")
ICON_PIXELS, ICON_MM, ICON_INK = 480, 40, "#f7edda"
# A fixed day that zip files can hold, so that the same cards give the same bytes.
ZIP_MOMENT = (2020, 1, 1, 0, 0, 0)
_ENERGY = re.compile(r"\d+ Energy")


@dataclass(frozen=True)
class Place:
    """Where words stand on a card. *slug:* begins its columns' names. *sizes:* in points, largest first.

    *colour:* a name of the cards' colours, or a colour. *align:* how the words lie in their room.
    """

    slug: str
    room: Room
    face: Face
    sizes: tuple[int, ...]
    colour: str
    align: str

    def column(self, words: str) -> str:
        """Return the column that holds *words*: that of the largest size in which they fit."""
        return f"{self.slug}_{fitting(words, self.face, self.room, self.sizes)}"

    @property
    def columns(self) -> list[str]:
        """The columns of all sizes."""
        return [f"{self.slug}_{size}" for size in self.sizes]


BODY = (9, 8, 7, 6, 5)
PLACES = (
    Place("name", Room(0.45, 0.3, 5.4, 0.68), STENCIL, (15, 13, 11, 9), "stock", "left,center"),
    Place("kind", Room(0.45, 4.78, 5.4, 0.44), STENCIL, (10, 8), "#FFFFFF", "left,center"),
    Place("figures", Room(0.35, 4.2, 5.6, 0.5), STENCIL, (9, 8, 7), "stock", "center,center"),
    Place("first_cost", Room(0.3, 5.4, 1.3, 1.2), BOLD, (9, 7), "energy", "center,wwtop"),
    Place("second_cost", Room(0.3, 6.75, 1.3, 1.2), BOLD, (9, 7), "energy", "center,wwtop"),
    Place("first_text", Room(1.65, 5.4, 4.3, 1.3), PLAIN, BODY, "ink", "left,wwtop"),
    Place("second_text", Room(1.65, 6.75, 4.3, 1.35), PLAIN, BODY, "ink", "left,wwtop"),
    Place("only_text", Room(0.45, 5.4, 5.4, 2.7), PLAIN, BODY, "ink", "left,wwcenter"),
)


def script(cards: CardList) -> bytes:
    """Return the script. It reads `nandeck.csv` and the pictures in `icons/` beside it."""
    parts = (_head(cards), _frame(), _figures(), _texts(_drawn_columns(_rows(cards))), _foot())
    return ("\r\n".join(line for part in parts for line in part) + "\r\n").encode()


def data(cards: CardList) -> bytes:
    """Return the data: the columns of the plain CSV, and those that the script draws from.

    It begins with a byte order mark, by which Windows programs know UTF-8. One that doesn't know the mark
    sees it in the name of the first column, which the script doesn't read.
    """
    rows, own = _rows(cards), columns(spread(cards))
    names = [*own, *(key for key in SIGNED if key not in own), "enamel", "picture", *_drawn_columns(rows)]
    return codecs.BOM_UTF8 + rows_as_csv(rows, names)


def bundle(cards: CardList) -> bytes:
    """Return script, data and pictures as one zip."""
    out = io.BytesIO()
    icons = sorted({card.icon for card in cards.cards if card.icon})
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bag:
        _put(bag, SCRIPT, script(cards))
        _put(bag, DATA, data(cards))
        _put(bag, "CREDITS.txt", ("\r\n".join(cards.credits) + "\r\n").encode())
        for icon, picture in zip(icons, _icon_pngs(icons), strict=True):
            _put(bag, f"{ICONS}/{icon}.png", picture)
    return out.getvalue()


def _head(cards: CardList) -> list[str]:
    return [
        # A line break would end the comment.
        f"; {' '.join(cards.name.split())}, {cards.copies} cards. Made by Scrapsite.",
        *(f"; {sentence}" for sentence in cards.credits),
        f"; Put this file beside {DATA} and the folder {ICONS}, open it in nanDECK, press Build deck.",
        "; The fonts Roboto Mono and Share Tech Mono are free: install them first, or put them into the",
        "; folder “fonts” beside the program.",
        "; To change words, change the columns that end with a size, such as name_15. Where words no longer",
        "; fit, move them to the column of a smaller size; a new one needs two lines here as well.",
        "",
        "UNIT=CM",
        "DPI=300",
        "PAGE=21,29.7,PORTRAIT,HV",
        "CARDSIZE=6.3,8.8",
        "; One row for each card; the column “quantity” says how many copies there are.",
        "LINKUNI=OFF",
        "LINKMULTI=quantity",
        f"LINK={DATA}",
        "[all]=1-{(slug)}",
        "",
    ]


def _frame() -> list[str]:
    known = colours()
    return [
        "; Frame in the colour of the type, name plate, art window, text.",
        "RECTANGLE=[all],0,0,6.3,8.8,[enamel]",
        f"RECTANGLE=[all],0.25,0.25,5.8,0.78,{known['oil']}",
        "RECTANGLE=[all],0.25,1.03,5.8,3.72,#2A211B",
        "IMAGE=[all],[picture],1.5,1.15,3.3,2.95,0,PN",
        f"RECTANGLE=[all],0.25,5.25,5.8,2.9,{known['stock']}",
        "",
    ]


def _figures() -> list[str]:
    """Return the figures that have a place of their own."""
    known = colours()
    return [
        "; Figures. What a card lacks is empty and draws nothing.",
        f'FONT="Roboto Mono",15,BT,{known["cog"]}',
        "TEXT=[all],[cost],0.4,1.15,1.1,0.9,left,center",
        'FONT="Roboto Mono",15,BT,#6FD3E6',
        "TEXT=[all],[energy],4.8,1.15,1.1,0.9,right,center",
        f'FONT="Roboto Mono",15,BT,{known["stock"]}',
        "TEXT=[all],[health],4.8,1.15,1.1,0.9,right,center",
        'FONT="Roboto Mono",15,BT,#9AD9A2',
        "TEXT=[all],[charge],0.4,1.15,1.1,0.9,left,center",
        f'FONT="Roboto Mono",15,BT,{known["value"]}',
        "TEXT=[all],[value],4.8,1.15,1.1,0.9,right,center",
        f'FONT="Roboto Mono",13,BT,{known["initiative"]}',
        "TEXT=[all],[initiative],0.4,4.1,2.2,0.64,left,center",
        "",
    ]


def _texts(used: list[str]) -> list[str]:
    """Return the words. *used:* the columns that some card needs."""
    lines = [
        "; Words. Each has a column for its size; the columns of other sizes are empty and draw nothing."
    ]
    for place in PLACES:
        colour = colours().get(place.colour, place.colour)
        spot = ",".join(
            f"{edge:g}" for edge in (place.room.left, place.room.top, place.room.width, place.room.height)
        )
        style = "BT" if place.face is BOLD else "T"
        for size, column in zip(place.sizes, place.columns, strict=True):
            if column in used:
                lines += [
                    f'FONT="{place.face.name}",{size},{style},{colour}',
                    f"TEXT=[all],[{column}],{spot},{place.align}",
                ]
    return [*lines, ""]


def _foot() -> list[str]:
    known = colours()
    return [
        "; Foot: edition, and copies in the box.",
        f"RECTANGLE=[all],0.25,8.15,5.8,0.4,{known['stock']}",
        f'FONT="Roboto Mono",6,T,{known["ink-soft"]}',
        "TEXT=[all],[edition],0.45,8.17,3.5,0.35,left,center",
        'TEXT=[all],"x[quantity]",4.35,8.17,1.5,0.35,right,center',
        "BORDER=RECTANGLE,#000000,0.01,MARK",
    ]


def _rows(cards: CardList) -> list[dict[str, str | int]]:
    return [{**flat_record(card), **_drawn(card)} for card in spread(cards).cards]


def _drawn_columns(rows: list[dict[str, str | int]]) -> list[str]:
    """Return the columns of words that some row needs, in the order of their places."""
    return [column for place in PLACES for column in place.columns if any(column in row for row in rows)]


def _drawn(card: Card) -> dict[str, str | int]:
    """Return the columns of *card* that the script needs besides those of the plain CSV."""
    said = {
        "name": as_words(card.name),
        "kind": type_of(card),
        "figures": _other_figures(card),
        **_texts_of(card),
    }
    return {
        "enamel": colours()[enamel_of(card)],
        "picture": f"{ICONS}/{card.icon}.png" if card.icon else "",
        **{place.column(said[place.slug]): said[place.slug] for place in PLACES if said.get(place.slug)},
    }


def _other_figures(card: Card) -> str:
    """Return the figures without a place of their own, each with its name."""
    return "   ".join(f"{figure.label} {figure.words}" for figure in card.figures if figure.key not in SIGNED)


def _texts_of(card: Card) -> dict[str, str]:
    """Return the text of *card* by place: one or two attacks with their Energy, or all of it in one."""
    if 1 <= len(card.lines) <= 2 and all(_ENERGY.fullmatch(line.cost) for line in card.lines):
        places = zip(("first", "second"), card.lines, strict=False)
        return {
            f"{place}_{part}": words
            for place, line in places
            for part, words in (("cost", line.cost), ("text", line.text))
        }
    return {"only_text": " ".join(_line(line) for line in card.lines)}


def _line(line: TextLine) -> str:
    return f"{line.cost}: {line.text}" if line.cost else line.text


def _icon_pngs(icons: list[str]) -> list[bytes]:
    """Return the pictures of *icons*, in the same order."""
    job = {"look": look(icons), "icons": icons, "ink": ICON_INK}
    return compile_pngs("icon.typ", job, ppi_for(ICON_PIXELS, ICON_MM)) if icons else []


def _put(bag: zipfile.ZipFile, name: str, body: bytes) -> None:
    entry = zipfile.ZipInfo(name, ZIP_MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    bag.writestr(entry, body)

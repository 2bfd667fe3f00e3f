"""nanDECK: a script and its data, which together rebuild the cards in that program.

nanDECK reads every figure from the rows of the data, so the script holds only the design. What differs
between types of card has columns of its own: colours, and the text of each place (empty draws nothing).
"""

import io
import zipfile

from cards.catalogue.faces import type_of
from cards.exports.drawing import compile_pngs, ppi_for
from cards.exports.lists import CardList, spread
from cards.exports.look import colours, enamel_of, look
from cards.exports.plain import columns, flat_record, rows_as_csv
from games.engine.cards import Card

SCRIPT, DATA, ICONS = "nandeck.txt", "nandeck.csv", "icons"
DRAWN_COLUMNS = (
    "enamel",
    "kind",
    "picture",
    "first_cost",
    "first_text",
    "second_cost",
    "second_text",
    "only_text",
)
SIGNED = ("cost", "energy", "health", "charge", "value", "initiative")
ICON_PIXELS, ICON_MM, ICON_INK = 480, 40, "#f7edda"
# A fixed day that zip files can hold, so that the same cards give the same bytes.
ZIP_MOMENT = (2020, 1, 1, 0, 0, 0)


def script(cards: CardList) -> bytes:
    """Return the script. It reads `nandeck.csv` and the pictures in `icons/` beside it."""
    parts = (_head, _frame, _figures, _texts, _foot)
    lines = [line for part in parts for line in part(cards)]
    return ("\r\n".join(lines) + "\r\n").encode()


def data(cards: CardList) -> bytes:
    """Return the data: the columns of the plain CSV, and those that the script draws from."""
    rows = [{**flat_record(card), **_drawn(card)} for card in spread(cards).cards]
    own = columns(spread(cards))
    names = [*own, *(key for key in SIGNED if key not in own), *DRAWN_COLUMNS]
    return rows_as_csv(rows, names)


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
        f"; {cards.name}, {cards.copies} cards. Made by Scrapsite.",
        *(f"; {sentence}" for sentence in cards.credits),
        f"; Put this file beside {DATA} and the folder {ICONS}, open it in nanDECK, press Build deck.",
        "; The fonts Roboto Mono and Share Tech Mono are free: install them first.",
        "",
        "UNIT=CM",
        "DPI=300",
        "PAGE=21,29.7,PORTRAIT,HV",
        "CARDSIZE=6.3,8.8",
        "; One row for each card; the column “quantity” says how many copies there are.",
        "LINKUNI=OFF",
        "LINKMULTI=quantity",
        f"LINK={DATA}",
        "[all]=1-{(name)}",
        "",
    ]


def _frame(cards: CardList) -> list[str]:
    known = colours()
    return [
        "; Frame in the colour of the type, name plate, art window.",
        "RECTANGLE=[all],0,0,6.3,8.8,[enamel]",
        f"RECTANGLE=[all],0.25,0.25,5.8,0.78,{known['oil']}",
        "RECTANGLE=[all],0.25,1.03,5.8,3.72,#2A211B",
        "IMAGE=[all],[picture],1.5,1.2,3.3,3.4,0,PN",
        f'FONT="Share Tech Mono",15,T,{known["stock"]}',
        "TEXT=[all],[name],0.45,0.3,5.4,0.68,left,center",
        "; Type band.",
        'FONT="Share Tech Mono",10,T,#FFFFFF',
        "TEXT=[all],[kind],0.45,4.78,5.4,0.44,left,center",
        "",
    ]


def _figures(cards: CardList) -> list[str]:
    """Return the figures: some have their own place, the others are words along the art's lower edge."""
    known = colours()
    lines = [
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
        "TEXT=[all],[initiative],0.4,3.95,2.2,0.7,left,center",
    ]
    labels = {figure.key: figure.label for card in cards.cards for figure in card.figures}
    others = [(key, label) for key, label in labels.items() if key not in SIGNED]
    for place, (key, label) in enumerate(others):
        row, column = divmod(place, 3)
        spot = f"{0.35 + 1.9 * column:.2f},{4.4 - 0.35 * row:.2f},1.8,0.32"
        lines += [
            f'FONT="Share Tech Mono",7,T,{known["stock"]}',
            f'TEXT=[all],"{label} [{key}]",{spot},left,center',
        ]
    return [*lines, ""]


def _texts(cards: CardList) -> list[str]:
    """Return the text areas: two with an Energy cost for a Scrapbot's attacks, one for everything else."""
    known = colours()
    return [
        "; Text. Costs stand left of the first and the second line; a card without has the whole area.",
        f"RECTANGLE=[all],0.25,5.25,5.8,2.9,{known['stock']}",
        f'FONT="Roboto Mono",9,BT,{known["energy"]}',
        "TEXT=[all],[first_cost],0.3,5.4,1.3,1.2,center,wwtop",
        "TEXT=[all],[second_cost],0.3,6.75,1.3,1.2,center,wwtop",
        f'FONT="Roboto Mono",9,T,{known["ink"]}',
        "TEXT=[all],[first_text],1.65,5.4,4.3,1.3,left,wwtop",
        "TEXT=[all],[second_text],1.65,6.75,4.3,1.35,left,wwtop",
        "TEXT=[all],[only_text],0.45,5.4,5.4,2.7,left,wwcenter",
        "",
    ]


def _foot(cards: CardList) -> list[str]:
    known = colours()
    return [
        "; Foot: edition, and copies in the box.",
        f"RECTANGLE=[all],0.25,8.15,5.8,0.4,{known['stock']}",
        f'FONT="Roboto Mono",6,T,{known["ink-soft"]}',
        "TEXT=[all],[edition],0.45,8.17,3.5,0.35,left,center",
        'TEXT=[all],"x[quantity]",4.35,8.17,1.5,0.35,right,center',
        "BORDER=RECTANGLE,#000000,0.01,MARK",
    ]


def _drawn(card: Card) -> dict[str, str | int]:
    """Return the columns of *card* that the script needs besides those of the plain CSV."""
    row: dict[str, str | int] = {
        "enamel": colours()[enamel_of(card)],
        "kind": type_of(card),
        "picture": f"{ICONS}/{card.icon}.png" if card.icon else "",
    }
    if not any(line.cost for line in card.lines):
        return {**row, "only_text": " ".join(line.text for line in card.lines)}
    first, *rest = card.lines
    row |= {"first_cost": first.cost, "first_text": first.text}
    if rest:
        row |= {
            "second_cost": rest[0].cost,
            "second_text": " ".join([rest[0].text, *(f"{line.cost}: {line.text}" for line in rest[1:])]),
        }
    return row


def _icon_pngs(icons: list[str]) -> list[bytes]:
    """Return the pictures of *icons*, in the same order."""
    job = {"look": look(icons), "icons": icons, "ink": ICON_INK}
    return compile_pngs("icon.typ", job, ppi_for(ICON_PIXELS, ICON_MM)) if icons else []


def _put(bag: zipfile.ZipFile, name: str, body: bytes) -> None:
    entry = zipfile.ZipInfo(name, ZIP_MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    bag.writestr(entry, body)

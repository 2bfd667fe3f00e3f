"""Pairs of cards, and who beats whom: rows, pictures, and a sentence before each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from games.engine.decks import DeckRules
from games.lab.measuring.decks import LEAST_MEETINGS, READY_MADE, Matrix, Meeting
from games.lab.measuring.intervals import ALPHA
from games.lab.measuring.pairs import Pairs
from games.lab.words import MINUS, signed, with_interval
from scrapsite.common.charts import HeatMap, heat_map

# Returns the name of a card and the address of its page, or an empty one.
CardLink = Callable[[str], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class PairRow:
    """*cards:* names and addresses of two cards. *is_more:* they are used together more often than expected.

    *together*, *expected:* shares of the seats in percent. *apart:* by how much they differ.
    """

    cards: tuple[tuple[str, str], ...]
    is_more: bool
    seats: int
    together: str
    expected: str
    apart: str


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """*won:* empty for too few games. *stands_out:* it isn't one half, by more than chance may do."""

    won: str
    games: int
    stands_out: bool


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """*name:* of a deck or card, *url* of its page, or empty. *total:* against all others."""

    name: str
    url: str
    total: MatrixCell
    cells: tuple[MatrixCell, ...]


@dataclass(frozen=True, slots=True)
class MatrixTable:
    """Who beats whom. *says:* a sentence. *heat:* the picture, *words* for those who don't see it."""

    key: str
    name: str
    says: str
    rows: tuple[MatrixRow, ...]
    heat: HeatMap
    words: str


def pairs_line(pairs: Pairs) -> str:
    """Return in one sentence how many pairs of cards stand out."""
    if not pairs.tested:
        return "No two cards are used often enough to say whether they go together."
    often = (
        f"{pairs.tested} pair{'s' * (pairs.tested != 1)} of cards that {_are(pairs.tested)} used often enough"
    )
    if not pairs.clear:
        return f"Of {often}, none is used together more or less often than chance explains."
    shown = f"; the {len(pairs.shown)} clearest are shown" if len(pairs.shown) < pairs.clear else ""
    kind = "more or less often than chance explains"
    return f"Of {often}, {pairs.clear} {_are(pairs.clear)} used together {kind}{shown}."


def pair_rows(pairs: Pairs, link: CardLink) -> Iterator[PairRow]:
    """Yield the pairs that stand out, the clearest first."""
    for pair in pairs.shown:
        yield PairRow(
            cards=(link(pair.one), link(pair.other)),
            is_more=pair.apart.value > 0,
            seats=pair.seats,
            together=f"{100 * pair.together:.1f}",
            expected=f"{100 * pair.expected:.1f}",
            apart=signed(pair.apart, True),
        )


def matrix_tables(
    matrices: Iterable[Matrix], rules: DeckRules | None, link: CardLink
) -> Iterator[MatrixTable]:
    """Yield the tables of who beats whom. *rules:* for the decks of the edition."""
    if rules is None:
        return
    names = {slot.key: slot.name for slot in rules.slots({})}
    decks = {deck.slug: (deck.name, "") for deck in rules.ready_made}
    for matrix in matrices:
        is_decks = matrix.key == READY_MADE
        links = [decks.get(slug, (slug, "")) if is_decks else link(slug) for slug in matrix.slugs]
        shown = [name for name, _ in links]
        says = _says(matrix, shown, f"{rules.noun}s" if is_decks else "cards")
        values = [[cell.won.value if cell.won else None for cell in row] for row in matrix.cells]
        numbered = [f"{number} {name}" for number, name in enumerate(shown, 1)]
        rows = [
            MatrixRow(*linked, _cell(total), tuple(map(_cell, row)))
            for linked, total, row in zip(links, matrix.totals, matrix.cells, strict=True)
        ]
        yield MatrixTable(
            key=matrix.key,
            name=f"Ready-made {rules.noun}s" if is_decks else names.get(matrix.key, matrix.key),
            says=says,
            rows=tuple(rows),
            heat=heat_map(values, numbered),
            words=f"{says} The figures are in the table.",
        )


def _says(matrix: Matrix, names: Sequence[str], noun: str) -> str:
    """Return which meeting is the clearest and who does best and worst, in a few sentences."""
    told = [
        (cell.rate, -abs(cell.won.value - 0.5), cell.won, names[down], names[across])
        for down, row in enumerate(matrix.cells)
        for across, cell in enumerate(row)
        if across > down and cell.won
    ]
    clear = [one for one in told if one[0] <= ALPHA]
    many = f"Of {len(told)} pairs of {noun} that have met in {LEAST_MEETINGS} games or more, "
    if not told:
        says = f"No two {noun} have met in {LEAST_MEETINGS} games: more games would show who wins."
    elif not clear:
        says = f"{many}none has a winner that chance doesn’t explain."
    else:
        _, _, won, one, other = min(clear, key=lambda found: found[:2])
        if won.value < 0.5:
            won, one, other = won.mirrored(), other, one
        have = "has" if len(clear) == 1 else "have"
        says = f"{many}{len(clear)} {have} a winner that chance doesn’t explain. The clearest: "
        says += f"{one} wins {with_interval(won, True)} against {other}."
    return f"{says} {_against_all(matrix, names)}".strip()


def _against_all(matrix: Matrix, names: Sequence[str]) -> str:
    """Return who does best and worst against all others, of those of whom chance doesn't explain it."""
    clear = sorted(
        (total.won.value, with_interval(total.won, True), name)
        for total, name in zip(matrix.totals, names, strict=True)
        if total.won and total.rate <= ALPHA
    )
    best = [f"{name} does best with {won}" for value, won, name in clear[-1:] if value > 0.5]
    worst = [f"{name} worst with {won}" for value, won, name in clear[:1] if value < 0.5]
    if worst and not best:
        worst = [worst[0].replace(" worst", " does worst")]
    return f"Against all others, {' and '.join(best + worst)}." if best or worst else ""


def _cell(meeting: Meeting) -> MatrixCell:
    won = ""
    if meeting.won:
        value, low, high = (
            f"{100 * one:.0f}" for one in (meeting.won.value, meeting.won.low, meeting.won.high)
        )
        won = f"{value} ({low}–{high})".replace("-", MINUS)
    return MatrixCell(won, meeting.games, meeting.won is not None and meeting.rate <= ALPHA)


def _are(count: int) -> str:
    return "is" if count == 1 else "are"

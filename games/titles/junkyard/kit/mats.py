"""The mats of Junkyard: the yard with its piles and spaces, and a player's registers."""

from collections.abc import Iterator

from games.engine.kit import SPOT_HEIGHT, SPOT_WIDTH, Label, Mat, Spot, card_spot, track
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.rules import Options
from games.titles.junkyard.state import REGISTERS
from games.titles.junkyard.yard import OUTER, PILE_NAMES, PILES, SIZE, SPACES

_SPACE = 28.0
_ROUNDS = range(1, Options().round_cap + 1)
_TITLE = 7.0


def _sizes(along: float) -> tuple[float, ...]:
    """Return the sizes of the seven rows or columns: spaces in turn with piles, which are *along* long."""
    return tuple(along if place % 2 else _SPACE for place in range(SIZE))


_COLUMNS, _ROWS = _sizes(SPOT_WIDTH), _sizes(SPOT_HEIGHT)
_YARD_WIDTH, _YARD_HEIGHT = sum(_COLUMNS), sum(_ROWS)


def _box(row: int, column: int) -> tuple[float, float, float, float]:
    return sum(_COLUMNS[:column]), _TITLE + sum(_ROWS[:row]), _COLUMNS[column], _ROWS[row]


def _piles() -> Iterator[Spot]:
    for number, (place, name) in enumerate(zip(PILES, PILE_NAMES, strict=True), start=1):
        yield Spot(f"pile-{number}", "card", *_box(*place), name.capitalize(), "pile")


def _spaces() -> Iterator[Spot]:
    """Yield the spaces; a player begins on one at the edge. *Source:* `junkyard:setup-5`."""
    for number, place in enumerate(SPACES):
        left, top, width, height = _box(*place)
        note, paint = ("start", "hazard-low") if number in OUTER else ("", "steel")
        yield Spot(f"space-{number + 1}", "space", left + 2, top + 2, width - 4, height - 4, "", note, paint)


# Two rows of rounds are no wider than the first four columns of the yard, so that the mat can be cut there.
_ROUNDS_IN_A_ROW = len(_ROUNDS) // 2
_ROUND_STEP = (sum(_COLUMNS[:4]) - 2) / _ROUNDS_IN_A_ROW
_ROUND_TOP = _TITLE + _YARD_HEIGHT + 7

YARD_MAT = Mat(
    "yard",
    "The yard",
    _YARD_WIDTH,
    _ROUND_TOP + 2 * _ROUND_STEP + 1,
    (
        *_piles(),
        *_spaces(),
        *track("round", _ROUNDS, 1, _ROUND_TOP, _ROUND_STEP, _ROUNDS_IN_A_ROW),
    ),
    (
        Label(_YARD_WIDTH / 2, 1.5, "North", 4, "middle"),
        Label(2, _ROUND_TOP - 5, "Round", 3.6),
    ),
)

# Two rows of three registers, with the places of other cards beside them.
_IN_A_ROW = 3
_WIDE = SPOT_WIDTH + 2
_SECOND = _TITLE + SPOT_HEIGHT + 4
_STEP = 14.0
_TRACK_TOP = _SECOND + SPOT_HEIGHT + 8


def _registers(active: int) -> Iterator[Spot]:
    for register in range(REGISTERS):
        row, column = divmod(register, _IN_A_ROW)
        yield card_spot(
            f"register-{register + 1}",
            1 + column * _WIDE,
            _SECOND if row else _TITLE,
            str(register + 1),
            "Register, active from the start" if register < active else "Register",
        )


def program_mat(edition: Edition) -> Mat:
    """Return the mat of a player. *Source:* `junkyard:program-1`, `junkyard:program-3`."""
    return Mat(
        "program",
        "Registers",
        5 * _WIDE,
        _TRACK_TOP + _STEP,
        (
            *_registers(edition.active),
            card_spot("deck", 1 + _IN_A_ROW * _WIDE, _TITLE, "Deck"),
            card_spot("discard", 1 + (_IN_A_ROW + 1) * _WIDE, _TITLE, "Discard pile", "face up"),
            card_spot("charge", 1 + _IN_A_ROW * _WIDE, _SECOND, "Charge", "trashed after programming"),
            card_spot("heap", 1 + (_IN_A_ROW + 1) * _WIDE, _SECOND, "Scrapheap", "counts at the end"),
            *track("active", range(REGISTERS + 1), 1, _TRACK_TOP - 1, _STEP),
        ),
        (
            Label(1, 2, "Your program: one card in each register, face down", 4),
            Label(1, _TRACK_TOP - 6, "Active registers in this round: the first ones, as many as marked"),
        ),
        is_each=True,
    )

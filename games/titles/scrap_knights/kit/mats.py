"""The mats of Scrap Knights: the distance, and a player's mech."""

from games.engine.kit import SPOT_HEIGHT, SPOT_WIDTH, Label, Mat, Spot, card_row, card_spot, track
from games.titles.scrap_knights.cards.effects import PlayTwo
from games.titles.scrap_knights.edition import Edition

_WIDE = SPOT_WIDTH + 2
_FIELD = 31.0

# The tracks lie beside the ACTs, two cards wide.
_SECOND = 8 + SPOT_HEIGHT + 4
_RIGHT = 2 * _WIDE + 2
_STEP = 10.0
_COLUMNS = 13


def duel_mat(edition: Edition) -> Mat:
    """Return the mat for the distance."""
    return Mat(
        "duel",
        "Distance",
        (edition.most_distance + 1) * _FIELD,
        62,
        tuple(
            Spot(
                f"distance-{distance}",
                "space",
                distance * _FIELD + 1,
                10,
                _FIELD - 2,
                42,
                str(distance),
                "",
                "steel",
            )
            for distance in range(edition.most_distance + 1)
        ),
        (
            Label(1, 2, "One mech stays on 0. The other one stands as far from it as the distance says."),
            Label(1, 54, "Below 0 the mechs pass each other: count on from 0 to the right again."),
        ),
    )


def mech_mat(edition: Edition) -> Mat:
    """Return the mat of one mech."""
    hot, due = edition.too_hot, edition.links_due
    oneliners = " or ".join(kind.name for kind in edition.kinds if kind.does(PlayTwo))
    return Mat(
        "mech",
        "Mech",
        4 * _WIDE,
        _SECOND + SPOT_HEIGHT + 2,
        (
            card_spot("ult", 1, 8, "ULT"),
            *card_row(
                1 + _WIDE, 8, ((f"bot-{bot + 1}", "BOT", str(bot + 1)) for bot in range(edition.bot_count))
            ),
            card_spot("act", 1, _SECOND, "ACT", "face down"),
            *(
                [card_spot("second-act", 1 + _WIDE, _SECOND, "Second ACT", f"only after {oneliners}")]
                if oneliners
                else []
            ),
            *track("hp", range(edition.hp + 1), _RIGHT, _SECOND + 6, _STEP, _COLUMNS),
            *_heat(hot),
            *track("links", range(2 * due + 1), _RIGHT, _SECOND + 62, _STEP, _COLUMNS),
        ),
        (
            Label(1, 2, "The ULT and the BOTs lie open. A used BOT is turned over."),
            Label(_RIGHT, _SECOND, "HP"),
            Label(_RIGHT, _SECOND + 28, f"Heat: with {hot} or more at the heat check you lose"),
            Label(_RIGHT, _SECOND + 56, f"Link tokens: with {due} at the end of the flip the ULT triggers"),
            Label(_RIGHT, _SECOND + 78, "Your tokens: here and below the mat"),
        ),
        is_each=True,
    )


def _heat(too_hot: int) -> tuple[Spot, ...]:
    """Return the track of heat; the steps at which a mech boils over are painted."""
    numbers = range(too_hot + 6)
    steps = track("heat", numbers, _RIGHT, _SECOND + 34, _STEP, _COLUMNS)
    return tuple(
        Spot(step.slug, "step", step.left, step.top, step.width, step.height, step.words, "", "bad")
        if number >= too_hot
        else step
        for number, step in zip(numbers, steps, strict=True)
    )

"""Thumbnails: a position as a few boxes and discs, for lists of matches and for shared links.

They are made of the public view alone.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from games import catalog
from games.matches.models import Match
from games.pictures import shapes as pictures
from games.pictures.scene import times
from games.pictures.shapes import Drawing, Shape

WIDTH, HEIGHT = 160, 100
_ROW = WIDTH - 10

# The public view, and the Health of each card by slug.
_Drawer = Callable[[Any, dict[str, int]], Iterator[Shape]]


def thumbnail(match: Match, view: Any) -> tuple[Shape, ...]:
    """Return *match* as its public *view* shows it; empty if the title has no thumbnail."""
    drawer = _DRAWERS.get(match.title)
    if drawer is None:
        return ()
    health = {card.slug: card.figure("health") or 0 for card in catalog.cards_of(*match.rules)}
    return tuple(drawer(view, health))


def caption(match: Match, view: Any) -> str:
    """Return how far *match* has come and how it stands by its public *view*; empty without a thumbnail."""
    words = _WORDS.get(match.title)
    return words(view) if words else ""


def moment(match: Match, view: Any) -> str:
    """Return how far *match* has come, such as “Turn 4”; empty without a thumbnail."""
    return caption(match, view).partition(";")[0]


def figures(match: Match, view: Any) -> tuple[str, ...]:
    """Return what each seat has by the public *view*, in words; empty without a thumbnail."""
    words = _FIGURES.get(match.title)
    return tuple(words(player) for player in view.players) if words and view.players else ()


def legend(match: Match) -> tuple[tuple[Shape, str], ...]:
    """Return the kinds of shapes in a thumbnail of *match*, each with what it stands for."""
    return _LEGENDS.get(match.title, ())


def as_svg(shapes: Sequence[Shape], words: str) -> str:
    """Return the shapes as an SVG, empty without any. *words:* what they show, for those who don't see it."""
    return pictures.as_svg(Drawing(WIDTH, HEIGHT, tuple(shapes), words), "thumb") if shapes else ""


def _scrapbots(view: Any, health: dict[str, int]) -> Iterator[Shape]:
    """Yield both sides' Lanes, with each Scrapbot's Health, and a box for each Wound of a player."""
    for seat, top, wounds_top in ((1, 10, 3), (0, 54, 94)):
        player = view.players[seat]
        for lane, robot in enumerate(player.lanes):
            left = 5 + 51 * lane
            yield Shape("box", left, top, 48, 36, "well")
            if robot is not None:
                whole = max(health.get(robot.card, 0), 1)
                share = max(whole - robot.damage, 0) / whole
                yield Shape("box", left + 12, top + 4, 24, 20, f"seat-{seat}")
                yield Shape("box", left + 4, top + 28, 40, 4, "edge")
                yield Shape("box", left + 4, top + 28, 40 * share, 4, "good")
        step = min(6, _ROW / max(player.wounds, 1))
        for number in range(player.wounds):
            yield Shape("box", 5 + step * number, wounds_top, step * 2 / 3, step * 2 / 3, "bad")


def _junkyard(view: Any, health: dict[str, int]) -> Iterator[Shape]:
    """Yield the yard's piles, the Scrapbots in it, and a bar for each score."""
    yield Shape("box", 5, 1, 98, 98, "well")
    for number, pile in enumerate(view.piles):
        row, column = 1 + number // 3 * 2, 1 + number % 3 * 2
        yield Shape("box", 6 + 14 * column, 2 + 14 * row, 12, 12, "steel" if pile.count else "edge")
    for seat, robot in enumerate(view.robots):
        if robot is not None:
            yield Shape("disc", 7 + 14 * robot.column, 3 + 14 * robot.row, 10, 10, f"seat-{seat}")
    most = max(max(player.score for player in view.players), 1)
    for player in view.players:
        top = 8 + 22 * player.seat
        yield Shape("box", 110, top, 45, 12, "well")
        if player.score > 0:
            yield Shape("box", 110, top, 45 * player.score / most, 12, f"seat-{player.seat}")


def _scrapyard(view: Any, health: dict[str, int]) -> Iterator[Shape]:
    """Yield the cards on the field, the cubes on them, and the pawns."""
    corners = {}
    for card in view.cards:
        left, top = 8 + 16 * (card.place % 9), 3 + 16 * (card.place // 9)
        corners[card.place] = left, top
        if card.taken_by < 0:
            yield Shape("box", left, top, 15, 15, "card" if card.is_open else "back")
        else:
            yield Shape("box", left, top, 15, 15, "well")
        for seat, count in enumerate(card.cubes):
            if count:
                yield Shape("box", left + 1 + 3.5 * seat, top + 1, 3, 3, f"seat-{seat}")
    for player in view.players:
        if player.pawn >= 0:
            left, top = corners[player.pawn]
            yield Shape("disc", left + 3, top + 5, 9, 9, f"seat-{player.seat}")


def _scrap_knights(view: Any, health: dict[str, int]) -> Iterator[Shape]:
    """Yield both mechs at their distance, with their HP, their heat and the cards in hand."""
    full, too_hot = view.limits.hp, view.limits.too_hot
    for player in view.players:
        seat, left = player.seat, 5 + 80 * player.seat
        yield Shape("box", left, 6, 70, 12, "well")
        yield Shape("box", left, 6, 70 * min(max(player.hp, 0), full) / full, 12, f"seat-{seat}")
        step = min(10, 70 / too_hot)
        for number in range(min(player.heat, too_hot)):
            yield Shape("box", left + step * number, 21, step * 4 / 5, 5, "bad")
        step = min(10, 70 / max(player.hand_count, 1))
        for number in range(player.hand_count):
            yield Shape("box", left + step * number, 84, step * 4 / 5, 12, "back")
        middle = 80 + (2 * seat - 1) * (8 + 11 * view.distance)
        yield Shape("disc", middle - 11, 42, 22, 22, f"seat-{seat}")
    yield Shape("box", 5, 70, 150, 3, "edge")


_DRAWERS: dict[str, _Drawer] = {
    "scrapbots": _scrapbots,
    "junkyard": _junkyard,
    "scrapyard": _scrapyard,
    "scrap-knights": _scrap_knights,
}


def _score(numbers: Iterable[int], unit: str) -> str:
    return f"{' : '.join(map(str, numbers))} {unit}"


def _scrapbots_words(view: Any) -> str:
    return f"Turn {view.turn}; {_score((player.wounds for player in view.players), 'Wounds')}"


def _junkyard_words(view: Any) -> str:
    when = f"Round {view.round} of {view.round_cap}" if view.round else "Placing the Scrapbots"
    return f"{when}; {_score((player.score for player in view.players), 'points')}"


def _scrapyard_words(view: Any) -> str:
    """Say what everybody sees: in a stealth match the scores hang on hidden tiles."""
    if view.phase in ("peek", "place", "place-again"):
        cubes = _score((player.on_field for player in view.players), "cubes on the field")
        return f"Round {view.round} of {view.tiles_each}; {cubes}"
    turns = max(player.turns_left for player in view.players)
    left = f"{turns} turn{'' if turns == 1 else 's'} left"
    return f"Collecting, {left}; {_score((len(p.collected) for p in view.players), 'parts')}"


def _scrap_knights_words(view: Any) -> str:
    when = f"Turn {view.turn}" if view.turn else "Building the mechs"
    return f"{when}; {_score((player.hp for player in view.players), 'HP')}"


_WORDS: dict[str, Callable[[Any], str]] = {
    "scrapbots": _scrapbots_words,
    "junkyard": _junkyard_words,
    "scrapyard": _scrapyard_words,
    "scrap-knights": _scrap_knights_words,
}


def _scrapbots_figures(player: Any) -> str:
    return times(player.wounds, "Wound")


def _junkyard_figures(player: Any) -> str:
    return times(player.score, "point")


def _scrapyard_figures(player: Any) -> str:
    if player.pawn >= 0:
        return times(len(player.collected), "part")
    return f"{times(player.on_field, 'cube')} on the field"


def _scrap_knights_figures(player: Any) -> str:
    return f"{player.hp} HP, Heat {player.heat}"


_FIGURES: dict[str, Callable[[Any], str]] = {
    "scrapbots": _scrapbots_figures,
    "junkyard": _junkyard_figures,
    "scrapyard": _scrapyard_figures,
    "scrap-knights": _scrap_knights_figures,
}


def _box(paint: str, words: str, width: float = 6, height: float = 6) -> tuple[Shape, str]:
    return Shape("box", 0, 0, width, height, paint), words


def _disc(words: str) -> tuple[Shape, str]:
    return Shape("disc", 0, 0, 6, 6, "soft"), words


# What has a player's colour is grey here.
_LEGENDS: dict[str, tuple[tuple[Shape, str], ...]] = {
    "scrapbots": (
        _box("soft", "Scrapbot"),
        _box("good", "its Health", 12, 3),
        _box("bad", "Wound", 4, 4),
    ),
    "junkyard": (_box("steel", "pile of cards"), _disc("Scrapbot"), _box("soft", "points", 12, 4)),
    "scrapyard": (
        _box("back", "part face down"),
        _box("card", "part face up"),
        _box("soft", "cube", 3, 3),
        _disc("pawn"),
    ),
    "scrap-knights": (
        _disc("mech"),
        _box("soft", "HP", 12, 4),
        _box("bad", "Heat", 6, 4),
        _box("back", "ACT in hand", 5, 6),
    ),
}

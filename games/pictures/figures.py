"""Figures: a position drawn as pictures one after the other, with what happens between them in words."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from games import catalog
from games.engine.cards import Card
from games.engine.events import Event
from games.pictures import junkyard, scrap_knights, scrapbots, scrapyard
from games.pictures.scene import Scene, tag_of
from games.pictures.shapes import Drawing
from games.positions.data import Line, Position, find
from games.positions.playing import Played, play, viewer

# Each draws the boards of a game.
DRAWERS: dict[str, Callable[[Scene], Drawing]] = {
    "scrapbots": scrapbots.draw,
    "junkyard": junkyard.draw,
    "scrapyard": scrapyard.draw,
    "scrap-knights": scrap_knights.draw,
}

# What a picture needs no words for: who is ready, and what the next turn begins with.
_UNTOLD = frozenset(
    (
        *("program-marked", "programs-closed", "register-revealed", "hand-discarded", "round-began"),
        *("act-marked", "act-chosen", "bots-marked", "bot-planned", "tokens-marked", "token-planned"),
        *("effect-began", "cards-flipped", "turn-began"),
    )
)


_UNTOLD_IN = {"junkyard": frozenset(("cards-drawn",))}


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of the log. *rule:* anchor of the paragraph that it follows."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture. *told:* what happened since the one before it."""

    drawing: Drawing
    told: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A position, drawn. *can_be_tried:* somebody has something to decide in it."""

    position: Position
    edition: str
    panels: tuple[Panel, ...]
    can_be_tried: bool


@lru_cache(maxsize=1024)  # wiki pages ask for whatever name somebody has typed
def figure(game: str, edition: str, name: str) -> Figure | None:
    """Return the position *name* of an edition as pictures, or None if there is nothing to draw."""
    position, drawer = find(game, edition, name), DRAWERS.get(game)
    if position is None or drawer is None:
        return None
    played = play(position, edition, position.lines[0] if position.lines else Line())
    panels = tuple(_panels(played, drawer))
    return Figure(position, edition, panels, bool(played.game.to_act(played.moments[0].state)))


def cards_of(game: str, edition: str) -> dict[str, Card]:
    """Return the cards of an edition by slug."""
    return {card.slug: card for card in catalog.cards(game, edition)}


def _panels(played: Played, drawer: Callable[[Scene], Drawing]) -> list[Panel]:
    cards = cards_of(played.position.title, played.game.edition)
    untold = _UNTOLD | _UNTOLD_IN.get(played.position.title, frozenset())
    panels: list[Panel] = []
    last, before = 0, None
    for number in _numbers(played):
        view = played.view(number)
        events = _events(played, last, number)
        scene = Scene(view, before, events, played.position.seat, played.position.shows, cards)
        told = tuple(Told(scene.told(event), event.rule) for event in events if tag_of(event) not in untold)
        panels.append(Panel(drawer(scene), told if before else ()))
        last, before = number, view
    return panels


def _numbers(played: Played) -> tuple[int, ...]:
    """Return after how many moves it is drawn: as the position says, or at first and in the end."""
    last = len(played.moments) - 1
    return played.position.moments or ((0, last) if last else (0,))


def _events(played: Played, after: int, until: int) -> tuple[Event, ...]:
    looks = viewer(played.position.seat)
    found = [
        event.seen_by(looks) for moment in played.moments[after + 1 : until + 1] for event in moment.events
    ]
    return tuple(event for event in found if event is not None)

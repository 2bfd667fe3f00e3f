"""A move in words that name the card: “Buy Scout for 3 Scrap”. Made from what the button of the move says.

A button stands on its card, so it needn't name it; a list of moves, a hint and a log do.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games import catalog
from games.boards.junkyard.laying import space_name
from games.boards.scrapbots import LANE_NAMES
from games.engine import codec
from games.engine.optional import Reconsiders
from games.engine.protocol import Game, Offer
from games.engine.viewers import seat_viewer

# What buttons begin with, so that the card's name can follow: “Buy for 3 Scrap”.
_VERBS = re.compile(r"(?:Activate|Attack|Build|Buy|Discard|Put|Take)\b")


@dataclass(frozen=True, slots=True)
class MoveWords:
    """A move in words. *text:* it as an imperative, without a full stop: `Build Scout in the left Lane`.

    *at*, *to:* where it begins and lands on the board, as in the engine's `Offer`; either may be empty.
    *card:* the slug of the card that it is made with, or empty.
    """

    text: str
    at: str = ""
    to: str = ""
    card: str = ""


def words_of(game: Game[Any], state: Any, seat: int, move: Any) -> MoveWords:
    """Return *move* in words, as *seat* could make it in *state*. They say only what the seat knows.

    A move that the board doesn't offer there has only the words of its type.
    """
    offer = next((offer for offer in _offered(game, state, seat) if offer.move == move), None)
    if offer is None:
        kind = str(codec.to_plain(move)["type"])
        return MoveWords(kind.replace("-", " ").capitalize())
    return offer_words(game, game.view(state, seat_viewer(seat)), seat, offer)


def offer_words(game: Game[Any], view: Any, seat: int, offer: Any) -> MoveWords:
    """Return the move of *offer* in words. *view:* what *seat* knows.

    *offer:* the engine's `Offer`, or an `OfferForm` of a board.
    """
    name_card = _CARDS.get(game.slug, _no_card)
    slug = name_card(view, seat, offer.at)
    name = catalog.card(game.slug, game.edition, slug).name if slug else ""
    put = _TEXTS.get(game.slug, _plain)
    return MoveWords(put(offer, name), offer.at, offer.to, slug)


def _offered(game: Game[Any], state: Any, seat: int) -> list[Offer]:
    """Return what the seat may do in *state*, also what it may reconsider while others decide."""
    if seat not in game.to_act(state):
        return game.reconsider(state, seat) if isinstance(game, Reconsiders) else []
    return game.offers(state, seat)


# The card that a move begins with, by title: from the view, the seat and the place.


def _no_card(view: Any, seat: int, at: str) -> str:
    return ""


def _scrapbots_card(view: Any, seat: int, at: str) -> str:
    place, _, name = at.partition(":")
    if place == "lane":
        robot = view.players[seat].lanes[int(name)]
        return robot.card if robot else ""
    return name


def _junkyard_card(view: Any, seat: int, at: str) -> str:
    me, (place, _, number) = view.players[seat], at.partition(":")
    if place == "hand":
        face = me.hand[int(number)]
    elif place == "register":
        face = me.registers[int(number) - 1].card
    else:
        face = me.charge if place == "charge" else None
    return face.card if face else ""


def _scrapyard_card(view: Any, seat: int, at: str) -> str:
    place, _, spot = at.partition(":")
    return next((card.card for card in view.cards if card.at == spot), "") if place == "card" else ""


def _knights_card(view: Any, seat: int, at: str) -> str:
    place, _, slug = at.partition(":")
    if place == "ult":
        return str(view.players[seat].ult or "")
    return slug if place in ("box", "draft", "prep", "hand", "bot", "enemy") else ""


_CARDS: dict[str, Callable[[Any, int, str], str]] = {
    "scrapbots": _scrapbots_card,
    "junkyard": _junkyard_card,
    "scrapyard": _scrapyard_card,
    "scrap-knights": _knights_card,
}


# What a button says with the name of its card, by title.


def _plain(offer: Any, name: str) -> str:
    label: str = offer.label
    return label if name in label else _with_name(label, name)


def _with_name(label: str, name: str) -> str:
    if not name:
        return label
    verb = _VERBS.match(label)
    return f"{verb[0]} {name}{label[verb.end() :]}" if verb else f"{name}: {label}"


def _scrapbots_text(offer: Any, name: str) -> str:
    label = offer.label
    if offer.at.startswith("lane:"):
        lane = LANE_NAMES[int(offer.at.partition(":")[2])]
        return f"Attack with {name} in the {lane} Lane{label.removeprefix('Attack')}"
    if offer.to in ("scrap", "energy") and label.endswith(" only"):
        return f"Discard {name} for {label.removesuffix(' only')}, ignoring its text"
    if offer.at.startswith("hand:") and not _VERBS.match(label):
        # A Resource, of which the button says what it gives: “3 Scrap and the card’s text: on Scout”.
        return f"Play {name}: {label[0].lower()}{label[1:].replace(': ', ', ')}"
    # No button names its own card, but it may name another with that name in its own: Saw on Sawbot.
    return _with_name(label, name)


def _junkyard_text(offer: Any, name: str) -> str:
    if offer.at.startswith("space:"):
        where = space_name(int(offer.at.partition(":")[2]))
        return offer.label.replace("Place here", f"Place your Scrapbot {where}")
    if offer.label.startswith("Take back"):
        return offer.label.replace("Take back", f"Take {name} back", 1)
    return _plain(offer, name)


def _scrapyard_text(offer: Any, name: str) -> str:
    label: str = offer.label
    if label.startswith("Take the card"):
        row, column = offer.at.partition(":")[2].split("-")
        return label.replace("the card", f"{name or 'the card'} in row {row}, column {column}", 1)
    return label


def _knights_text(offer: Any, name: str) -> str:
    label: str = offer.label
    if offer.at.startswith("hand:") and label.startswith(name):
        return f"Choose {label}"
    return label


_TEXTS: dict[str, Callable[[Any, str], str]] = {
    "scrapbots": _scrapbots_text,
    "junkyard": _junkyard_text,
    "scrapyard": _scrapyard_text,
    "scrap-knights": _knights_text,
}

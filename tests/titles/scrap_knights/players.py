"""Players and decks for tests: such as don't burn their mech, and such as know what links their ULT."""

from collections.abc import Callable
from typing import Any

from games.engine.chance import Chance
from games.titles.scrap_knights.box import ACTS, PLACES, TAS_CUSTOM, TEST, ULTS
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.cards.parts import Link
from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decks.deck import Deck, is_legal, make_deck, random_deck
from games.titles.scrap_knights.moves import AnyMove, SetReady, SetTokens
from games.titles.scrap_knights.state import ACT, FRAME, TOKENS, State
from games.titles.scrap_knights.title import EDITION, TITLE

GAME: Any = TITLE.newest.game
WARM = 6  # heat that a careful player stays below
HOT = 5  # heat that Heatsink Blade asks for
SUITED = 3  # ACTs of a suited deck that are there for its ULT
SOON = 3  # Frame Advantages that are spent together
Player = Callable[[State, int, Chance], AnyMove]


# Players


def rash_move(state: State, seat: int, chance: Chance) -> AnyMove:
    """Return any legal move."""
    return chance.pick(GAME.legal(state, seat), "move")


def careful_move(state: State, seat: int, chance: Chance) -> AnyMove:
    """Return a legal move that doesn't burn the mech, if there is one."""
    return chance.pick(_cool(state, seat, GAME.legal(state, seat)), "move")


def linking_move(state: State, seat: int, chance: Chance) -> AnyMove:
    """Return a careful move, three times out of four one that helps to link the ULT, if there is one."""
    moves = GAME.legal(state, seat)
    link = EDITION.kinds[state.ults[seat]].link if state.phase in (ACT, TOKENS) else None
    if link is None or not chance.below(4, "mind"):
        return chance.pick(_cool(state, seat, moves), "move")
    if state.phase == TOKENS:
        return _spend(state, seat, link, moves, chance)
    suited = [move for move in moves if is_suited(link, EDITION.kinds[_act(move)], state, seat)]
    return chance.pick(_cool(state, seat, suited or moves), "move")


def is_suited(link: Link, kind: Kind, state: State | None = None, seat: int = 0) -> bool:
    """Return whether that ACT may help with *link*, now or (without a table) at all."""
    facets = {facet for part in kind.parts for facet in part.effect.facets()}
    heat = state.heat[seat] if state else 0
    match link.kind:
        case "hit-from" | "hit-unique":
            return kind.is_attack
        case "hit-with":
            return kind.slug == link.card
        case "hit-range":
            return kind.is_attack and kind.range == link.value
        case "use-unique":
            return state is None or PLACES[kind.slug] not in state.used[seat]
        case "use-kind":
            return kind.kind == link.card
        case "use-frame":
            return "frame-advantage" in facets
        case "vent-to-0":
            return ("vent" in facets) == (heat > 0) if state else "vent" in facets
        case "start-hot":
            return kind.heat > 0 if heat < HOT and state else "vent" not in facets and not kind.heat
        case "defend-in-a-row":
            return kind.kind == "defend"
    return True


def _spend(state: State, seat: int, link: Link, moves: list[AnyMove], chance: Chance) -> AnyMove:
    """Hoard what the link asks for until three of it can be spent at once."""
    if link.kind != "use-frame":
        return chance.pick(moves, "move")
    frames = [move for move in moves if getattr(move, "token", "") == "frame-advantage"]
    spends = [move for move in frames if type(move).__name__ == "Spend"]
    return spends[0] if spends and state.tokens[seat][FRAME] >= SOON else SetTokens("ready")


def _cool(state: State, seat: int, moves: list[AnyMove]) -> list[AnyMove]:
    """Return the moves that keep the seat cool; all of them when there is none."""
    if state.phase != ACT:
        return moves
    return [move for move in moves if state.heat[seat] + _heat(move) < WARM] or moves


def _heat(move: AnyMove) -> int:
    act = getattr(move, "act", None)
    if not act:
        return 0
    kind = EDITION.kinds[PLACES[act]]
    return kind.heat + kind.overcharge * getattr(move, "overcharge", False)


def _act(move: AnyMove) -> int:
    """Return the ACT that is chosen; for what chooses none some ACT that suits nothing in particular."""
    return PLACES[getattr(move, "act", "") or "wait"]


# Decks and tables


def suited_deck(ult: str, chance: Chance) -> Deck:
    """Return a random legal deck with that ULT, some of whose ACTs help to link it."""
    link = EDITION.kinds[PLACES[ult]].link
    assert link is not None
    suits = [act for act in ACTS if is_suited(link, EDITION.kinds[PLACES[act]])]
    chance.shuffle(suits, "deck")
    deck = random_deck(chance)
    while deck.ult != ult and ult in (TAS_CUSTOM, TEST):  # only those have a deck of their own to prepare
        deck = random_deck(chance)
    suits = [act for act in suits if ult != TEST or act not in deck.prep][:SUITED]
    acts = [*suits, *(act for act in deck.acts if act not in suits)][:6]
    deck = make_deck(acts, ult, deck.bots, deck.prep if deck.ult == ult else ())
    assert is_legal(deck)
    return deck


def table_of(mine: Deck, theirs: Deck, chance: Chance) -> tuple[State, list[Any]]:
    """Return the table at which both have just said that these mechs are ready, with all events so far."""
    state, events = GAME.new(GAME.options_type(), 2, chance)
    for seat, deck in enumerate((mine, theirs)):
        building.lay_draft(EDITION, state, seat, deck)
        events += GAME.apply(state, seat, SetReady("ready"), chance)
    return state, events


__all__ = ["GAME", "ULTS", "Player", "careful_move", "linking_move", "rash_move", "suited_deck", "table_of"]

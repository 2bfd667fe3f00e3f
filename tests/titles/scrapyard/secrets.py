"""What is hidden in Scrapyard: cards that a viewer hasn't seen, wherever they are; others' tiles."""

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.scrapyard.state import CORNER, OVER, PUBLIC, TYPES, State


def swap_hidden(state: State, viewer: Viewer, chance: Chance) -> None:
    """Exchange in *state* what *viewer* can't see; what others know stays with the cards."""
    own = 0 if viewer.is_spectator else 1 << viewer.seat
    hidden = [place for place, known in enumerate(state.known) if not known & (own | PUBLIC)]
    hidden += range(len(state.known), len(state.faces))
    cards = [state.faces[place] for place in hidden]
    chance.shuffle(cards, "swap")
    faces = bytearray(state.faces)
    for place, card in zip(hidden, cards, strict=True):
        faces[place] = card
    state.faces = bytes(faces)
    are_shown = state.phase == OVER or (state.phase >= CORNER and not state.stealth)
    for seat in range(state.seats):
        if seat != viewer.seat and not are_shown:
            kinds = list(range(len(TYPES)))
            chance.shuffle(kinds, "swap")
            state.tiles[seat] = sum(1 << kind for kind in kinds[: state.tiles_each])

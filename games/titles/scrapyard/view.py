"""What a viewer may know of a match, and resampling a state from that alone."""

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.scrapyard.edition import Edition, Figures
from games.titles.scrapyard.scoring import score
from games.titles.scrapyard.state import (
    COLLECT,
    CORNERS,
    NOWHERE,
    OVER,
    PEEK,
    PHASES,
    PLACES,
    PUBLIC,
    TYPES,
    State,
    active_seat,
    cubes_on_field,
    tile_slugs,
)
from games.titles.scrapyard.words import spot

MODES = ("public", "stealth")


class CardView(Struct, frozen=True):
    """The card that was laid at *place*, even if it was taken. *at:* the place as the board names it: `2-3`.

    *card*, *part*, *value:* the card if the viewer knows it, else empty and 0. *is_open:* whether everybody
    sees it. *known_to:* the seats that have seen it, which is public. *taken_by:* a seat, or -1 while it lies
    on the field. *cubes:* cubes on it, by seat.
    """

    place: int
    at: str
    card: str
    part: str
    value: int
    is_open: bool
    known_to: tuple[int, ...]
    taken_by: int
    cubes: tuple[int, ...]


class ScoreView(Struct, frozen=True):
    """*matching:* points for parts on the seat's tiles. *other:* points subtracted for other parts."""

    matching: int
    cubes: int
    other: int
    total: int


class PlayerView(Struct, frozen=True):
    """One player. *supply*, *spent*, *on_field:* cubes. *claimed:* cubes of others in the supply, by owner.

    *tiles:* part types, None while hidden. *pawn:* the place of the pawn, or -1. *corner:* the corner that
    it stands beside, or empty. *next_points:* action points if a turn began now.
    *collected:* places of the cards taken. *score:* if the match ended now; None before the collection, and
    while a tile or a card that it counts is hidden from the viewer.
    """

    seat: int
    supply: int
    spent: int
    on_field: int
    claimed: tuple[int, ...]
    tiles: tuple[str, ...] | None
    pawn: int
    corner: str
    turns_left: int
    next_points: int
    collected: tuple[int, ...]
    score: ScoreView | None


class RollView(Struct, frozen=True):
    """Dice that a seat rolled, for this round or for the first turn of the collection."""

    seat: int
    dice: tuple[int, ...]


class View(Struct, frozen=True):
    """*viewer:* the viewer's seat, -1 for the spectator. *phase:* one of `state.PHASES`.

    *active:* the seat whose turn it is, -1 at the end. *order:* the seats in order. *turn:* the index of the
    active seat in it. *peeks:* peeks for each player this round. *peeks_left*, *placings_left*,
    *points_left:* left in the running turn, 0 in other phases. *points:* action points at the start of the
    turn. *may_buy_peek:* whether no peek was bought in this turn.
    *unseen:* the cards whose place the viewer doesn't know, in the order of the box; those that were set
    aside are among them. *figures:* those of the edition's rules.
    """

    edition: str
    viewer: int
    mode: str
    tiles_each: int
    phase: str
    round: int
    order: tuple[int, ...]
    turn: int
    active: int
    dice: tuple[RollView, ...]
    peeks: int
    peeks_left: int
    may_buy_peek: bool
    placings_left: int
    points: int
    points_left: int
    turns_each: int
    cards: tuple[CardView, ...]
    unseen: tuple[str, ...]
    players: tuple[PlayerView, ...]
    over: bool
    figures: Figures


def view(edition: Edition, state: State, viewer: Viewer) -> View:
    """Return what *viewer* may know of *state*."""
    over, phase, left = state.phase == OVER, state.phase, state.left
    sees = PUBLIC if viewer.is_spectator else PUBLIC | 1 << viewer.seat
    return View(
        edition=edition.slug,
        viewer=viewer.seat,
        mode=MODES[state.stealth],
        tiles_each=state.tiles_each,
        phase=PHASES[phase],
        round=state.round,
        order=tuple(state.order),
        turn=state.turn,
        active=-1 if over else active_seat(state),
        dice=_rolls(state.dice),
        peeks=state.peeks,
        peeks_left=left if phase == PEEK else 0,
        may_buy_peek=phase == PEEK and not state.bought,
        placings_left=left if phase not in (PEEK, COLLECT) else 0,
        points=state.points,
        points_left=left if phase == COLLECT else 0,
        turns_each=state.tiles_each * edition.figures.turns_a_tile,
        cards=_cards(edition, state, sees),
        unseen=tuple(edition.slugs[card] for card in sorted(_unseen(state, sees))),
        players=tuple(_player(edition, state, seat, viewer) for seat in range(state.seats)),
        over=over,
        figures=edition.figures,
    )


def resample(edition: Edition, view: View, chance: Chance) -> State:
    """Return a state that is consistent with *view*; *chance* deals what the view doesn't show."""
    faces, guessed = _dealt_faces(edition, view, chance)
    players, phase = view.players, PHASES.index(view.phase)
    seats = len(players)
    return State(
        seats=seats,
        tiles_each=view.tiles_each,
        stealth=MODES.index(view.mode),
        phase=phase,
        round=view.round,
        order=list(view.order),
        turn=view.turn,
        peeks=view.peeks,
        left=view.peeks_left + view.placings_left + view.points_left,
        bought=int(phase == PEEK and not view.may_buy_peek),
        points=view.points,
        turns=[player.turns_left for player in players],
        dice=[number for roll in view.dice for number in (roll.seat, *roll.dice, 0)[:3]],
        faces=faces,
        known=bytearray(_mask(card) for card in view.cards),
        takers=bytearray(card.taken_by + 1 for card in view.cards),
        field=sum(1 << card.place for card in view.cards if card.taken_by < 0),
        cubes=_cubes(view),
        supply=[player.supply for player in players],
        spent=[player.spent for player in players],
        claimed=[number for player in players for number in player.claimed],
        pawns=[_pawn(player) for player in players],
        tiles=[_tiles(player, view.tiles_each, chance) for player in players],
        guessed=guessed,
    )


_SPOTS = tuple(spot(place) for place in range(PLACES))
_SEATS = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))


def _cards(edition: Edition, state: State, sees: int) -> tuple[CardView, ...]:
    seats, known, takers, faces, cubes = state.seats, state.known, state.takers, state.faces, state.cubes
    places, slugs, suits, values = len(known), edition.slugs, edition.suits, edition.values
    lying = zip(*(cubes[seat * PLACES : seat * PLACES + places] for seat in range(seats)), strict=True)
    views = []
    for place, on_it in enumerate(lying):
        mask, card = known[place], faces[place]
        shown = mask & sees
        views.append(
            CardView(
                place,
                _SPOTS[place],
                slugs[card] if shown else "",
                TYPES[suits[card]] if shown else "",
                values[card] if shown else 0,
                mask & PUBLIC > 0,
                _SEATS[mask & 15],
                takers[place] - 1,
                on_it,
            )
        )
    return tuple(views)


def _player(edition: Edition, state: State, seat: int, viewer: Viewer) -> PlayerView:
    seats, pawn, over = state.seats, state.pawns[seat], state.phase == OVER
    shown = over or viewer.seat == seat or (state.phase >= _REVEALED and not state.stealth)
    return PlayerView(
        seat=seat,
        supply=state.supply[seat],
        spent=state.spent[seat],
        on_field=cubes_on_field(state, seat),
        claimed=tuple(state.claimed[seat * seats : seat * seats + seats]),
        tiles=tile_slugs(state, seat) if shown else None,
        pawn=max(pawn, -1),
        corner=CORNERS[-1 - pawn] if NOWHERE < pawn < 0 else "",
        turns_left=state.turns[seat],
        next_points=edition.figures.turn_points(state.supply[seat]),
        collected=tuple(place for place, taker in enumerate(state.takers) if taker == seat + 1),
        score=_score(edition, state, seat) if shown and _knows_collection(state, seat, viewer) else None,
    )


_REVEALED = PHASES.index("corner")  # from this phase on, tiles lie open in a public match


def _knows_collection(state: State, seat: int, viewer: Viewer) -> bool:
    """Return whether the collection has begun and the viewer knows every card that the seat has taken."""
    sees = PUBLIC if viewer.is_spectator else PUBLIC | 1 << viewer.seat
    taken = (known for known, taker in zip(state.known, state.takers, strict=True) if taker == seat + 1)
    return state.phase >= _REVEALED and all(known & sees for known in taken)


def _score(edition: Edition, state: State, seat: int) -> ScoreView:
    counted = score(edition, state, seat)
    return ScoreView(counted.matching, counted.cubes, counted.other, counted.total)


def _rolls(dice: list[int]) -> tuple[RollView, ...]:
    threes = zip(dice[::3], dice[1::3], dice[2::3], strict=True)
    return tuple(RollView(seat, (one, other) if other else (one,)) for seat, one, other in threes)


def _dealt_faces(edition: Edition, view: View, chance: Chance) -> tuple[bytes, int]:
    """Return a card for each place and those set aside, and the mask of the places whose card is made up."""
    numbers = edition.numbers
    unseen = [numbers[slug] for slug in view.unseen]
    chance.shuffle(unseen, "resample")
    guessed = sum(1 << card.place for card in view.cards if not card.card)
    laid = bytes(numbers[card.card] if card.card else unseen.pop() for card in view.cards)
    return laid + bytes(unseen), guessed


def _unseen(state: State, sees: int) -> list[int]:
    laid = [card for card, known in zip(state.faces, state.known, strict=False) if not known & sees]
    return laid + list(state.faces[len(state.known) :])


def _cubes(view: View) -> bytearray:
    cubes = bytearray(len(view.players) * PLACES)
    for card in view.cards:
        cubes[card.place :: PLACES] = bytes(card.cubes)
    return cubes


def _mask(card: CardView) -> int:
    return sum(1 << seat for seat in card.known_to) | (PUBLIC if card.is_open else 0)


def _pawn(player: PlayerView) -> int:
    if player.pawn >= 0:
        return player.pawn
    return -1 - CORNERS.index(player.corner) if player.corner else NOWHERE


def _tiles(player: PlayerView, number: int, chance: Chance) -> int:
    kinds = list(range(len(TYPES)))
    if player.tiles is not None:
        return sum(1 << TYPES.index(tile) for tile in player.tiles)
    chance.shuffle(kinds, "resample")
    return sum(1 << kind for kind in kinds[:number])

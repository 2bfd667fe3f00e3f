"""What a viewer may know of a match, and resampling a state from that alone."""

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.viewers import Viewer
from games.titles.scrapbots.edition import Edition
from games.titles.scrapbots.rules import ENDING_RULE
from games.titles.scrapbots.state import (
    CAPPED,
    EMPTY,
    LANES,
    RUNNING,
    WOUNDS_OUT,
    State,
    wounds_of,
)


class LaneView(Struct, frozen=True):
    """A Scrapbot in play. *primed:* whether it becomes Ready after its next attack."""

    card: str
    damage: int
    ready: bool
    primed: bool


class PlayerView(Struct, frozen=True):
    """One player. *hand:* None when hidden. *wounds:* in hand, deck and discard pile.

    *unseen:* the cards in the deck, and in a hidden hand, by kind. Everybody can count both.
    """

    seat: int
    hand: tuple[str, ...] | None
    hand_count: int
    deck_count: int
    discard: tuple[str, ...]
    lanes: tuple[LaneView | None, ...]
    wounds: int
    unseen: dict[str, int]


class View(Struct, frozen=True):
    """*viewer:* the viewer's seat, -1 for the spectator. *wounds:* left in the stack.

    *market:* a slug or nothing for each place. *ended_by:* the anchor of what ended the game, or empty.
    *reshuffles:* how often the active player's discard pile became its deck in this Main phase.
    *may_reshuffle:* whether a text may make it the deck again in this Main phase.
    """

    edition: str
    viewer: int
    turn: int
    turn_cap: int
    active: int
    scrap: int
    energy: int
    wounds: int
    main_count: int
    main_unseen: dict[str, int]
    market: tuple[str, ...]
    players: tuple[PlayerView, ...]
    over: bool
    ended_by: str
    reshuffles: int
    may_reshuffle: bool


def view(edition: Edition, state: State, viewer: Viewer) -> View:
    """Return what *viewer* may know of *state*."""
    return View(
        edition=edition.slug,
        viewer=viewer.seat,
        turn=state.turn,
        turn_cap=state.turn_cap,
        active=state.active,
        scrap=state.scrap,
        energy=state.energy,
        wounds=state.stack,
        main_count=len(state.main),
        main_unseen=_tally(edition, state.main),
        market=tuple(edition.slugs[kind] if kind != EMPTY else "" for kind in state.market),
        players=tuple(_player(edition, state, seat, viewer) for seat in (0, 1)),
        over=state.ending != RUNNING,
        ended_by=ENDING_RULE.get(state.ending, ""),
        reshuffles=state.reshuffles,
        may_reshuffle=not edition.most_reshuffles or state.reshuffles < edition.most_reshuffles,
    )


def resample(edition: Edition, view: View, chance: Chance) -> State:
    """Return a state that is consistent with *view*; *chance* deals what the view doesn't show."""
    hands, decks, kinds = [], [], edition.kind_number
    for player in view.players:
        hidden = _untally(edition, player.unseen)
        chance.shuffle(hidden, "resample")
        if player.hand is None:
            hands.append(hidden[: player.hand_count])
            decks.append(hidden[player.hand_count :])
        else:
            hands.append([kinds[slug] for slug in player.hand])
            decks.append(hidden)
    main = _untally(edition, view.main_unseen)
    chance.shuffle(main, "resample")
    lanes = [lane for player in view.players for lane in player.lanes]
    return State(
        turn_cap=view.turn_cap,
        turn=view.turn,
        active=view.active,
        scrap=view.scrap,
        energy=view.energy,
        stack=view.wounds,
        main=main,
        market=[kinds[slug] if slug else EMPTY for slug in view.market],
        hands=hands,
        decks=decks,
        discards=[[kinds[slug] for slug in player.discard] for player in view.players],
        bots=[kinds[lane.card] if lane else EMPTY for lane in lanes],
        damage=[lane.damage if lane else 0 for lane in lanes],
        ready=[int(lane.ready) if lane else 0 for lane in lanes],
        primed=[int(lane.primed) if lane else 0 for lane in lanes],
        ending=_ending(view),
        reshuffles=view.reshuffles,
    )


def _player(edition: Edition, state: State, seat: int, viewer: Viewer) -> PlayerView:
    hand, deck, slugs = state.hands[seat], state.decks[seat], edition.slugs
    is_own = viewer.seat == seat
    return PlayerView(
        seat=seat,
        hand=tuple(slugs[kind] for kind in hand) if is_own else None,
        hand_count=len(hand),
        deck_count=len(deck),
        discard=tuple(slugs[kind] for kind in state.discards[seat]),
        lanes=tuple(_lane(edition, state, seat * LANES + lane) for lane in range(LANES)),
        wounds=wounds_of(state, seat),
        unseen=_tally(edition, deck if is_own else hand + deck),
    )


def _lane(edition: Edition, state: State, slot: int) -> LaneView | None:
    kind = state.bots[slot]
    if kind == EMPTY:
        return None
    card = edition.slugs[kind]
    return LaneView(card, state.damage[slot], state.ready[slot] == 1, state.primed[slot] == 1)


def _tally(edition: Edition, kinds: list[int]) -> dict[str, int]:
    return {edition.slugs[kind]: kinds.count(kind) for kind in sorted(set(kinds))}


def _untally(edition: Edition, counts: dict[str, int]) -> list[int]:
    return [edition.kind_number[slug] for slug, count in counts.items() for _ in range(count)]


def _ending(view: View) -> int:
    if not view.over:
        return RUNNING
    return CAPPED if view.ended_by == ENDING_RULE[CAPPED] else WOUNDS_OUT

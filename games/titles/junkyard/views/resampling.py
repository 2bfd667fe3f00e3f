"""Resampling: a state that is consistent with a view, with everything unknown dealt by chance."""

from games.engine.chance import Chance
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.rules import CAPPED, ENDING_RULE, PILES_OUT
from games.titles.junkyard.state import (
    CHARGE,
    GONE,
    IN_HAND,
    NONE,
    PHASES,
    PROGRAMMING,
    RUNNING,
    State,
)
from games.titles.junkyard.views.view import PlayerView, View
from games.titles.junkyard.yard import HEADINGS, NOWHERE

ASSUMED = 3  # registers that others are assumed to have filled when they are done programming


def resample(edition: Edition, view: View, chance: Chance) -> State:
    """Return a state that is consistent with *view*."""
    phase = PHASES.index(view.phase)
    places = {kind.slug: index for index, kind in enumerate(edition.box)}
    resolving = view.resolving
    state = State(
        round_cap=view.round_cap,
        round=view.round,
        phase=phase,
        kinds=[places[slug] for slug in view.kinds],
        order=list(view.order),
        at=[robot.space if robot else NOWHERE for robot in view.robots],
        headings=[HEADINGS.index(robot.heading) if robot else 0 for robot in view.robots],
        piles=_piles(view, chance),
        known=[[card.initiative for card in pile.known] for pile in view.piles],
        decks=[],
        discards=[[card.initiative for card in player.discard] for player in view.players],
        heaps=[[card.initiative for card in player.scrapheap] for player in view.players],
        trash=[card.initiative for card in view.trash],
        cards=[],
        where=[],
        active=[edition.active if phase == PROGRAMMING else player.active for player in view.players],
        done=[int(player.done) for player in view.players],
        shown=[_highest(player, "revealed") for player in view.players],
        resolved=[_highest(player, "resolved") for player in view.players],
        register=resolving.register if resolving else 0,
        queue=list(resolving.queue) if resolving else [],
        actor=resolving.seat if resolving else -1,
        slot=resolving.at if resolving else 0,
        step=resolving.step if resolving else 0,
        left=resolving.left if resolving and resolving.choice == "scrap" else 0,
        overclocked=int(resolving.overclocked) if resolving else 0,
        ending=_ending(view),
    )
    for player in view.players:
        _deal_player(edition, state, player, chance)
    return state


def _piles(view: View, chance: Chance) -> list[list[int]]:
    """Return the piles; a card that is known to be in a pile stays there, and the others are dealt."""
    unseen = list(view.unseen)
    chance.shuffle(unseen, "resample")
    piles: list[list[int]] = []
    for pile in view.piles:
        below = [card.initiative for card in pile.known]
        while len(below) < pile.count - 1:
            below.append(unseen.pop())
        if pile.known:
            chance.shuffle(below, "resample")
        piles.append([*below, pile.top.initiative] if pile.top else [])
    return piles


def _deal_player(edition: Edition, state: State, player: PlayerView, chance: Chance) -> None:
    """Add the player's deck and the cards of the round."""
    unseen = list(player.unseen)
    chance.shuffle(unseen, "resample")
    state.decks.append([unseen.pop() for _ in range(player.deck_count)])
    cards, where = [NONE] * edition.hand_size, [GONE] * edition.hand_size
    if player.hand is None:
        _deal_other(player, unseen, cards, where)
    else:
        _lay_own(player, cards, where)
    state.cards.append(cards)
    state.where.append(where)


def _lay_own(player: PlayerView, cards: list[int], where: list[int]) -> None:
    for place, face in enumerate(player.hand or ()):
        if face is not None:
            cards[place], where[place] = face.initiative, IN_HAND
    for number, register in enumerate(player.registers, 1):
        if register.card is not None:
            cards[register.place], where[register.place] = register.card.initiative, number
    if player.charge is not None:
        cards[player.charge_place], where[player.charge_place] = player.charge.initiative, CHARGE


def _deal_other(player: PlayerView, unseen: list[int], cards: list[int], where: list[int]) -> None:
    """Deal the cards of a hidden hand, first to the registers that are known to be filled."""
    place = 0
    for number, register in enumerate(player.registers, 1):
        if register.slotted:
            cards[place] = register.card.initiative if register.card else unseen.pop()
            where[place] = number
            place += 1
    for count in range(player.hand_count):
        cards[place] = unseen.pop()
        is_assumed = player.done and player.registers[0].slotted is None and count < ASSUMED
        where[place] = count + 1 if is_assumed else IN_HAND
        place += 1


def _highest(player: PlayerView, what: str) -> int:
    numbers = [number for number, register in enumerate(player.registers, 1) if getattr(register, what)]
    return max(numbers, default=0)


def _ending(view: View) -> int:
    if not view.over:
        return RUNNING
    return CAPPED if view.ended_by == ENDING_RULE[CAPPED] else PILES_OUT

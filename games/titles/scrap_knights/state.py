"""The state as columns of small integers, cheap to copy and encode. A card is its number in the box."""

import msgspec
from msgspec import Struct

from games.engine.codec import pack, unpack

SEATS = 2
HP, START_DISTANCE, MOST_DISTANCE, TOO_HOT, DUE = 12, 1, 5, 7, 3
HAND, BOTS = 6, 3
NONE = -1

OWN, READY_MADE, RANDOM = 0, 1, 2
BUILD, ACT, BOT_WINDOW, TOKENS, ULT_CHOICES, RESOLVE, OVER = 0, 1, 2, 3, 4, 5, 6
PHASES = ("build", "act", "bots", "tokens", "ult", "resolve", "over")
RUNNING, WRECKED, OVERHEATED, CAPPED = 0, 1, 2, 3

# Why a card is at work.
BY_ACT, BY_ULT, BY_BOT, BY_COPY, BY_ATTACK = 0, 1, 2, 3, 4
WHYS = ("act", "ult", "bot", "copy", "attack")

# What is asked in the resolution.
NOTHING, ATTACK_WITH, WARP, RETURN_BOT, DISCARD_ACT = 0, 1, 2, 3, 4
CHOICES = ("", "attack-with", "warp", "return-bot", "discard-act")

FRAME, ARMOR, BLITZ = 0, 1, 2
TOKEN_KINDS = ("frame-advantage", "armored", "blitz")

NO_STEP = 99  # no priority is being resolved
_PARTS = 8  # more than any card has


class Play(Struct, frozen=True, array_like=True):
    """A card at work this turn. *why:* BY_ACT and so on. *moves:* directions of its Moves, in order.

    *named:* ACT named in secret, or that a BOT copies. *frame*, *armor*, *blitz:* tokens spent on it.
    *unique:* 1 when it is a unique ACT that hasn't given a link for that. *copier:* the card that copied it.
    *after:* what a Tag follows, see `reference`, or NONE.
    """

    seat: int
    card: int
    why: int
    over: int = 0
    moves: tuple[int, ...] = ()
    number: int = 0
    named: int = NONE
    frame: int = 0
    armor: int = 0
    blitz: int = 0
    unique: int = 0
    copier: int = NONE
    after: int = NONE


class Carried(Struct, frozen=True, array_like=True):
    """A copy in the chain of each of the next *turns* turns."""

    seat: int
    card: int
    copier: int
    turns: int


class Armed(Struct, frozen=True, array_like=True):
    """A BOT that may be used in this window. *after:* the effect that arms it, see `reference`, or NONE."""

    bot: int
    after: int


class Planned(Struct, frozen=True, array_like=True):
    """A BOT that is to be used. *move:* direction of its Move, 0 for none. *named:* what it copies."""

    bot: int
    move: int
    named: int


class State(Struct, array_like=True):
    """*decks:* OWN and so on. *phase:* see `PHASES`. *ending:* RUNNING and so on. Most columns go by seat.

    *drafts*, *draft_preps:* mechs as they are put together, sorted. *ults:* NONE before play.
    *bots*, *used_bots*, *hands*, *gone*, *preps:* cards, sorted. *preps_shown:* 1 when everybody saw it.
    *known:* ACTs of the hand that everybody has seen, *peeked:* that only the opponent has; sorted.
    *under:* by the seat whose Eraser LAS it is, cards that lie there, see `card_of`.
    *tokens:* Frame Advantage, Armored, Blitz. *used:* ACTs since the ULT last triggered. *row:* turns in a
    row with a Defend against an Attack. *terror*, *two:* not 0 when it is so this turn (see `Edition.mark`),
    *_next* for the next one.
    *barrage:* copies waiting for Frame Advantage. *carried:* copies of later turns.
    *done:* 1 when ready with what is decided at once. *chosen:* numbers of `edition.ways`.
    *armed*, *planned:* of this window. *spending:* tokens to be spent. *shuffling:* cards to be shuffled in.
    *plays:* cards at work. *lined:* how many there were when the chain was lined up. *chain:* see `link`.
    *rank:* the priority being resolved. *block*, *hurt:* of that step, of this turn. *prevented:* the card
    that prevents all else, or NONE. *asked:* NOTHING and so on; *asker*, *asking:* the seat and the card.
    """

    decks: int
    turn_cap: int
    turn: int
    phase: int
    ending: int
    distance: int
    drafts: list[list[int]]
    draft_preps: list[list[int]]
    ults: list[int]
    bots: list[list[int]]
    used_bots: list[list[int]]
    hands: list[list[int]]
    known: list[list[int]]
    peeked: list[list[int]]
    gone: list[list[int]]
    preps: list[list[int]]
    preps_shown: list[int]
    under: list[list[int]]
    hp: list[int]
    heat: list[int]
    links: list[int]
    tokens: list[list[int]]
    used: list[list[int]]
    row: list[int]
    terror: list[int]
    terror_next: list[int]
    two: list[int]
    two_next: list[int]
    barrage: list[int]
    carried: list[Carried]
    done: list[int]
    chosen: list[list[int]]
    window: int
    armed: list[list[Armed]]
    planned: list[list[Planned]]
    spending: list[list[int]]
    over_ult: list[int]
    shuffling: list[list[int]]
    plays: list[Play]
    lined: int
    chain: list[int]
    rank: int
    block: list[int]
    hurt: list[int]
    prevented: int
    asked: int
    asker: int
    asking: int


class SizedState(State, array_like=True):
    """The state of an edition with other cards or other mechs than the published ones.

    *whole:* for each seat, how many ACTs and BOTs its mech has, the deck for its ULT included; 0 before play.
    """

    whole: list[list[int]] = msgspec.field(default_factory=lambda: [[0, 0], [0, 0]])


class Limits(Struct, frozen=True, omit_defaults=True):
    """The figures of an edition that a table shows. *hp:* at the start. *distance:* the greatest.

    *too_hot:* the heat that loses. *links:* tokens with which an ULT triggers. The others are what a token
    adds.
    """

    hp: int = HP
    too_hot: int = TOO_HOT
    links: int = DUE
    distance: int = MOST_DISTANCE
    frame_priority: int = 1
    armored_block: int = 2
    blitz_damage: int = 2
    blitz_heat: int = 1


USUAL = Limits()


def empty_state(decks: int, turn_cap: int, kind: type[State] = State) -> State:
    """Return a state before any mech is there. *kind:* `SizedState` for a draft edition."""
    return kind(
        decks=decks,
        turn_cap=turn_cap,
        turn=0,
        phase=BUILD,
        ending=RUNNING,
        distance=START_DISTANCE,
        drafts=[[], []],
        draft_preps=[[], []],
        ults=[NONE, NONE],
        bots=[[], []],
        used_bots=[[], []],
        hands=[[], []],
        known=[[], []],
        peeked=[[], []],
        gone=[[], []],
        preps=[[], []],
        preps_shown=[0, 0],
        under=[[], []],
        hp=[HP, HP],
        heat=[0, 0],
        links=[0, 0],
        tokens=[[0, 0, 0], [0, 0, 0]],
        used=[[], []],
        row=[0, 0],
        terror=[0, 0],
        terror_next=[0, 0],
        two=[0, 0],
        two_next=[0, 0],
        barrage=[0, 0],
        carried=[],
        done=[0, 0],
        chosen=[[], []],
        window=0,
        armed=[[], []],
        planned=[[], []],
        spending=[[0, 0, 0], [0, 0, 0]],
        over_ult=[0, 0],
        shuffling=[[], []],
        plays=[],
        lined=NONE,
        chain=[],
        rank=NO_STEP,
        block=[0, 0],
        hurt=[0, 0],
        prevented=NONE,
        asked=NOTHING,
        asker=NONE,
        asking=NONE,
    )


def copy_state(state: State) -> State:
    """Return a copy that shares nothing mutable with *state*. The quickest way is through its bytes."""
    return unpack(type(state), pack(state))


# Numbers that stand for two or more


def link(play: int, part: int) -> int:
    """Return the number in the chain of a part of the play with that number."""
    return play * _PARTS + part


def play_and_part(code: int) -> tuple[int, int]:
    """Return what `link` put together."""
    return divmod(code, _PARTS)


def reference(play: Play, part: int) -> int:
    """Return a number for an effect of this turn that stays the same when plays are added."""
    return ((play.card * len(WHYS) + play.why) * SEATS + play.seat) * _PARTS + part


def referred(code: int) -> tuple[int, int, int, int]:
    """Return the seat, card, part and why that `reference` put together."""
    code, part = divmod(code, _PARTS)
    code, seat = divmod(code, SEATS)
    card, why = divmod(code, len(WHYS))
    return seat, card, part, why


def owned(seat: int, card: int) -> int:
    """Return the number of a card of a seat under an Eraser LAS."""
    return card * SEATS + seat


def card_of(code: int) -> tuple[int, int]:
    """Return the seat and the card that `owned` put together."""
    card, seat = divmod(code, SEATS)
    return seat, card


def planned_play(seat: int, plan: Planned, after: int) -> Play:
    """Return the play of a BOT that is used as planned. *after:* the effect that arms it."""
    moves = (plan.move,) if plan.move else ()
    return Play(seat, plan.bot, BY_BOT, moves=moves, named=plan.named, after=after)


# Hands


def put(cards: list[int], card: int) -> None:
    """Put a card where cards are kept in order."""
    cards.append(card)
    cards.sort()


def take_off(cards: list[int], card: int) -> None:
    """Take a card away, if it is there."""
    if card in cards:
        cards.remove(card)


def at_work(state: State, seat: int) -> list[int]:
    """Return the ACTs of the seat that are out of its hand: flipped, or played in addition."""
    return [play.card for play in state.plays if play.seat == seat and play.why in (BY_ACT, BY_ATTACK)]


def set_aside(state: State, seat: int) -> list[int]:
    """Return the ACTs of the seat that lie under an Eraser LAS, sorted."""
    found = [card_of(code) for pile in state.under for code in pile]
    return sorted(card for whose, card in found if whose == seat)

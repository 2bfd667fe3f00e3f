"""What a viewer may know of a table. All that one could count or remember is in it, so nobody keeps notes."""

from msgspec import Struct

from games.engine.viewers import Viewer
from games.titles.scrap_knights import building
from games.titles.scrap_knights.chain import line_up, lined, priority_name
from games.titles.scrap_knights.decks import faults
from games.titles.scrap_knights.dry_run import add_due_ults
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.events import Lined, Secrets
from games.titles.scrap_knights.rules import deciders
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BUILD,
    BY_ACT,
    CHOICES,
    NO_STEP,
    NONE,
    OVER,
    PHASES,
    RESOLVE,
    TOKENS,
    ULT_CHOICES,
    WHYS,
    Play,
    State,
    card_of,
    copy_state,
    play_and_part,
    referred,
    set_aside,
)
from games.titles.scrap_knights.turns import secrets, verdict


class DraftView(Struct, frozen=True):
    """A mech as it is put together. *fault:* why it can't go yet, in words, or empty. *rule:* its anchor."""

    acts: tuple[str, ...]
    ult: str
    bots: tuple[str, ...]
    prep: tuple[str, ...]
    fault: str
    rule: str


class After(Struct, frozen=True):
    """An effect of this turn that a Tag follows. *why:* `act`, `ult`, `bot`, `copy` or `attack`."""

    seat: int
    card: str
    part: int
    why: str


class BotView(Struct, frozen=True):
    """A BOT. *is_armed:* may be used in this window. *why:* anchor of the trigger that is met, or empty.

    *cause:* the card that would do what arms it, or empty; *after:* the effect of it.
    """

    slug: str
    is_used: bool
    is_armed: bool
    why: str
    cause: str
    after: After | None


class Carry(Struct, frozen=True):
    """Something that lasts. *kind:* `copy`, `terror`, `two-acts` or `frame-copy`. *rule:* its anchor.

    *card:* what it comes from (for a copy: what is copied). *turns:* for how many turns to come; 0 for this
    one, -1 until it happens. *words:* for people, a phrase without a full stop.
    """

    kind: str
    card: str
    copier: str
    turns: int
    words: str
    rule: str


class PlanView(Struct, frozen=True):
    """What a seat has decided in secret for BOTs, tokens or a ULT, shown to itself alone.

    *bots:* to be used; *moves* and *copies* belong to them in order. *tokens:* to be spent, Frame Advantage,
    Armored, Blitz. *overcharge*, *shuffled:* for the ULT.
    """

    bots: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    copies: tuple[str, ...]
    tokens: tuple[int, int, int]
    overcharge: bool
    shuffled: tuple[str, ...]


class Laid(Struct, frozen=True):
    """An ACT of *seat* that lies under an ULT."""

    seat: int
    act: str


class PlayerView(Struct, frozen=True):
    """One player. *hand:* the ACTs in hand, None when hidden; until the flip, chosen ones are among them.

    *known:* ACTs of the hand that the viewer has seen before; to oneself, those that the opponent has.
    *away:* ACTs under an Eraser LAS, *gone:* discarded for good; both public. *ult:* empty while hidden.
    *under:* what lies under this player's ULT. *prep:* None while hidden; *is_prep_shown:* to all. *draft:*
    one's own, while building. *chosen:* one's own before the flip, None for others; what is at work after it.
    *is_ready:* with what is being decided at once. *plan:* one's own, while BOTs, tokens, ULTs are decided.
    *used:* ACTs used since the ULT last triggered. *row:* turns in a row with a Defend against an Attack.
    *block:* what stands of blocks in this step of the chain. *is_interrupted:* was dealt damage this turn.
    """

    seat: int
    hp: int
    heat: int
    hand: tuple[str, ...] | None
    hand_count: int
    known: tuple[str, ...]
    away: tuple[str, ...]
    gone: tuple[str, ...]
    ult: str
    links: int
    bots: tuple[BotView, ...]
    frame_advantage: int
    armored: int
    blitz: int
    prep: tuple[str, ...] | None
    prep_count: int
    is_prep_shown: bool
    under: tuple[Laid, ...]
    draft: DraftView | None
    chosen: tuple[Secrets, ...] | None
    is_ready: bool
    plan: PlanView | None
    carries: tuple[Carry, ...]
    used: tuple[str, ...]
    row: int
    block: int
    is_interrupted: bool


class PlayView(Struct, frozen=True):
    """A card at work this turn. *secrets:* its card is in `act`, also if it is a BOT or ULT.

    *why:* `act`, `ult`, `bot`, `copy` or `attack`. *copier:* the card that copied it. *frame*, *armored*,
    *blitz:* tokens spent on it. *is_late:* it came after the chain was lined up. *after:* what a Tag follows.
    """

    seat: int
    secrets: Secrets
    why: str
    copier: str
    frame: int
    armored: int
    blitz: int
    is_unique: bool
    is_late: bool
    after: After | None


class LinkView(Struct, frozen=True):
    """An effect that is still to resolve. *play:* number of its card among `plays`; -1 for a ULT to come."""

    play: int
    lined: Lined


class Asked(Struct, frozen=True):
    """What is being asked in the resolution. *choice:* type of the move that answers. *card:* that asks."""

    seat: int
    choice: str
    card: str


class View(Struct, frozen=True):
    """*viewer:* the seat that looks, -1 for the spectator. *decks:* the option. *turn:* 0 in building.

    *phase:* `build`, `act`, `bots`, `tokens`, `ult`, `resolve` or `over`. *plays:* cards at work this turn.
    *chain:* what resolves next and why, in order; until it is lined up, as it would be, ties in seat order.
    *step:* the priority that is being resolved (`first`, `+1`, `0`, `last`), or empty: blocks of it stand.
    *window:* of BOTs, from 1; 0 outside. *prevented_by:* the card that prevents all else this turn, or empty.
    *to_act:* seats that have something to decide. *ended_by:* anchor of what ended the game, or empty.
    """

    edition: str
    viewer: int
    decks: int
    turn: int
    turn_cap: int
    phase: str
    distance: int
    players: tuple[PlayerView, ...]
    plays: tuple[PlayView, ...]
    chain: tuple[LinkView, ...]
    step: str
    window: int
    asked: Asked | None
    prevented_by: str
    to_act: tuple[int, ...]
    over: bool
    ended_by: str


def view(edition: Edition, state: State, viewer: Viewer) -> View:
    """Return what *viewer* may know of *state*. *Source:* `scrap-knights:open-1`, `scrap-knights:open-2`."""
    is_over = state.phase == OVER
    asked = Asked(state.asker, CHOICES[state.asked], edition.name(state.asking)) if state.asked else None
    return View(
        edition=edition.slug,
        viewer=viewer.seat,
        decks=state.decks,
        turn=state.turn,
        turn_cap=state.turn_cap,
        phase=PHASES[state.phase],
        distance=state.distance,
        players=(_player(edition, state, 0, viewer), _player(edition, state, 1, viewer)),
        plays=tuple([_play(edition, state, number, play) for number, play in enumerate(state.plays)]),
        chain=_chain(edition, state),
        step=priority_name(state.rank) if state.rank != NO_STEP else "",
        window=state.window,
        asked=asked,
        prevented_by=edition.name(state.prevented),
        to_act=deciders(state),
        over=is_over,
        ended_by=verdict(state) if is_over else "",
    )


def _player(edition: Edition, state: State, seat: int, viewer: Viewer) -> PlayerView:
    is_own = viewer.seat == seat
    hand, names = state.hands[seat], edition.names
    known = state.known[seat] if viewer.is_spectator else sorted(state.known[seat] + state.peeked[seat])
    frame, armored, blitz = state.tokens[seat]
    return PlayerView(
        seat=seat,
        hp=state.hp[seat],
        heat=state.heat[seat],
        hand=names(hand) if is_own else None,
        hand_count=len(hand),
        known=names(known),
        away=names(set_aside(state, seat)),
        gone=names(state.gone[seat]),
        ult=edition.name(state.ults[seat]),
        links=state.links[seat],
        bots=tuple([_bot(edition, state, seat, bot) for bot in state.bots[seat]]),
        frame_advantage=frame,
        armored=armored,
        blitz=blitz,
        prep=names(state.preps[seat]) if is_own or state.preps_shown[seat] else None,
        prep_count=len(state.preps[seat]),
        is_prep_shown=state.preps_shown[seat] == 1,
        under=tuple([Laid(whose, edition.name(card)) for whose, card in map(card_of, state.under[seat])]),
        draft=_draft(edition, state, seat) if is_own and state.phase == BUILD else None,
        chosen=_chosen(edition, state, seat, is_own),
        is_ready=state.done[seat] == 1,
        plan=_plan(edition, state, seat) if is_own else None,
        carries=tuple(_carries(edition, state, seat)),
        used=names(state.used[seat]),
        row=state.row[seat],
        block=state.block[seat],
        is_interrupted=state.hurt[seat] > 0,
    )


def _draft(edition: Edition, state: State, seat: int) -> DraftView:
    deck = building.draft_of(edition, state, seat)
    fault = next(iter(faults(deck)), None)
    reason, rule = (fault.reason, fault.rule) if fault else ("", "")
    return DraftView(deck.acts, deck.ult, deck.bots, deck.prep, reason, rule)


def _bot(edition: Edition, state: State, seat: int, bot: int) -> BotView:
    slug, is_used = edition.name(bot), bot in state.used_bots[seat]
    found = next((one for one in state.armed[seat] if one.bot == bot), None)
    if found is None:
        return BotView(slug, is_used, False, "", "", None)
    trigger = edition.kinds[bot].trigger
    after = _after(edition, found.after)
    return BotView(slug, is_used, True, trigger.rule if trigger else "", after.card if after else "", after)


def _after(edition: Edition, reference: int) -> After | None:
    if reference == NONE:
        return None
    seat, card, part, why = referred(reference)
    return After(seat, edition.name(card), part, WHYS[why])


def _chosen(edition: Edition, state: State, seat: int, is_own: bool) -> tuple[Secrets, ...] | None:
    if state.phase == ACT:
        ways = [edition.ways[number] for number in state.chosen[seat]]
        return tuple([secrets(edition, way) for way in ways]) if is_own else None
    acts = [play for play in state.plays if play.seat == seat and play.why == BY_ACT]
    return tuple([_secrets(edition, play) for play in acts])


def _secrets(edition: Edition, play: Play) -> Secrets:
    card, named = edition.name(play.card), edition.name(play.named)
    return Secrets(card, play.over == 1, play.moves, play.number, named)


def _plan(edition: Edition, state: State, seat: int) -> PlanView | None:
    if state.phase not in (BOT_WINDOW, TOKENS, ULT_CHOICES, RESOLVE):
        return None
    planned = state.planned[seat]
    frame, armored, blitz = state.spending[seat]
    return PlanView(
        bots=edition.names(plan.bot for plan in planned),
        moves=tuple([(plan.move,) if plan.move else () for plan in planned]),
        copies=tuple([edition.name(plan.named) for plan in planned]),
        tokens=(frame, armored, blitz),
        overcharge=state.over_ult[seat] == 1,
        shuffled=edition.names(state.shuffling[seat]),
    )


def _play(edition: Edition, state: State, number: int, play: Play) -> PlayView:
    return PlayView(
        seat=play.seat,
        secrets=_secrets(edition, play),
        why=WHYS[play.why],
        copier=edition.name(play.copier),
        frame=play.frame,
        armored=play.armor,
        blitz=play.blitz,
        is_unique=play.unique == 1,
        is_late=state.lined != NONE and number >= state.lined,
        after=_after(edition, play.after),
    )


def _chain(edition: Edition, state: State) -> tuple[LinkView, ...]:
    """Return what is to resolve; before it is lined up, as it would be now."""
    if state.phase == RESOLVE:
        codes, ahead = state.chain, state
    elif state.phase in (BOT_WINDOW, TOKENS, ULT_CHOICES):
        ahead = copy_state(state)
        add_due_ults(ahead)
        codes = line_up(edition, ahead, None, [])
    else:
        return ()
    plays = len(state.plays)
    return tuple(
        [
            LinkView(number if number < plays else -1, lined(edition, ahead, code))
            for code, number in [(code, play_and_part(code)[0]) for code in codes]
        ]
    )


def _carries(edition: Edition, state: State, seat: int) -> list[Carry]:
    """Return what lasts for the seat. *Source:* `scrap-knights:copy-1`, `scrap-knights:sd-terror-1`."""
    found = [
        Carry(
            "copy",
            edition.name(copy.card),
            edition.name(copy.copier),
            copy.turns,
            _times(copy.turns),
            "copy-1",
        )
        for copy in state.carried
        if copy.seat == seat
    ]
    for turns, terror, two in ((0, state.terror, state.two), (1, state.terror_next, state.two_next)):
        when = "next turn" if turns else "this turn"
        if terror[seat]:
            words = f"Attacks and Defends are prevented {when}"
            found.append(Carry("terror", "sd-terror", "", turns, words, "sd-terror-1"))
        if two[seat]:
            found.append(Carry("two-acts", "oneliner", "", turns, f"may play two ACTs {when}", "act-3"))
    ult = edition.name(state.ults[seat])
    words = "copied with the next Frame Advantage"
    waiting = Carry("frame-copy", ult, ult, -1, words, "missile-barrage-2")
    return found + [waiting] * state.barrage[seat]


def _times(turns: int) -> str:
    return "copied next turn" if turns == 1 else f"copied in the next {turns} turns"

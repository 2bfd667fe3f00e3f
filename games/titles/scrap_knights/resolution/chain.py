"""The chain: effects that are resolved one after another, until somebody is asked."""

from msgspec.structs import replace

from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.box import ATTACK, DEFEND
from games.titles.scrap_knights.cards.kind import FIRST_RANK, LAST_RANK, TAG_RANK, X_RANK
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.resolution import links
from games.titles.scrap_knights.resolution.context import ResolutionContext
from games.titles.scrap_knights.state import (
    ARMOR,
    ATTACK_WITH,
    BY_ACT,
    BY_ATTACK,
    NONE,
    NOTHING,
    RETURN_BOT,
    TOKEN_KINDS,
    WARP,
    WHYS,
    Play,
    State,
    link,
    owned,
    play_and_part,
    put,
    referred,
    take_off,
)

_TERRIFIED = (ATTACK, DEFEND)
_TERROR = "sd-terror"


def rank_of(edition: Edition, play: Play, part: int) -> int:
    """Return the priority of an effect as a number.

    *Source:* `scrap-knights:chain-1`, `scrap-knights:chain-2`, `scrap-knights:token-frame`.
    """
    rank = edition.kinds[play.card].steps[part].rank
    if rank == X_RANK:
        rank = play.number or 1
    if rank in _FIXED:
        return rank
    raised = rank + edition.frame_priority * play.frame
    # Drafts may have so many of these tokens that a number would come to stand for First.
    return min(raised, FIRST_RANK - 1) if edition.is_draft else raised


_FIXED = (FIRST_RANK, LAST_RANK, TAG_RANK)


def parts_of(edition: Edition, play: Play) -> list[int]:
    """Return the parts of the card that are in the chain. *Source:* `scrap-knights:overcharge-1`."""
    kind = edition.kinds[play.card]
    if play.over or not kind.overcharge:
        return list(kind.chain)
    return [part for part in kind.chain if not kind.steps[part].overcharged]


def lined(edition: Edition, state: State, code: int) -> ev.Lined:
    """Return an effect of the chain as events and views show it."""
    number, part = play_and_part(code)
    play = state.plays[number]
    after = referred(play.after)[1] if play.after != NONE else NONE
    return ev.Lined(
        seat=play.seat,
        card=edition.name(play.card),
        part=part,
        priority=priority_name(rank_of(edition, play, part)),
        why=WHYS[play.why],
        copier=edition.name(play.copier),
        after=edition.name(after),
    )


def priority_name(rank: int) -> str:
    """Return the name of a priority: `first`, `+1`, `0`, `-1`, `last`, `tag`."""
    return _NAMES.get(rank) or f"{rank:+d}"


_NAMES = {FIRST_RANK: "first", LAST_RANK: "last", TAG_RANK: "tag", 0: "0"}


# Resolving


def go_on(context: ResolutionContext) -> None:
    """Resolve what is next in the chain until somebody is asked or nothing is left.

    *Source:* `scrap-knights:chain-1`.
    """
    state = context.state
    while state.chain and not state.asked:
        resolve_next(context)


def resolve_next(context: ResolutionContext) -> None:
    """Resolve the next effect of the chain."""
    edition, state = context.edition, context.state
    code = state.chain.pop(0)
    number, part = play_and_part(code)
    play = state.plays[number]
    if number < state.lined:
        context.root = code
        rank = rank_of(edition, play, part)
        if rank not in (TAG_RANK, state.rank):
            _begin_step(context, code, rank)
    context.focus(number, part)
    if context.trace is None:  # a dry run records nothing
        context.events.append(ev.EffectBegan("chain-1", play.seat, lined(edition, state, code)))
    _carry_out(context, play, part)
    if context.added:
        _insert(context, context.added)
        context.added = []


def _carry_out(context: ResolutionContext, play: Play, part: int) -> None:
    """Carry out an effect, unless it is prevented or out of range. *Source:* `scrap-knights:range-1`."""
    state, kind = context.state, context.kind
    effect = kind.steps[part].effect
    if _is_prevented(context, play):
        terror = context.edition.marker(state.terror[play.seat], _TERROR)
        by = context.edition.name(state.prevented) or terror
        context.events.append(ev.EffectPrevented("prevent-1", play.seat, context.card, by))
        effect.resolve_prevented(context)
    elif kind.range is not None and state.distance > kind.range:
        missed = ev.missed(play.seat, context.card, kind.range, state.distance, kind.copies_itself)
        context.events.append(missed)
        if context.trace is not None and context.trace.missed_by[play.seat] == NONE:
            context.trace.missed_by[play.seat] = context.root
    else:
        effect.resolve(context)


def _is_prevented(context: ResolutionContext, play: Play) -> bool:
    """Return whether something prevents what the card does.

    *Source:* `scrap-knights:dd-burst-1`, `scrap-knights:sd-terror-1`.
    """
    state = context.state
    if state.prevented != NONE:
        return True
    return state.terror[play.seat] > 0 and context.edition.kinds[play.card].kind in _TERRIFIED


def _begin_step(context: ResolutionContext, code: int, rank: int) -> None:
    """Begin the next priority: raise its blocks before anything else happens.

    *Source:* `scrap-knights:block-2`, `scrap-knights:token-armored`.
    """
    edition, state = context.edition, context.state
    state.rank = rank
    state.block = [0, 0]
    for other in (code, *state.chain):
        number, part = play_and_part(other)
        play = state.plays[number]
        if number >= state.lined or rank_of(edition, play, part) != rank or _is_prevented(context, play):
            continue
        token = "" if edition.is_terse else TOKEN_KINDS[ARMOR]
        printed = [(amount, "") for amount in edition.kinds[play.card].steps[part].blocks]
        for amount, by in (*printed, *[(edition.armored_block, token)] * play.armor):
            state.block[play.seat] += amount
            name, standing = edition.name(play.card), state.block[play.seat]
            context.events.append(ev.BlockRaised("block-1", play.seat, name, amount, standing, by))


def _insert(context: ResolutionContext, codes: list[int]) -> None:
    """Put effects next in the chain, in the order of their priorities. *Source:* `scrap-knights:copy-1`."""
    edition, state = context.edition, context.state

    def rank(code: int) -> int:
        number, part = play_and_part(code)
        return -rank_of(edition, state.plays[number], part)

    state.chain[:0] = sorted(codes, key=rank)


# Answers


def answer(context: ResolutionContext, chosen: int) -> None:
    """Carry out the player's choice and go on. *chosen:* a card, NONE for no card, or a distance."""
    state = context.state
    asked, state.asked = state.asked, NOTHING
    number = next(n for n, play in enumerate(state.plays) if _is_asking(state, play))
    context.focus(number)
    state.asker = state.asking = NONE
    if asked == ATTACK_WITH:
        _play_attack(context, chosen)
    elif asked == WARP:
        context.answer_warp(chosen)
    elif asked == RETURN_BOT:
        context.answer_bot(chosen)
    else:
        context.answer_discard(chosen)
    go_on(context)


def _is_asking(state: State, play: Play) -> bool:
    return (play.seat, play.card) == (state.asker, state.asking)


def _play_attack(context: ResolutionContext, act: int) -> None:
    """Play an additional Attack at once. *Source:* `scrap-knights:can-opener-1`."""
    edition, state, seat = context.edition, context.state, context.seat
    context.events.append(ev.AttackAdded("can-opener-1", seat, context.card, edition.name(act)))
    if act == NONE:
        return
    kind = edition.kinds[act]
    for pile in (state.hands[seat], state.known[seat], state.peeked[seat]):
        take_off(pile, act)
    play = Play(seat, act, BY_ATTACK)
    state.plays.append(play)
    gain_heat(edition, state, context.events, seat, act, kind.heat)
    unique = links.use_act(edition, state, context.events, seat, act)
    state.plays[-1] = replace(play, unique=unique)
    number = len(state.plays) - 1
    _insert(context, [link(number, part) for part in parts_of(edition, play)])


def gain_heat(
    edition: Edition, state: State, events: list[Event], seat: int, card: int, amount: int, token: str = ""
) -> None:
    """Give the seat the heat that a card costs, or a token on it. *Source:* `scrap-knights:heat-2`."""
    if amount:
        state.heat[seat] += amount
        by = "" if edition.is_terse else token
        events.append(ev.HeatGained("heat-2", seat, edition.name(card), amount, state.heat[seat], by))


def return_acts(state: State) -> None:
    """Return the ACTs at work to their hands, except those set aside. *Source:* `scrap-knights:act-1`."""
    aside = {code for pile in state.under for code in pile}
    for play in state.plays:
        if play.why in _FROM_HAND and owned(play.seat, play.card) not in aside:
            put(state.hands[play.seat], play.card)
            put(state.known[play.seat], play.card)


_FROM_HAND = (BY_ACT, BY_ATTACK)

"""Makes views from the state; nothing else filters secrets."""

from games.engine.viewers import Viewer
from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decks.deck import faults
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.events import Secrets
from games.titles.scrap_knights.resolution.chain import lined, priority_name
from games.titles.scrap_knights.resolution.dry_run import add_due_ults, due, use_bots
from games.titles.scrap_knights.resolution.lining import line_up
from games.titles.scrap_knights.resolution.shown import secrets
from games.titles.scrap_knights.rules import to_act
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BUILD,
    BY_ACT,
    BY_ULT,
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
from games.titles.scrap_knights.turns.outcome import verdict
from games.titles.scrap_knights.turns.spending import spend
from games.titles.scrap_knights.views.view import (
    After,
    Asked,
    BotView,
    Carry,
    DraftView,
    Laid,
    LinkView,
    PlanView,
    PlayerView,
    PlayView,
    View,
)


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
        chain=_chain(edition, state, viewer),
        step=priority_name(state.rank) if state.rank != NO_STEP else "",
        window=state.window,
        asked=asked,
        prevented_by=edition.name(state.prevented),
        to_act=to_act(state),
        over=is_over,
        ended_by=verdict(edition, state) if is_over else "",
        limits=edition.limits,
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
    fault = next(iter(faults(deck, edition.pool)), None)
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


def _chain(edition: Edition, state: State, viewer: Viewer) -> tuple[LinkView, ...]:
    """Return what is to resolve; before the chain is lined up, as it would be with what the viewer means."""
    if state.phase == RESOLVE:
        return tuple([_link(edition, state, state, code) for code in state.chain])
    if state.phase not in (BOT_WINDOW, TOKENS, ULT_CHOICES):
        return ()
    ahead, over = copy_state(state), [0, 0]
    if not viewer.is_spectator:
        _add_meant(edition, ahead, viewer.seat)
        over[viewer.seat] = state.over_ult[viewer.seat]
    add_due_ults(edition, ahead, (over[0], over[1]))
    return tuple([_link(edition, state, ahead, code) for code in line_up(edition, ahead, None, [])])


def _add_meant(edition: Edition, ahead: State, seat: int) -> None:
    """Do in *ahead* what the seat means to do: use BOTs, or spend tokens."""
    if ahead.phase == BOT_WINDOW:
        use_bots(edition, ahead, seat, ahead.planned[seat])
    elif ahead.phase == TOKENS and any(ahead.spending[seat]):
        spend(edition, ahead, [], seat, ahead.spending[seat])


def _link(edition: Edition, state: State, ahead: State, code: int) -> LinkView:
    """Return an effect of the chain. *ahead:* the state with what the viewer means to do."""
    number, part = play_and_part(code)
    play, is_there = ahead.plays[number], number < len(state.plays)
    return LinkView(
        play=number if is_there else -1,
        lined=lined(edition, ahead, code),
        tokens=(play.frame, play.armor, play.blitz),
        is_meant=play != state.plays[number] if is_there else _is_added(edition, state, play, part),
    )


def _is_added(edition: Edition, state: State, play: Play, part: int) -> bool:
    """Return whether what is to come does so only by what the viewer means to do."""
    is_due = play.why == BY_ULT and due(edition, state, play.seat)
    return not is_due or edition.kinds[play.card].steps[part].overcharged


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
            found.append(
                Carry("terror", edition.marker(terror[seat], "sd-terror"), "", turns, words, "sd-terror-1")
            )
        if two[seat]:
            found.append(
                Carry(
                    "two-acts",
                    edition.marker(two[seat], "oneliner"),
                    "",
                    turns,
                    f"may play two ACTs {when}",
                    "act-3",
                )
            )
    ult = edition.name(state.ults[seat])
    words = "copied with the next Frame Advantage"
    waiting = Carry("frame-copy", ult, ult, -1, words, "missile-barrage-2")
    return found + [waiting] * state.barrage[seat]


def _times(turns: int) -> str:
    return "copied next turn" if turns == 1 else f"copied for the next {turns} turns"

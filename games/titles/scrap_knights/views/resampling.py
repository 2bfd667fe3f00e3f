"""States resampled from a view: what the viewer doesn't know is dealt by chance."""

from collections.abc import Sequence

from games.engine.chance import Chance
from games.titles.scrap_knights.box import TEST
from games.titles.scrap_knights.cards.kind import FIRST_RANK, LAST_RANK
from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decisions.legality import copyable, legal
from games.titles.scrap_knights.decks.deck import make_deck, random_deck
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.events import Secrets
from games.titles.scrap_knights.moves import AnyChoice, choosing
from games.titles.scrap_knights.planning.policy import weights
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    CAPPED,
    CHOICES,
    NO_STEP,
    NONE,
    NOTHING,
    OVERHEATED,
    OWN,
    PHASES,
    RANDOM,
    READY_MADE,
    RUNNING,
    TOKENS,
    WHYS,
    WRECKED,
    Armed,
    Carried,
    Planned,
    Play,
    SizedState,
    State,
    at_work,
    link,
    owned,
    reference,
)
from games.titles.scrap_knights.turns.spending import spendable
from games.titles.scrap_knights.views.view import After, PlayerView, PlayView, View

_ENDINGS = {
    "heat-1": OVERHEATED,
    "end-3": OVERHEATED,
    "end-1": WRECKED,
    "end-2": WRECKED,
    "house-1": CAPPED,
}
_RANKS = {"first": FIRST_RANK, "last": LAST_RANK, "": NO_STEP}

# Where everybody may bring a mech of their own, one in so many seems ready-made and has other ACTs.
OWN_ACTS = 8


def resample(edition: Edition, view: View, chance: Chance) -> State:
    """Return a state that fits *view*."""
    state = edition.empty(view.decks, view.turn_cap)
    state.turn, state.phase, state.distance = view.turn, PHASES.index(view.phase), view.distance
    state.ending = _ENDINGS.get(view.ended_by, RUNNING)
    state.window = view.window
    state.plays = [_play(edition, play) for play in view.plays]
    _lay_chain(edition, state, view)
    for player in view.players:
        _lay_open(edition, state, player)
        _lay_away(edition, state, player)
    state.carried.sort(key=lambda copy: copy.seat)
    for player in view.players:
        _deal_hidden(edition, state, view, player, chance)
    return state


def _lay_chain(edition: Edition, state: State, view: View) -> None:
    """Restore what resolves, and who is asked."""
    state.rank = _RANKS[view.step] if view.step in _RANKS else int(view.step)
    if view.phase == "resolve":
        state.lined = sum(not play.is_late for play in view.plays)
        state.chain = [link(one.play, one.lined.part) for one in view.chain]
    state.prevented = edition.number.get(view.prevented_by, NONE)
    if view.asked is not None:
        state.asked, state.asker = CHOICES.index(view.asked.choice), view.asked.seat
        state.asking = edition.number[view.asked.card]
    else:
        state.asked = NOTHING


def _play(edition: Edition, play: PlayView) -> Play:
    number, told = edition.number, play.secrets
    return Play(
        seat=play.seat,
        card=number[told.act],
        why=WHYS.index(play.why),
        over=int(told.overcharged),
        moves=told.moves,
        number=told.number,
        named=number.get(told.named, NONE),
        frame=play.frame,
        armor=play.armored,
        blitz=play.blitz,
        unique=int(play.is_unique),
        copier=number.get(play.copier, NONE),
        after=_reference(edition, play.after),
    )


def _reference(edition: Edition, after: After | None) -> int:
    if after is None:
        return NONE
    return reference(Play(after.seat, edition.number[after.card], WHYS.index(after.why)), after.part)


def _lay_open(edition: Edition, state: State, player: PlayerView) -> None:
    """Restore what everybody knows of a player."""
    seat, number = player.seat, edition.number
    state.hp[seat], state.heat[seat], state.links[seat] = player.hp, player.heat, player.links
    state.tokens[seat] = [player.frame_advantage, player.armored, player.blitz]
    state.ults[seat] = number.get(player.ult, NONE)
    if isinstance(state, SizedState) and player.ult:
        state.whole[seat] = edition.whole(state.ults[seat])
    state.bots[seat] = edition.numbers(bot.slug for bot in player.bots)
    state.used_bots[seat] = edition.numbers(bot.slug for bot in player.bots if bot.is_used)
    state.armed[seat] = [
        Armed(number[bot.slug], _reference(edition, bot.after)) for bot in player.bots if bot.is_armed
    ]
    state.gone[seat] = edition.numbers(player.gone)
    state.used[seat] = edition.numbers(player.used)
    state.row[seat], state.block[seat], state.hurt[seat] = (
        player.row,
        player.block,
        int(player.is_interrupted),
    )
    state.done[seat] = int(player.is_ready)
    for carry in player.carries:
        if carry.kind == "copy":
            state.carried.append(Carried(seat, number[carry.card], number[carry.copier], carry.turns))
        elif carry.kind == "frame-copy":
            state.barrage[seat] += 1
        else:
            columns = {
                ("terror", 0): state.terror,
                ("terror", 1): state.terror_next,
                ("two-acts", 0): state.two,
                ("two-acts", 1): state.two_next,
            }
            columns[carry.kind, carry.turns][seat] = edition.mark(number[carry.card])


def _lay_away(edition: Edition, state: State, player: PlayerView) -> None:
    """Restore what is under the player's ULT."""
    state.under[player.seat] = sorted(owned(laid.seat, edition.number[laid.act]) for laid in player.under)


def _deal_hidden(edition: Edition, state: State, view: View, player: PlayerView, chance: Chance) -> None:
    """Restore what the viewer knows of a player's secrets, and deal the rest."""
    is_own = player.seat == view.viewer
    if view.phase == "build":
        _deal_draft(edition, state, player, chance)
        return
    _deal_hand(edition, state, player, chance)
    state.preps_shown[player.seat] = int(player.is_prep_shown)
    if is_own:
        _lay_plan(edition, state, player)
    elif player.is_ready:
        _deal_plan(edition, state, player.seat, chance)


def _deal_draft(edition: Edition, state: State, player: PlayerView, chance: Chance) -> None:
    """Restore the viewer's own draft; the other player gets some legal mech."""
    if player.draft is not None:
        draft = player.draft
        deck = make_deck(draft.acts, draft.ult, draft.bots, draft.prep, edition.pool)
    elif state.decks == READY_MADE:
        deck = chance.pick(edition.mechs, "resample").deck
    else:
        deck = random_deck(chance, edition.pool)
    building.lay_draft(edition, state, player.seat, deck)


def _deal_hand(edition: Edition, state: State, player: PlayerView, chance: Chance) -> None:
    """Restore the hand and the prep deck; a hidden hand gets the ACTs that were seen, and others."""
    seat = player.seat
    state.known[seat] = edition.numbers(player.known)
    if player.prep is not None:
        state.preps[seat] = edition.numbers(player.prep)
    if player.hand is not None:
        state.hands[seat] = edition.numbers(player.hand)
        return
    unseen = _unseen(edition, state, player, chance)
    chance.shuffle(unseen, "resample")
    missing = player.hand_count - len(player.known)
    state.hands[seat] = sorted([*state.known[seat], *(unseen.pop() for _ in range(missing))])
    if player.prep is None and player.ult == TEST:
        state.preps[seat] = sorted(unseen.pop() for _ in range(player.prep_count))
    elif player.prep is None and player.prep_count:
        attacks = edition.numbers(edition.pool.may_prepare(player.ult))
        chance.shuffle(attacks, "resample")
        state.preps[seat] = sorted(attacks[: player.prep_count])


def _unseen(edition: Edition, state: State, player: PlayerView, chance: Chance) -> list[int]:
    """Return the ACTs that may be in a hidden hand, besides those that were seen there."""
    seen = {*player.known, *player.away, *player.gone}
    if player.ult == TEST:
        seen.update(player.prep or ())
    out = at_work(state, player.seat)
    brought = _brought(edition, state, player, {*seen, *(edition.slugs[act] for act in out)}, chance)
    hidden = player.hand_count - len(player.known)
    if player.ult == TEST and player.prep is None:
        hidden += player.prep_count

    def left(acts: Sequence[int]) -> list[int]:
        return [act for act in acts if act not in out and edition.slugs[act] not in seen]

    unseen = left(brought)
    return unseen if len(unseen) >= hidden else left(edition.acts)


def _brought(
    edition: Edition, state: State, player: PlayerView, shown: set[str], chance: Chance
) -> list[int]:
    """Return the ACTs of the ready-made mech that the ULT and the BOTs give away, if *shown* fits it.

    Who brings a mech of their own may have kept them and changed ACTs.
    """
    if state.decks == RANDOM or (state.decks == OWN and chance.below(OWN_ACTS, "resample") == 0):
        return []
    bots = {bot.slug for bot in player.bots}
    for mech in edition.mechs:
        deck = mech.deck
        if deck.ult != player.ult or {*deck.bots} != bots:
            continue
        cards = (*deck.acts, *(deck.prep if deck.ult == TEST else ()))
        if shown <= {*cards}:
            return edition.numbers(cards)
    return []


def _lay_plan(edition: Edition, state: State, player: PlayerView) -> None:
    """Restore what the viewer has decided."""
    seat, plan = player.seat, player.plan
    if state.phase == ACT:
        for told in player.chosen or ():
            state.chosen[seat].append(edition.way_of_move[_choice(told)])
    if plan is None:
        return
    for bot, moves, copied in zip(plan.bots, plan.moves, plan.copies, strict=True):
        move = moves[0] if moves else 0
        state.planned[seat].append(Planned(edition.number[bot], move, edition.number.get(copied, NONE)))
    state.spending[seat] = list(plan.tokens)
    state.over_ult[seat] = int(plan.overcharge)
    state.shuffling[seat] = edition.numbers(plan.shuffled)


def _choice(told: Secrets) -> AnyChoice:
    return choosing(told.act, told.overcharged, told.moves, told.number, told.named)  # type: ignore[arg-type]


def _deal_plan(edition: Edition, state: State, seat: int, chance: Chance) -> None:
    """Make some decision for the other player, who is ready."""
    if state.phase == ACT:
        state.chosen[seat] = _some_ways(edition, state, seat, chance)
    elif state.phase == BOT_WINDOW:
        state.planned[seat] = _some_bots(edition, state, seat, chance)
    elif state.phase == TOKENS:
        tokens = spendable(edition, state, seat)
        state.spending[seat] = [chance.below(count + 1, "resample") for count in tokens]


def _some_ways(edition: Edition, state: State, seat: int, chance: Chance) -> list[int]:
    """Return what a fair player may have chosen."""
    chosen = state.chosen[seat] = []
    for _ in range(2 if state.two[seat] else 1):
        moves = [move for move in legal(edition, state, seat) if isinstance(move, AnyChoice)]
        if moves:
            move = chance.weighed(moves, weights(edition, state, seat, moves), "resample")
            chosen.append(edition.way_of_move[move])
    return chosen


def _some_bots(edition: Edition, state: State, seat: int, chance: Chance) -> list[Planned]:
    planned: list[Planned] = []
    for one in state.armed[seat]:
        kind = edition.kinds[one.bot]
        copies = copyable(edition, state, seat) if kind.copies_attack else [NONE]
        if not copies or chance.below(2, "resample"):
            continue
        move = chance.pick((-1, 1), "resample") if kind.directions else 0
        planned.append(Planned(one.bot, move, chance.pick(copies, "resample")))
    return planned

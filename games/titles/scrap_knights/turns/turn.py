"""The steps of a turn: heat check, ACT phase, flip, BOTs, tokens, ULTs, resolution, end."""

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.scrap_knights import events as ev
from games.titles.scrap_knights.edition import Edition, Way
from games.titles.scrap_knights.resolution import links
from games.titles.scrap_knights.resolution.chain import gain_heat, go_on, lined, return_acts
from games.titles.scrap_knights.resolution.context import ResolutionContext
from games.titles.scrap_knights.resolution.deploying import deploy
from games.titles.scrap_knights.resolution.dry_run import armed, due, unarmed
from games.titles.scrap_knights.resolution.lining import line_up
from games.titles.scrap_knights.resolution.shown import arming, secrets
from games.titles.scrap_knights.state import (
    ACT,
    BOT_WINDOW,
    BY_ACT,
    BY_COPY,
    CAPPED,
    NO_STEP,
    NONE,
    NOTHING,
    OVER,
    OVERHEATED,
    RESOLVE,
    SEATS,
    TOKENS,
    ULT_CHOICES,
    WRECKED,
    Carried,
    Play,
    State,
    planned_play,
    put,
    take_off,
)
from games.titles.scrap_knights.turns.outcome import verdict, winners_of
from games.titles.scrap_knights.turns.spending import spend, spendable
from games.titles.scrap_knights.turns.ults import chooses, trigger

BOTH = range(SEATS)


class Turn:
    """Runs a turn until somebody has to decide. *events:* what happened on the way."""

    __slots__ = ("chance", "edition", "events", "state")

    def __init__(self, edition: Edition, state: State, chance: Chance) -> None:
        self.edition = edition
        self.state = state
        self.chance = chance
        self.events: list[Event] = []

    # The beginning

    def begin(self) -> None:
        """Begin the next turn, as far as its ACT phase. A player without an ACT isn't asked for one.

        *Source:* `scrap-knights:turn-1`, `scrap-knights:act-4`.
        """
        state = self.state
        state.turn += 1
        state.plays, state.chain, state.lined = [], [], NONE
        state.block, state.hurt, state.rank, state.prevented = [0, 0], [0, 0], NO_STEP, NONE
        state.terror, state.terror_next = state.terror_next, [0, 0]
        state.two, state.two_next = state.two_next, [0, 0]
        self.events.append(ev.TurnBegan("turn-1", -1, state.turn))
        if self._check_heat():
            return
        links.begin_act_phase(self.edition, state, self.events)
        state.phase, state.chosen = ACT, [[], []]
        state.done = [0 if state.hands[seat] else 1 for seat in BOTH]
        if 0 not in state.done:
            self.flip()

    def _check_heat(self) -> bool:
        """End the game when somebody is too hot. *Source:* `scrap-knights:heat-1`, `scrap-knights:end-3`."""
        state = self.state
        hot = [seat for seat in BOTH if state.heat[seat] >= self.edition.too_hot]
        for seat in hot:
            self.events.append(ev.MechLost("heat-1", seat, state.hp[seat], state.heat[seat]))
        if hot:
            self._end(OVERHEATED)
        return bool(hot)

    # The flip

    def flip(self) -> None:
        """Show what was chosen. *Source:* `scrap-knights:flip-1`, `scrap-knights:flip-2`."""
        state = self.state
        passed = tuple(seat for seat in BOTH if not state.chosen[seat])
        self.events.append(ev.CardsFlipped("act-4" if passed else "flip-1", -1, state.turn, passed))
        for seat in BOTH:
            for number in state.chosen[seat]:
                self._show(seat, self.edition.ways[number])
        state.chosen = [[], []]
        self._join_copies()
        kinds = [{self.edition.kinds[play.card].kind for play in self._acts(seat)} for seat in BOTH]
        links.count_row(self.edition, state, self.events, kinds)
        self._turn_up_preps()
        state.window = 0
        self._say_what_is_no_miss()
        self.open_window()

    def _say_what_is_no_miss(self) -> None:
        """Say of BOTs that wait for a miss why they aren't armed. *Source:* `scrap-knights:trigger-miss`."""
        edition = self.edition
        if edition.is_terse:
            return
        for idle in unarmed(edition, self.state):
            kind = edition.kinds[idle.attack]
            bot = edition.name(idle.bot)
            self.events.append(ev.BotUnarmed("trigger-miss", idle.seat, bot, kind.slug, idle.why, kind.range))

    def _show(self, seat: int, way: Way) -> None:
        edition, state = self.edition, self.state
        for pile in (state.hands[seat], state.known[seat], state.peeked[seat]):
            take_off(pile, way.act)
        unique = way.act not in state.used[seat]
        self.events.append(ev.ActRevealed("flip-1", seat, secrets(edition, way), unique))
        kind = edition.kinds[way.act]
        heat = kind.heat + (kind.overcharge if way.over else 0)
        gain_heat(edition, state, self.events, seat, way.act, heat)
        flag = links.use_act(edition, state, self.events, seat, way.act)
        play = Play(seat, way.act, BY_ACT, way.over, way.moves, way.number, way.named, unique=flag)
        state.plays.append(play)

    def _join_copies(self) -> None:
        """Add the copies of earlier turns. *Source:* `scrap-knights:copy-1`, `scrap-knights:copy-3`."""
        edition, state = self.edition, self.state
        for copy in state.carried:
            unique = int(copy.card not in state.used[copy.seat])
            state.plays.append(Play(copy.seat, copy.card, BY_COPY, unique=unique, copier=copy.copier))
            names = edition.name(copy.card), edition.name(copy.copier)
            self.events.append(ev.CardCopied("copy-1", copy.seat, *names, 0))
        state.carried = [
            Carried(copy.seat, copy.card, copy.copier, copy.turns - 1)
            for copy in state.carried
            if copy.turns > 1
        ]

    def _turn_up_preps(self) -> None:
        """Turn up the deck of a TAS-Custom that is due: BOTs look ahead at what it copies.

        *Source:* `scrap-knights:tas-custom-2`.
        """
        edition, state = self.edition, self.state
        for seat in BOTH:
            ult = state.ults[seat]
            if ult == edition.tas_custom and due(edition, state, seat) and not state.preps_shown[seat]:
                state.preps_shown[seat] = 1
                names = edition.names(state.preps[seat])
                self.events.append(ev.PrepShown("tas-custom-2", seat, edition.name(ult), names))

    def _acts(self, seat: int) -> list[Play]:
        return [play for play in self.state.plays if play.seat == seat and play.why == BY_ACT]

    # BOTs

    def open_window(self) -> None:
        """Ask about BOTs, if any is armed. *Source:* `scrap-knights:bot-2`."""
        edition, state = self.edition, self.state
        self._turn_up_preps()
        state.armed = armed(edition, state)
        if not (state.armed[0] or state.armed[1]):
            self.open_tokens()
            return
        state.phase, state.planned = BOT_WINDOW, [[], []]
        state.window += 1
        state.done = [0 if state.armed[seat] else 1 for seat in BOTH]
        told = tuple(
            [arming(edition, seat, one.bot, one.after) for seat in BOTH for one in state.armed[seat]]
        )
        self.events.append(ev.WindowOpened("bot-2", -1, state.window, told))

    def close_window(self) -> None:
        """Use the BOTs that were planned and ask again, or go on when none was planned.

        *Source:* `scrap-knights:bot-1`, `scrap-knights:bot-2`.
        """
        state = self.state
        planned, state.planned = state.planned, [[], []]
        if not (planned[0] or planned[1]):
            self.events.append(ev.BotsPassed("bot-2", -1))
            self.open_tokens()
            return
        for seat in BOTH:
            after = {one.bot: one.after for one in state.armed[seat]}
            for plan in planned[seat]:
                self._deploy(planned_play(seat, plan, after[plan.bot]))
        self.open_window()

    def _deploy(self, play: Play) -> None:
        edition, state, seat = self.edition, self.state, play.seat
        kind = edition.kinds[play.card]
        why = kind.trigger.rule if kind.trigger else ""
        name = edition.name(play.named)
        self.events.append(ev.BotDeployed("bot-1", seat, kind.slug, why, play.moves, name))
        if play.named in state.hands[seat] and play.named not in state.known[seat]:
            put(state.known[seat], play.named)
            take_off(state.peeked[seat], play.named)
        context = ResolutionContext(edition, state, self.chance)
        context.events = self.events
        deploy(context, play)

    # Tokens

    def open_tokens(self) -> None:
        """Ask everyone who has tokens to spend. *Source:* `scrap-knights:token-1`."""
        state = self.state
        state.armed, state.window, state.spending = [[], []], 0, [[0, 0, 0], [0, 0, 0]]
        state.done = [0 if any(spendable(self.edition, state, seat)) else 1 for seat in BOTH]
        if 0 in state.done:
            state.phase = TOKENS
        else:
            self.open_ults()

    def close_tokens(self) -> None:
        """Spend the tokens. *Source:* `scrap-knights:token-1`."""
        state = self.state
        for seat in BOTH:
            spent = state.spending[seat]
            if any(spent):
                spend(self.edition, state, self.events, seat, spent)
            elif any(spendable(self.edition, state, seat)):
                self.events.append(ev.TokensKept("token-1", seat))
        state.spending = [[0, 0, 0], [0, 0, 0]]
        self.open_ults()

    # ULTs

    def open_ults(self) -> None:
        """Ask about the choices of an ULT that triggers. *Source:* `scrap-knights:ult-2`."""
        state = self.state
        state.over_ult, state.shuffling = [0, 0], [[], []]
        state.done = [0 if chooses(self.edition, state, seat) else 1 for seat in BOTH]
        if 0 in state.done:
            state.phase = ULT_CHOICES
        else:
            self.close_ults()

    def close_ults(self) -> None:
        """Let ULTs trigger, and resolve. *Source:* `scrap-knights:ult-1`."""
        self._turn_up_preps()
        for seat in BOTH:
            if due(self.edition, self.state, seat):
                trigger(self.edition, self.state, self.events, seat)
        self._resolve()

    # Resolution and end

    def _resolve(self) -> None:
        """Line the chain up and resolve it. *Source:* `scrap-knights:chain-1`."""
        edition, state = self.edition, self.state
        state.phase, state.done, state.rank = RESOLVE, [0, 0], NO_STEP
        state.lined = len(state.plays)
        state.chain = line_up(edition, state, self.chance, self.events)
        told = tuple([lined(edition, state, code) for code in state.chain])
        self.events.append(ev.ChainLinedUp("chain-1", -1, told))
        context = ResolutionContext(edition, state, self.chance)
        context.events = self.events
        go_on(context)
        self.go_on()

    def go_on(self) -> None:
        """End the turn, unless somebody is asked."""
        if self.state.asked == NOTHING:
            self._finish()

    def _finish(self) -> None:
        """End the turn. *Source:* `scrap-knights:end-1`, `scrap-knights:end-2`, `scrap-knights:house-1`."""
        state = self.state
        return_acts(state)
        state.plays, state.lined, state.rank, state.block = [], NONE, NO_STEP, [0, 0]
        state.over_ult, state.shuffling = [0, 0], [[], []]
        wrecked = [seat for seat in BOTH if state.hp[seat] <= 0]
        for seat in wrecked:
            self.events.append(ev.MechLost("end-1", seat, state.hp[seat], state.heat[seat]))
        if wrecked:
            self._end(WRECKED)
        elif state.turn >= state.turn_cap:
            self._end(CAPPED)
        else:
            self.begin()

    def _end(self, ending: int) -> None:
        state = self.state
        state.phase, state.ending = OVER, ending
        winners = winners_of(self.edition, state)
        self.events.append(ev.GameEnded(verdict(self.edition, state), -1, winners, tuple(state.hp)))

"""Builds the table of Scrap Knights for one viewer: the mechs, the line and the chain."""

from collections.abc import Sequence
from typing import Any

from games.boards.ending import is_over
from games.boards.narration import narrated_phase, narration_of, narration_url
from games.boards.optional import frame_narrated, hints
from games.boards.scrap_knights.asking import Asker
from games.boards.scrap_knights.outcome import outcome
from games.boards.scrap_knights.parts import (
    Asking,
    Bot,
    Carry,
    Cell,
    KnightsTable,
    Link,
    Mech,
    ReachWords,
    Shown,
    Stop,
    Token,
    Ult,
)
from games.boards.scrap_knights.words import Words
from games.boards.things import Things
from games.engine.cards import Card
from games.matches.queries.board import Board
from scrapsite.common.links import rule_url

SPARE_HEAT = 3  # cells of the gauge beyond the limit
PHASES = {
    "build": "Building the mechs",
    "act": "Choosing ACTs",
    "flip": "The flip",
    "bots": "BOTs",
    "tokens": "Tokens",
    "ult": "ULT",
    "resolve": "Resolution",
    "over": "Over",
}
_BEGINS = {
    "turn-began": "act",
    "cards-flipped": "flip",
    "window-opened": "bots",
    "token-spent": "tokens",
    "tokens-kept": "tokens",
    "ult-triggered": "ult",
    "chain-lined-up": "resolve",
    "game-ended": "over",
}
_NO_TOKENS = (0, 0, 0)
NOT_YET = "Nothing has resolved yet."
_BY_HEAT = ("heat-1", "end-3")  # what ends a match before the turn's ACTs
READY_TAGS = {
    "build": "building",
    "act": "choosing",
    "bots": "choosing",
    "tokens": "choosing",
    "ult": "choosing",
}


class Laying:
    """Builds one table. While a board narrates, a frame replaces parts of the view."""

    def __init__(self, board: Board) -> None:
        self.board, self.view = board, board.view
        self.limits = board.view.limits
        self.words = Words(board)
        self.frame = frame_narrated(board)
        self.phase = self._phase()

    def table(self) -> KnightsTable:
        view = self.view
        mechs = tuple(self._mech(seat) for seat in self._order())
        distance = self.frame.distance if self.frame else view.distance
        asker = Asker(self.board, self.words) if self._goes_on else None
        asking = asker.asking() if asker else Asking("", (), (), (), "")
        chain = self._chain()
        return KnightsTable(
            phase=PHASES.get(self.phase, self.phase),
            turn=self._turn,
            turn_cap=view.turn_cap,
            says=self._says(),
            not_yet=NOT_YET if self._is_before_chain else "",
            outcome=outcome(self.board, self.words) if self._goes_on and self.phase == "act" else "",
            distance=distance,
            stops=_stops(mechs, distance, view.limits.distance),
            mechs=mechs,
            chain=chain,
            workshop=asker.workshop() if asker else None,
            asking=asking,
            narration=narration_of(self.board),
            narration_url=narration_url(self.board, "cards-flipped"),
            is_beside=bool(chain or asking.forms or asking.questions or self.frame),
            refusals=() if self.frame else Things(self.board).refusals(),
        )

    def _order(self) -> tuple[int, int]:
        """Return both seats, the viewer's own first."""
        return (1, 0) if self.board.viewer.seat == 1 else (0, 1)

    def _phase(self) -> str:
        """Return the phase of the duel, or that of the moment being narrated."""
        if self.frame:
            return narrated_phase(self.board, _BEGINS)
        return "over" if is_over(self.board) else str(self.view.phase)

    @property
    def _turn(self) -> int:
        return int(self.frame.turn if self.frame else self.view.turn)

    @property
    def _goes_on(self) -> bool:
        """Whether the table shows the present of a match that isn't over."""
        return self.frame is None and self.phase != "over"

    @property
    def _is_before_chain(self) -> bool:
        """Whether the ACTs lie open and the chain hasn't begun."""
        return self._goes_on and self.view.phase in ("bots", "tokens", "ult")

    @property
    def _is_asking(self) -> bool:
        """Whether anybody can decide; nobody can while the match is on hold."""
        return self._goes_on and self.board.stopped is None

    # Mechs.

    def _mech(self, seat: int) -> Mech:
        player = self.board.own_views.get(seat, self.view).players[seat]
        now = self.frame.seats[seat] if self.frame else player
        tag, is_asked = self._tag(player)
        is_first, too_hot = seat == self._order()[0], self.limits.too_hot
        distance = self.frame.distance if self.frame else self.view.distance
        back = self._back(player, now)
        return Mech(
            seat=self.board.seats[seat],
            number=seat,
            at=0 if is_first else distance,
            tag=tag,
            is_asked=is_asked,
            hp=now.hp,
            hp_cells=_cells(now.hp, self.limits.hp),
            heat=now.heat,
            heat_cells=_cells(now.heat, max(too_hot + SPARE_HEAT, now.heat), too_hot),
            is_too_hot=now.heat >= too_hot,
            is_cool=now.heat * 2 <= too_hot,
            heat_words=self._heat_words(too_hot - now.heat),
            block=now.block,
            ult=self._ult(player, now),
            bots=self._bots(player),
            tokens=self._tokens(player, now),
            hand_count=player.hand_count - len(back),
            known=self._cards(act for act in player.known if act not in back),
            unseen=self._unseen(seat, player),
            away=self._cards(now.away),
            gone=self._cards(player.gone),
            prep=self._cards(player.prep or ()),
            prep_count=player.prep_count,
            shown=self._shown(player, now),
            is_secret=bool(player.chosen) and self.phase == "act" and self._goes_on,
            carries=() if self.frame else tuple(self._carry(carry) for carry in player.carries),
        )

    def _heat_words(self, left: int) -> str:
        """Return how near a mech is to overheating. After the last turn nobody looks at the heat."""
        if self._turn >= self.view.turn_cap and self.view.ended_by not in _BY_HEAT:
            return ""
        if self.phase == "over":
            return "" if left > 0 else "too hot"
        return f"{left} more heat and it overheats" if left > 0 else "overheats next turn"

    def _back(self, player: Any, now: Any) -> tuple[str, ...]:
        """Return the ACTs that lie open at the moment being narrated and are back in the hand by now."""
        shown = now.shown if self.frame else ()
        return tuple(secrets.act for secrets in shown if secrets.act in player.known)

    def _unseen(self, seat: int, player: Any) -> tuple[Card, ...]:
        """Return what a replay shows of the hand beyond what everybody has seen."""
        left = list(player.hand or ()) if seat in self.board.own_views else []
        for slug in player.known:
            if slug in left:
                left.remove(slug)
        return self._cards(left)

    def _tag(self, player: Any) -> tuple[str, bool]:
        """Return what the player is doing, in a word or two, and whether they must decide."""
        if not self._is_asking:
            return "", False
        if player.seat in self.view.to_act:
            return READY_TAGS.get(self.view.phase, "choosing"), True
        return ("ready" if player.is_ready and self.view.phase in READY_TAGS else ""), False

    def _ult(self, player: Any, now: Any) -> Ult | None:
        if not player.ult:
            return None
        due = self.limits.links
        cells = _cells(now.links, max(due, now.links))
        return Ult(
            card=self.words.card(player.ult),
            links=now.links,
            due=due,
            cells=cells,
            is_due=now.links >= due and self.phase != "over",
        )

    def _bots(self, player: Any) -> tuple[Bot, ...]:
        used = self.frame.seats[player.seat].used if self.frame else None
        return tuple(self._bot(bot, bot.is_used if used is None else bot.slug in used) for bot in player.bots)

    def _bot(self, bot: Any, is_used: bool) -> Bot:
        is_armed = bot.is_armed and not is_used and self._goes_on
        says = "used up" if is_used else "armed" if is_armed else "unused"
        why = self.words.arming(bot.slug, bot.cause) if is_armed else ""
        return Bot(self.words.card(bot.slug), is_used, is_armed, says, why)

    def _tokens(self, player: Any, now: Any) -> tuple[Token, ...]:
        plays = [play for play in self.view.plays if play.seat == player.seat and play.why == "act"]
        spent = self.frame.seats[player.seat].spent if self.frame else _spent(plays)
        counts = (now.frame_advantage, now.armored, now.blitz)
        names = self.words.token_names.values()
        found = (Token(*row) for row in zip(names, counts, spent, strict=True))
        return tuple(token for token in found if token.count or token.spent)

    def _shown(self, player: Any, now: Any) -> tuple[Shown, ...]:
        if self.frame:
            tokens = self._tokens_on(now.shown, now.spent)
            return tuple(self.words.shown(secrets, tokens[secrets.act]) for secrets in now.shown)
        if player.chosen is None:
            is_down = player.is_ready and self.phase == "act" and player.hand_count > 0
            return (Shown(None),) if is_down else ()
        plays = [play for play in self.view.plays if play.seat == player.seat and play.why == "act"]
        tokens = self._tokens_on(player.chosen, _spent(plays))
        return tuple(self.words.shown(secrets, tokens[secrets.act]) for secrets in player.chosen)

    def _tokens_on(self, shown: Sequence[Any], spent: Sequence[int]) -> dict[str, tuple[int, int, int]]:
        """Return the tokens on each ACT shown: Blitz on the first Attack, the others on the first ACT."""
        frame, armored, blitz = spent
        acts = [secrets.act for secrets in shown]
        attack = next((act for act in acts if self.words.card(act).type == "Attack"), "")
        return {
            act: (frame if at == 0 else 0, armored if at == 0 else 0, blitz if act == attack else 0)
            for at, act in enumerate(acts)
        }

    def _carry(self, carry: Any) -> Carry:
        """Return what lasts in words; of a copy, also which card is copied."""
        copied = f"{self.words.name(carry.card)} is " if carry.kind in ("copy", "frame-copy") else ""
        words = f"{copied}{carry.words}."
        return Carry(words[0].upper() + words[1:], carry.rule, self._rule(carry.rule))

    # The chain.

    def _chain(self) -> tuple[Link, ...]:
        if self.frame:
            tokens = {
                seat: self._tokens_on(now.shown, now.spent) for seat, now in enumerate(self.frame.seats)
            }
            return tuple(
                self._link(
                    lined,
                    tokens[lined.seat].get(lined.card, _NO_TOKENS) if lined.why == "act" else _NO_TOKENS,
                )
                for lined in self.frame.chain
            )
        if self.phase in ("build", "act", "over"):
            return ()
        return tuple(
            self._link(link.lined, link.tokens, self._choices(link), link.is_meant)
            for link in self.view.chain
        )

    def _choices(self, link: Any) -> list[str]:
        """Return in words what was chosen for a BOT in the chain, or what the viewer means to choose."""
        if link.lined.why != "bot":
            return []
        if link.play >= 0:
            told = self.view.plays[link.play].secrets
            return self.words.chosen(told.moves, told.named)
        plan = self.view.players[link.lined.seat].plan
        at = plan.bots.index(link.lined.card)
        return self.words.chosen(plan.moves[at], plan.copies[at])

    def _link(
        self, lined: Any, tokens: Sequence[int], choices: Sequence[str] = (), is_meant: bool = False
    ) -> Link:
        why = ", ".join(words for words in (self.words.why(lined), *choices) if words)
        return Link(
            seat=lined.seat,
            name=self.words.names[lined.seat],
            card=self.words.card(lined.card),
            priority=self.words.priority(lined.priority),
            does=self.words.does(lined.card, lined.part),
            why=why,
            adds=self.words.spent(tokens),
            is_tag=lined.priority == "tag" and bool(lined.after),
            is_meant=is_meant,
            reach=self._reach(lined),
            is_prevented=self.frame is None and self.words.is_prevented(lined.seat, lined.card),
        )

    def _reach(self, lined: Any) -> ReachWords | None:
        """Return whether an effect reaches from where the mechs stand, before anything else moves them.

        At a moment that is being narrated the chain has moved on since: then nothing is said.
        """
        if self.frame:
            return None
        # What an Attack asks for besides its range concerns its first effect.
        asked = hints(self.board, lined.card) if lined.part == 0 else ()
        return self.words.reach(asked[0]) if asked else self.words.within(lined.card, self.view.distance)

    def _says(self) -> str:
        """Return a sentence about what is going on, or an empty text."""
        view = self.view
        if not self._is_asking:
            return ""
        if view.asked is not None:
            whose = (
                "you choose"
                if self.board.is_mine(view.asked.seat)
                else (f"{self.words.names[view.asked.seat]} chooses")
            )
            return f"{self.words.card(view.asked.card).name} resolves: {whose}."
        if self._is_before_chain and self.board.viewer.seat not in view.to_act:
            used = self.words.bots_used(view) if view.phase == "bots" and view.window > 1 else ""
            return f"{used} {NOT_YET}".lstrip()
        if view.prevented_by:
            return f"{self.words.card(view.prevented_by).name} prevents everything else this turn."
        return ""

    def _cards(self, slugs: Any) -> tuple[Card, ...]:
        return tuple(self.words.card(slug) for slug in slugs)

    def _rule(self, anchor: str) -> str:
        return rule_url(self.board.title, self.board.edition, anchor) if anchor else ""


def _cells(full: int, count: int, mark: int = 0) -> tuple[Cell, ...]:
    return tuple(Cell(number, number <= full, number == mark) for number in range(1, count + 1))


def _spent(plays: Any) -> tuple[int, int, int]:
    return (
        sum(play.frame for play in plays),
        sum(play.armored for play in plays),
        sum(play.blitz for play in plays),
    )


def _stops(mechs: tuple[Mech, ...], distance: int, most: int) -> tuple[Stop, ...]:
    return tuple(
        Stop(
            number,
            tuple(mech for mech in mechs if mech.at == number),
            0 < number <= distance,
            number < distance,
        )
        for number in range(most + 1)
    )

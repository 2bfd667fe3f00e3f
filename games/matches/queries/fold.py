"""Puts together what one viewer sees of a match: the game's view, and the events they may know."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions, GameError
from games.engine.optional import Batches, Reconsiders, StandingOrders
from games.engine.protocol import Game, Offer, OptionInfo, Result
from games.engine.system import NEW_RULES_RULE, WON_BY_RESIGNATION, WON_ON_TIME
from games.engine.viewers import Viewer
from games.matches import access
from games.matches.actions.new_rules import WAIT, can_go_on
from games.matches.actions.terms import terms_of
from games.matches.actions.undo import newest_step, undo_refusal
from games.matches.locked_match import rules_of
from games.matches.models import Match, MatchSecret, Notice, Seat, StandingOrder, Status, Step
from games.matches.queries.board import (
    BatchForm,
    Board,
    OfferForm,
    OptionLine,
    OrderForm,
    Outcome,
    SeatInfo,
    Stopped,
)
from games.matches.queries.log import (
    StepRow,
    newest_scene,
    press_begins,
    read_steps,
    recalled,
    since_last_turn,
    told,
)
from games.matches.queries.people import seat_names, seat_url
from games.matches.queries.seen import NOTHING, LookedAt, looked_at
from games.matches.queries.undoing import undo_info
from games.matches.reading import read_match
from scrapsite.common.links import example_at, rule_url

LOG_STEPS = 60
_LOST_BY = {WON_BY_RESIGNATION: "resigned", WON_ON_TIME: "ran out of time"}


def board(match: Match, viewer: Viewer) -> Board:
    """Return what plain play shows *viewer* of *match*; secrets are left out here.

    *viewer:* from `access.seat_of`, never from the request.
    """
    return Folding(match, viewer).board(LOG_STEPS)


@dataclass
class Folding:
    """Builds the board of one match for one viewer.

    *since:* mark what has changed since this step, if the player has already seen a later one.
    *people:* the seats as `seats_of` returns them, if they have been read already; *given:* likewise the
    viewer's standing orders (`given_orders`).
    """

    match: Match
    viewer: Viewer
    since: int | None = None
    people: Sequence[Seat] = ()
    given: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        self.title = catalog.title(self.match.title)
        if catalog.is_draft(self.match.edition):
            catalog.edition(self.match.title, self.match.edition)  # one that is lost says why
        self.game: Game[Any]
        self.game, self.fits = rules_of(*self.match.rules)
        self.result = codec.from_json(Result, self.match.result) if self.match.result else None
        self.people = self.people or seats_of(self.match)
        self.names = seat_names(self.people)
        self.is_stopped = self.match.status == Status.RUNNING and (
            self.match.stopped_at is not None or not self.fits
        )
        self.visible_until = access.visible_until(self.viewer, self.match)

    def board(self, log_steps: int | None) -> Board:
        """Return the board with the newest *log_steps* steps in its log, or all of them for None."""
        match = self.match
        steps = self._steps(log_steps)
        self.state = self._state()
        if self.state is None and not self.fits:
            steps = []
        self.to_act = self._to_act()
        number = self._number()
        known = told(self.game, steps, self.viewer, self.names, number)
        log = tuple(line for _, _, line in known)
        is_open, my_turn = match.status == Status.OPEN, self.viewer.seat in self.to_act
        seats = self._seats()
        looked_at = self._looked_at(steps, number)
        refused = self._undo_refusal(steps)
        return Board(
            match=match.pk,
            title=match.title,
            title_name=self.title.name,
            icon=self.title.icon,
            edition=match.edition,
            status=match.status,  # type: ignore[arg-type]
            seq=number,
            tick=self.visible_until.tick,
            client_move_id=secrets.token_urlsafe(12),
            options=self._options(),
            viewer=self.viewer,
            seats=seats,
            view=None if self.state is None else self.game.view(self.state, self.viewer),
            offers=self._offers(my_turn),
            batches=self._batches(my_turn),
            orders=self._orders(),
            log=log,
            log_cut=bool(steps) and steps[0].seq > 0,
            recalled=recalled(self.game, match.pk, self.viewer, self.names, known),
            since_last=()
            if self.viewer.is_spectator
            else since_last_turn(self.game, known, self.viewer.seat, looked_at.number),
            my_turn=my_turn,
            can_undo=self._may_act() and refused is None,
            undo_reason=refused.reason if refused else "",
            undo_rule_url=self._rule(refused.rule) if refused else "",
            can_resign=self._may_act(),
            result=self._outcome(),
            waiting_for=tuple(s.name for s in seats if s.is_active or (is_open and s.kind == "open")),
            join_url=self._join_url() if is_open else "",
            can_join=is_open and self.viewer.is_spectator,
            can_cancel=is_open and self._is_maker(),
            commitment=_commitment(match.pk),
            terms=terms_of(match),
            is_listed=is_open and match.is_listed,
            rating_range=match.rating_range if is_open else None,
            delay=match.watch_delay if self.visible_until.is_late else 0,
            seen=looked_at.number,
            before=looked_at.view,
            seen_url=self._seen_url(),
            is_practice=match.is_practice,
            practice_of=match.practice_of_id or "",
            example=example_at(match.title, match.edition, match.position),
            stopped=self._stopped() if self.is_stopped else None,
            game=self.game,
            cards=catalog.cards_of(*match.rules),
            film=newest_scene(self.game, known, self.viewer.seat),
            undo=undo_info(match, self.game, self.viewer.seat, self.names, steps, known, number)
            if self._may_act()
            else None,
        )

    def _state(self) -> Any:
        seq = self.visible_until.seq
        if seq < 0:
            return None
        stored = self._state_after(seq)
        # What the newest rules can't read isn't shown: nothing else could say what it means. The match may be
        # over: it ended as a draw, or the site has lost its rules since.
        return self.game.decode(stored) if self.fits or can_go_on(self.match, stored) else None

    def _stopped(self) -> Stopped:
        agreed = tuple(self.match.agreed)
        waiting = (seat for seat in self.people if not seat.bot and seat.number not in agreed)
        newest, since = self.match.seq, self.match.stopped_at
        return Stopped(
            can_go_on=can_go_on(self.match, self._state_after(newest)),
            until=since and since + WAIT,
            agreed=agreed,
            waiting_for=tuple(self.names[seat.number] for seat in waiting),
            rule=NEW_RULES_RULE,
            rule_url=self._rule(NEW_RULES_RULE),
        )

    def _state_after(self, seq: int) -> bytes:
        """Return the stored state after a step. A secret step of another seat isn't among those read."""
        if seq not in self.states:
            found = Step.objects.filter(match=self.match, seq=seq).values_list("state", flat=True)
            self.states[seq] = bytes(found[0])
        return self.states[seq]

    def _join_url(self) -> str:
        """Return the address where players join; only players see it with the key of a private match."""
        url = reverse("games:match_join", args=[self.match.pk])
        has_key = self.match.is_private and not self.viewer.is_spectator
        return f"{url}?{urlencode({'key': self.match.invite_key})}" if has_key else url

    def _to_act(self) -> Sequence[int]:
        """Return the seats that must decide at the moment that is shown."""
        if self.is_stopped:
            return ()
        return self.game.to_act(self.state) if self.visible_until.is_late else self.match.to_act

    def _number(self) -> int:
        """Return the number of the newest step shown, as the viewer counts."""
        until = self.visible_until
        return until.tick if until.is_late else shown_number(self.match, self.viewer, self.people)

    def _steps(self, limit: int | None) -> list[StepRow]:
        until = self.visible_until
        after = -2 if limit is None else until.tick - limit
        found = read_steps(self.match.pk, self.viewer.seat, until.seq, after)
        if limit is not None and found and found[0].row.kind == Step.Kind.UNDO:
            # A press that took several moves back is told as a whole.
            after = press_begins(self.match.pk, found[0].row)
            found = read_steps(self.match.pk, self.viewer.seat, until.seq, after)
        self.states = {step.row.seq: step.state for step in found}
        newest = (step.link for step in found if step.tick == until.tick and step.row.notice > Notice.OWN)
        self.link = next(newest, "")
        return [step.row for step in found]

    def _rule(self, anchor: str) -> str:
        return rule_url(self.match.title, self.match.edition, anchor)

    def _seats(self) -> tuple[SeatInfo, ...]:
        winners = self.result.winners if self.result else ()
        return tuple(
            SeatInfo(
                number=seat.number,
                name=self.names[seat.number],
                kind="bot" if seat.bot else "person" if seat.user_id else "open",
                is_me=seat.number == self.viewer.seat,
                is_active=seat.number in self.to_act,
                is_winner=seat.number in winners,
                url=seat_url(seat),
            )
            for seat in self.people
        )

    def _offers(self, my_turn: bool) -> tuple[OfferForm, ...]:
        if not self._may_act():
            return ()
        forms = []
        for offer in self._offered(my_turn):
            text, refused = codec.to_json(offer.move), offer.refusal
            if refused is None:
                form = OfferForm(offer.at, offer.to, offer.label, text, True)
                form = replace(form, undoable=offer.undoable, warning=offer.warning, about=offer.about)
                forms.append(replace(form, is_rare=offer.is_rare))
            else:
                why = (refused.reason, refused.rule, self._rule(refused.rule))
                forms.append(OfferForm(offer.at, offer.to, offer.label, text, False, *why))
        return tuple(forms)

    def _offered(self, my_turn: bool) -> list[Offer]:
        if my_turn:
            return self.game.offers(self.state, self.viewer.seat)
        if isinstance(self.game, Reconsiders):
            return self.game.reconsider(self.state, self.viewer.seat)
        return []

    def _batches(self, my_turn: bool) -> tuple[BatchForm, ...]:
        if not (my_turn and self._may_act() and isinstance(self.game, Batches)):
            return ()
        batches = self.game.batches(self.state, self.viewer.seat)
        return tuple(
            BatchForm(batch.at, batch.label, f"[{','.join(codec.to_json(move) for move in batch.moves)}]")
            for batch in batches
        )

    def _orders(self) -> tuple[OrderForm, ...]:
        if not self._may_act() or not isinstance(self.game, StandingOrders):
            return ()
        given = given_orders(self.match, self.viewer, self.people) if self.given is None else self.given
        offers = self.game.orders(self.state, self.viewer.seat)
        return tuple(
            OrderForm(offer.at, offer.label, text, text in given)
            for offer, text in ((offer, codec.to_json(offer.order)) for offer in offers)
        )

    def _options(self) -> tuple[OptionLine, ...]:
        try:
            edition = catalog.edition(self.match.title, self.match.edition)
        except BadOptions:  # nothing says any more what the options meant
            return ()
        values = codec.to_plain(codec.from_json(self.game.options_type, self.match.options))
        return tuple(
            OptionLine(
                name=option.name,
                label=option.label,
                value=values[option.name],
                words=_in_words(option, values[option.name]),
                rule_url=self._rule(option.rule),
                is_default=values[option.name] == option.default,
            )
            for option in self.title.options_of(edition)
        )

    def _looked_at(self, steps: Sequence[StepRow], newest: int) -> LookedAt:
        seat = next((seat for seat in self.people if seat.number == self.viewer.seat), None)
        if seat is None or not steps:
            return NOTHING
        found = looked_at(seat, steps, newest, self.since)
        if not found.is_behind:
            return found
        return replace(
            found, view=self.game.view(self.game.decode(self._state_after(found.seq)), self.viewer)
        )

    def _seen_url(self) -> str:
        is_seated = not self.viewer.is_spectator and self.match.seq >= 0
        return reverse("games:match_seen", args=[self.match.pk]) if is_seated else ""

    def _may_act(self) -> bool:
        is_running = self.match.status == Status.RUNNING and not self.is_stopped
        return is_running and not self.viewer.is_spectator

    def _undo_refusal(self, steps: Sequence[StepRow]) -> GameError | None:
        if not self._may_act():
            return None
        reach = steps[-1].head if steps else -1
        newest: Any = next((step for step in reversed(steps) if step.seq == step.head <= reach), None)
        return undo_refusal(newest or newest_step(self.match.pk, self.viewer.seat), self.viewer.seat)

    def _is_maker(self) -> bool:
        makers = (seat.number for seat in self.people if seat.user_id == self.match.created_by_id)
        return self.viewer.seat in makers

    def _outcome(self) -> Outcome | None:
        result = self.result
        if result is None:
            return None
        has_side = bool(result.winners) and not self.viewer.is_spectator
        return Outcome(
            winners=result.winners,
            names=tuple(self.names[seat] for seat in result.winners),
            scores=result.scores,
            rule=result.rule,
            rule_url=self._rule(result.rule),
            reason=self._reason(result),
            i_won=self.viewer.seat in result.winners if has_side else None,
        )

    def _reason(self, result: Result) -> str:
        """Return why the match is over; if somebody resigned or ran out of time, who that was."""
        did = _LOST_BY.get(result.reason)
        if did is None:
            return result.reason
        loser = next(seat for seat in range(len(self.names)) if seat not in result.winners)
        return f"{'You' if loser == self.viewer.seat else self.names[loser]} {did}."


def seats_of(match: Match) -> list[Seat]:
    """Return the seats of *match* in order, as `reading.read_match` does."""
    found = read_match(match.pk)
    return found[1] if found else []


def shown_number(match: Match, viewer: Viewer, people: Sequence[Seat]) -> int:
    """Return the number of the newest step that *viewer* notices. *people:* from `seats_of`."""
    own = (seat.own_secret for seat in people if seat.number == viewer.seat)
    return match.tick + next(own, 0)


def given_orders(match: Match, viewer: Viewer, people: Sequence[Seat]) -> tuple[str, ...]:
    """Return the standing orders of *viewer* as they are stored. *people:* from `seats_of`."""
    if not any(seat.number == viewer.seat and seat.orders for seat in people):
        return ()
    rows = StandingOrder.objects.filter(match=match, seat=viewer.seat).order_by("pk")
    return tuple(rows.values_list("order", flat=True))


@lru_cache(maxsize=4096)
def _commitment(match_id: str) -> str:
    """Return what was published before the deal; it never changes."""
    return MatchSecret.objects.values_list("commitment", flat=True).get(match=match_id)


def _in_words(option: OptionInfo, value: Any) -> str:
    """Return the option's value in words."""
    if option.picks:
        names = dict(option.picks)
        return ", ".join(names[slug] for slug in value) or ""
    return option.choices[value - option.low] if option.choices else str(value)

"""The viewer's decisions: building a mech, an ACT with its secrets, BOTs, tokens, an ULT, answers."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from games import catalog
from games.boards.optional import hints
from games.boards.scrap_knights.forms import card_form
from games.boards.scrap_knights.parts import (
    Asking,
    CardForm,
    CardGroup,
    Part,
    Question,
    ReachWords,
    ReadyMade,
    Workshop,
)
from games.boards.scrap_knights.words import Words
from games.boards.things import Choice, Refusal
from games.engine.cards import Card
from games.engine.decks import LEVELS
from games.matches.queries.board import Board, OfferForm
from scrapsite.common.links import rule_url

CHOOSING = ("choose", "choose-number", "choose-naming")
DEPLOYING = ("deploy", "deploy-copying")
FINISHING = ("set-ready", "set-act", "set-bots", "set-tokens", "set-ult", "pass")
_QUESTIONS = {
    "spend": "Spend on this turn’s ACT",
    "keep": "Don’t spend after all",
    "overcharge-ult": "Overcharge",
    "shuffle-in": "Shuffle into the prep deck",
    "hold": "Keep in your hand after all",
    "warp": "Which distance?",
    "attack-with": "Which Attack?",
    "return-bot": "Which BOT comes back?",
    "discard-act": "Which ACT does your opponent lose?",
}
_TITLES = {
    "act": "Your ACT",
    "bots": "Your BOTs",
    "tokens": "Your tokens",
    "ult": "Your ULT",
    "resolve": "Your choice",
}
_HINTS = {
    "build": "Choose a ready-made mech, or build one of your own.",
    "bots": "Use armed BOTs, or none, then press Ready.",
    "tokens": "Spend tokens on this turn’s ACT or keep them, then press Ready.",
    "ult": "Your ULT triggers: choose how to use it, then press Ready.",
    "resolve": "Make your choice.",
}

_AGAIN = "use BOTs that are armed now, or none, then press Ready."

# The phases in which both players decide at once, in secret.
_AT_ONCE = ("build", "act", "bots", "tokens", "ult")
_UNSEEN = "Your choice stays secret until both players are ready."
_WHILE_OPEN = {"build": _UNSEEN, "bots": _UNSEEN}


class Asker:
    """Sorts the viewer's offers by type of move and makes forms of them."""

    def __init__(self, board: Board, words: Words) -> None:
        self.board, self.view, self.words = board, board.view, words
        seated = not board.viewer.is_spectator
        self.me = self.view.players[board.viewer.seat] if seated else None
        self.offers: dict[str, list[tuple[dict[str, Any], OfferForm]]] = {}
        for offer in board.offers:
            move = json.loads(offer.move)
            self.offers.setdefault(move["type"], []).append((move, offer))

    # Choosing while the duel runs.

    def asking(self) -> Asking:
        """Return what the viewer has to decide now, except building."""
        phase = self.view.phase
        return Asking(
            title=_TITLES.get(phase, ""),
            forms=(*self._acts(), *self._bots()),
            questions=self._questions(),
            finish=tuple(choice for kind in FINISHING for choice in self._choices(kind)),
            hint=self._hint() if self.board.my_turn else "",
            seen=frozenset(self.me.known) if self.me else frozenset(),
            seen_url=self._rule("open-1"),
            back=self._back(),
            note=self._note(),
        )

    def _note(self) -> str:
        """Return what it costs to use a BOT, while one is armed."""
        if not any(kind in self.offers for kind in (*DEPLOYING, "recall")):
            return ""
        heat = "neither it nor its copy costs" if "deploy-copying" in self.offers else "it costs no"
        return f"Each BOT works once in the match; {heat} heat."

    def _back(self) -> Choice | None:
        """Return what takes back the newest secret decision: the BOT planned last, or the only token."""
        found = [
            (move, Choice(offer.label, offer.move, ""))
            for kind in ("recall", "keep")
            for move, offer in self.offers.get(kind, ())
            if offer.is_legal
        ]
        newest = self._newest_planned() if len(found) > 1 else ""
        last = [choice for move, choice in found if newest and move.get("bot") == newest]
        return last[0] if last else found[0][1] if len(found) == 1 else None

    def _newest_planned(self) -> str:
        """Return the BOT that the viewer planned last. The log tells; the plan is in the order of the box."""
        plan = self.me.plan if self.me else None
        events = (line.event for line in reversed(self.board.log))
        told = (event["bot"] for event in events if event.get("type") == "bot-planned")
        return next((bot for bot in told if plan and bot in plan.bots), "")

    def _acts(self) -> tuple[CardForm, ...]:
        offers = self._by(CHOOSING, lambda move: move["act"])
        reach = self._reach(offers)
        return tuple(
            card_form(
                self.words.card(act),
                slot,
                "Choose",
                found,
                self.words.name,
                reach=reach.get(act),
                is_prevented=self._is_prevented(act),
            )
            for slot, (act, found) in enumerate(offers.items(), 1)
        )

    def _bots(self) -> tuple[CardForm, ...]:
        """Return the viewer's BOTs in their window: armed ones with a form, planned ones with a way back."""
        if self.view.phase != "bots" or not self.me or not self.board.offers:
            return ()
        deploys = self._by(DEPLOYING, lambda move: move["bot"])
        recalls = self._by(("recall",), lambda move: move["bot"])
        bots = [bot for bot in self.me.bots if bot.slug in deploys or bot.slug in recalls]
        return tuple(
            self._bot(bot, slot, deploys.get(bot.slug, []), recalls.get(bot.slug, []))
            for slot, bot in enumerate(bots, 1)
        )

    def _bot(self, bot: Any, slot: int, deploys: list[OfferForm], recalls: list[OfferForm]) -> CardForm:
        back = next((Choice(offer.label, offer.move, "") for offer in recalls if offer.is_legal), None)
        more: dict[str, Any] = {"back": back}
        if back:
            more["why"] = self._planned(bot.slug)
        elif bot.is_armed:
            why = self.words.arming(bot.slug, bot.cause)
            more |= {
                "why": f"Armed: {why[0].lower()}{why[1:]}",
                "rule": bot.why,
                "rule_url": self._rule(bot.why),
            }
        copies = self._reach(filter(None, map(_copied, deploys)))
        return card_form(
            self.words.card(bot.slug),
            slot,
            "Use",
            sorted(deploys, key=lambda offer: _falls_short(copies.get(_copied(offer)))),
            lambda slug: self.words.to_copy(slug, copies.get(slug), self._is_prevented(slug)),
            **more,
        )

    def _is_prevented(self, act: str) -> bool:
        return self.words.is_prevented(self.board.viewer.seat, act)

    def _planned(self, bot: str) -> str:
        """Return in words with which choice the viewer means to use a BOT."""
        plan = self.me.plan if self.me else None
        if plan is None or bot not in plan.bots:
            return "You plan to use it."
        at = plan.bots.index(bot)
        return f"{', '.join(['You plan to use it', *self.words.chosen(plan.moves[at], plan.copies[at])])}."

    def _questions(self) -> tuple[Question, ...]:
        found = ((kind, title, self._choices(kind)) for kind, title in _QUESTIONS.items())
        return tuple(
            Question(title, choices, self._notes(kind), self._says(kind))
            for kind, title, choices in found
            if choices
        )

    def _notes(self, kind: str) -> tuple[str, ...]:
        """Return what the tokens that can be spent do."""
        if kind != "spend":
            return ()
        tokens = (move["token"] for move, offer in self.offers.get(kind, ()) if offer.is_legal)
        return tuple(self.words.token(token) for token in dict.fromkeys(tokens))

    def _says(self, kind: str) -> tuple[str, ...]:
        """Return what each Attack that can be played too does and costs, and whether it reaches."""
        if kind != "attack-with":
            return ()
        acts = [move["act"] for move, offer in self.offers[kind] if offer.is_legal]
        reach = self._reach(filter(None, acts))
        return tuple(
            self.words.attack(act, reach.get(act), self._is_prevented(act)) if act else "" for act in acts
        )

    def _reach(self, acts: Iterable[str]) -> dict[str, ReachWords]:
        """Return whether those of *acts* that ask for a distance reach the opponent now, in words."""
        slugs = tuple(acts)
        return {one.act: self.words.reach(one) for one in hints(self.board, *slugs)} if slugs else {}

    def _hint(self) -> str:
        """Return a sentence that asks the viewer for their decision, or an empty text."""
        phase = self.view.phase
        special = {"act": self._act_hint, "build": self._build_hint, "bots": self._bots_hint}
        words = special.get(phase, lambda: _HINTS.get(phase, ""))()
        is_said = phase == "bots" and self.view.window > 1  # in the window before
        return f"{words} {self._how_long()}" if words and phase in _AT_ONCE and not is_said else words

    def _act_hint(self) -> str:
        if not any(self._choices(kind) for kind in CHOOSING):
            return "Press Ready, or take it back."
        if self.me and self.me.chosen:
            return "You may choose a second ACT; one of the two must be an Attack."
        return "Choose an ACT."

    def _bots_hint(self) -> str:
        """Ask for BOTs; when asking again, say which ones were used since."""
        used = self.words.bots_used(self.view)
        return f"{used} Once more: {_AGAIN}" if self.view.window > 1 and used else _HINTS["bots"]

    def _build_hint(self) -> str:
        """Say which mech is chosen, or that one has to be put together."""
        draft = self.me.draft if self.me else None
        mine = next((mech.name for mech in self._ready_made() if mech.is_mine), "")
        if mine:
            return f"Your mech is {mine}. Press Ready, or choose another one."
        if draft and not draft.fault:
            return "Your mech is complete. Press Ready, or change it."
        if self._is_ready_made:
            return "Choose a ready-made mech."
        return _HINTS["build"]

    @property
    def _is_ready_made(self) -> bool:
        """Whether both agreed on ready-made mechs, so that nobody puts one together."""
        return self.view.decks != 0

    def _how_long(self) -> str:
        """Return a sentence that says until when the viewer can change the decision."""
        ready = [player for player in self.view.players if player.is_ready and player is not self.me]
        if not ready:
            return _WHILE_OPEN.get(self.view.phase, "You can change it until both players are ready.")
        name, is_act = self.words.names[ready[0].seat], self.view.phase == "act"
        has_none = is_act and not ready[0].hand_count
        # With two ACTs to choose, nothing is shown before the viewer says they’re ready.
        if is_act and "set-act" not in self.offers:
            has = "has no ACT to play" if has_none else "has already chosen"
            return f"{name} {has}: once you choose, the cards are shown."
        if has_none:
            return f"{name} has no ACT to play: once you are ready, the match goes on."
        return f"{name} is ready: once you are ready too, the match goes on."

    # Building.

    def workshop(self) -> Workshop | None:
        """Return the viewer's workshop, or None if they aren't building."""
        draft = self.me.draft if self.me else None
        if self.view.phase != "build" or draft is None:
            return None
        return Workshop(
            parts=self._parts(draft),
            ready_made=self._ready_made(),
            card_groups=self._card_groups(),
            faults=self._faults(draft),
            is_ready=bool(self.me and self.me.is_ready),
            builds=bool(self.offers) and ("take" in self.offers or self.view.decks == 0),
        )

    def _faults(self, draft: Any) -> tuple[Refusal, ...]:
        """Return what the draft lacks; of a mech that is chosen as a whole no part is missing."""
        if not draft.fault or self._is_ready_made:
            return ()
        return (Refusal("", draft.fault, draft.rule, self._rule(draft.rule), 0),)

    def _parts(self, draft: Any) -> tuple[Part, ...]:
        rules = catalog.edition(self.board.title, self.board.edition).decks
        lists = {
            "acts": draft.acts,
            "ult": (draft.ult,) if draft.ult else (),
            "bots": draft.bots,
            "prep": draft.prep,
        }
        if rules is None:
            return ()
        slots = rules.slots(lists)
        parts = (
            Part(slot.name, slot.size, self._items(lists[slot.key], "prep" if slot.key == "prep" else "deck"))
            for slot in slots
        )
        return tuple(part for part in parts if part.want or part.items)

    def _items(self, slugs: Any, pile: str) -> tuple[tuple[Card, Choice | None], ...]:
        backs = {
            move["card"]: Choice(offer.label, offer.move, "")
            for move, offer in self.offers.get("put-back", ())
            if move["from"] == pile and offer.is_legal
        }
        return tuple((self.words.card(slug), backs.get(slug)) for slug in slugs)

    def _ready_made(self) -> tuple[ReadyMade, ...]:
        """Return the ready-made mechs, the easiest first, but before all the one that is the viewer's."""
        rules = catalog.edition(self.board.title, self.board.edition).decks
        known = {mech.slug: mech for mech in rules.ready_made} if rules else {}
        found = [
            ReadyMade(
                slot=slot,
                name=known[move["mech"]].name,
                line=known[move["mech"]].line,
                level=known[move["mech"]].level,
                choice=Choice(offer.label, offer.move, ""),
                is_mine=offer.is_legal is False,
            )
            for slot, (move, offer) in enumerate(self.offers.get("bring", ()), 1)
            if move["mech"] in known
        ]
        return tuple(sorted(found, key=lambda mech: (not mech.is_mine, LEVELS.index(mech.level))))

    def _card_groups(self) -> tuple[CardGroup, ...]:
        takes = self._by(("take",), lambda move: move["card"])
        groups: dict[str, list[tuple[Card, tuple[Choice, ...]]]] = {}
        for card in self.words.cards:
            choices = tuple(
                Choice(offer.label, offer.move, offer.to)
                for offer in takes.get(card.slug, ())
                if offer.is_legal
            )
            if choices:
                groups.setdefault(card.type, []).append((card, choices))
        return tuple(CardGroup(f"{name}s", tuple(items)) for name, items in groups.items())

    # Offers.

    def _choices(self, kind: str) -> tuple[Choice, ...]:
        return tuple(
            Choice(offer.label, offer.move, "", warning=offer.warning)
            for _, offer in self.offers.get(kind, ())
            if offer.is_legal
        )

    def _by(self, kinds: tuple[str, ...], key: Callable[[dict[str, Any]], str]) -> dict[str, list[OfferForm]]:
        """Return the offers of those kinds, grouped by what *key* returns for their moves."""
        found: dict[str, list[OfferForm]] = {}
        for kind in kinds:
            for move, offer in self.offers.get(kind, ()):
                found.setdefault(key(move), []).append(offer)
        return found

    def _rule(self, anchor: str) -> str:
        return rule_url(self.board.title, self.board.edition, anchor) if anchor else ""


def _copied(offer: OfferForm) -> str:
    """Return the Attack that a BOT is to copy; empty if it copies none."""
    return str(json.loads(offer.move).get("card", ""))


def _falls_short(reach: ReachWords | None) -> bool:
    return reach is not None and not reach.is_met

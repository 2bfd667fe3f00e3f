"""Words for the table of Scrap Knights: cards by slug, secrets, priorities, reasons."""

import re
from collections.abc import Sequence
from typing import Any

from games.boards.scrap_knights.parts import ReachWords, Shown
from games.boards.terms import Terms
from games.engine.cards import Card
from games.matches.queries.board import Board

_PRIORITIES = {"first": "First", "last": "Last", "tag": "Tag"}
_WHY = {"ult": "ULT", "bot": "BOT", "attack": "additional Attack"}
# Lines of a card that aren't effects.
_NO_EFFECT = ("Link", "Trigger", "Prep", "Secret")

PREVENTED = "Prevented this turn"

# What an Attack deals where it reaches, at the beginning of its text or after the distance it asks for.
_DAMAGE = re.compile(r"(?:^|distance \d+(?: or less)?: )(\d+ damage)")

# The words that the board explains, with the rules that say what they mean.
TERMS: Terms = {
    "armored": "token-armored",
    "blitz": "token-blitz",
    "block": "block-1",
    "frame advantage": "token-frame",
    "hit": "hit-3",
    "interrupted": "interrupt-1",
    "link": "ult-1",
    "miss": "trigger-miss",
    "overcharge": "overcharge-1",
    "overheat": "trigger-overheat",
    "tag": "chain-2",
    "threatened": "trigger-threatened",
    "uninterrupted": "interrupt-1",
    "unique": "unique-1",
    "vent": "vent-1",
}


class Words:
    """Puts the things of one match into words. *names:* the players' names, by seat."""

    token_names = {"frame-advantage": "Frame Advantage", "armored": "Armored", "blitz": "Blitz"}

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cards = {card.slug: card for card in board.cards}
        self.names = [seat.name for seat in board.seats]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, in the order of the box."""
        return tuple(self._cards.values())

    def card(self, slug: str) -> Card:
        """Return the card *slug*. *Raises:* `KeyError`."""
        return self._cards[slug]

    def name(self, slug: str) -> str:
        """Return the card's name, or “none” for an empty slug."""
        return self._cards[slug].name if slug else "none"

    def shown(self, secrets: Any, tokens: Sequence[int]) -> Shown:
        """Return a chosen ACT with its secrets, and with what *tokens* add to it, in words."""
        words = ["overcharged"] if secrets.overcharged else []
        words += ["moves away" if move > 0 else "moves in" for move in secrets.moves]
        if secrets.number:
            words.append(f"X = {secrets.number}".replace("-", "−"))
        if secrets.named:
            words.append(f"names {self.name(secrets.named)}")
        return Shown(self.card(secrets.act), (*words, *self.spent(tokens)))

    def arming(self, bot: str, cause: str) -> str:
        """Return why a BOT is armed: the text of its trigger, and the card that sets it off."""
        trigger = next((line.text for line in self.card(bot).lines if line.cost == "Trigger"), "")
        return f"{trigger.rstrip('.')} by {self.name(cause)}." if cause else trigger

    def priority(self, priority: str) -> str:
        """Return a priority as it is printed on cards: `First`, `+2`, `−1`."""
        return _PRIORITIES.get(priority, priority.replace("-", "−"))

    def does(self, slug: str, part: int) -> str:
        """Return the text of one effect of a card."""
        texts = [line.text for line in self.card(slug).lines if line.cost not in _NO_EFFECT]
        return texts[part] if part < len(texts) else ""

    def why(self, lined: Any) -> str:
        """Return why an effect is in the chain at its place; empty for a plain ACT."""
        words = [_WHY.get(lined.why, "")]
        if lined.why == "copy":
            words = [f"copied by {self.name(lined.copier)}"]
        if lined.after and lined.priority == "tag":
            words.append(f"right after {self.name(lined.after)}")
        elif lined.after:
            # Its priority says where it stands.
            words.append(f"armed by {self.name(lined.after)}")
        elif lined.priority == "tag":
            words.append("before everything else, because what sets it off has happened")
        return ", ".join(word for word in words if word)

    def spent(self, tokens: Sequence[int]) -> tuple[str, ...]:
        """Return in words what the *tokens* on a card add to it: Frame Advantage, Armored, Blitz."""
        frame, armored, blitz = tokens
        adds = self._board.view.limits
        said = [f"Frame Advantage: +{adds.frame_priority * frame} priority"] * bool(frame)
        said += [f"Armored: blocks {adds.armored_block * armored} more"] * bool(armored)
        return (*said, *[f"Blitz: +{adds.blitz_damage * blitz} damage"] * bool(blitz))

    def token(self, token: str) -> str:
        """Return what a token does, as the rules say it."""
        adds = self._board.view.limits
        return {
            "frame-advantage": f"Frame Advantage: +{adds.frame_priority} priority on all effects of the ACT.",
            "armored": f"Armored: every effect of the ACT also gives Block {adds.armored_block}.",
            "blitz": f"Blitz: an Attack has {adds.blitz_heat} more heat, and each time it deals damage, "
            f"it deals {adds.blitz_damage} more.",
        }[token]

    def reach(self, reach: Any) -> ReachWords:
        """Return whether an Attack reaches the opponent from where the mechs stand now, in words."""
        has_range = self.card(reach.act).figure("range") is not None
        return _reach_words(reach.least, reach.most, reach.distance, has_range)

    def within(self, slug: str, distance: int) -> ReachWords | None:
        """Return whether *distance* is within the range of a card, in words; None if it has no range."""
        most = self.card(slug).figure("range")
        return None if most is None else _reach_words(0, most, distance)

    def is_prevented(self, seat: int, slug: str) -> bool:
        """Return whether a card of the seat does nothing this turn. *Source:* `scrap-knights:sd-terror-1`."""
        is_either = self.card(slug).type in ("Attack", "Defend")
        carries = self._board.view.players[seat].carries
        return is_either and any(carry.kind == "terror" and not carry.turns for carry in carries)

    def to_copy(self, slug: str, reach: ReachWords | None, is_prevented: bool = False) -> str:
        """Return an Attack that can be copied: its name, whether it reaches now, and its damage if so.

        *reach:* None at any distance. Damage that depends on more than the distance isn't named.
        """
        if is_prevented:
            return f"{self.name(slug)}: {PREVENTED.lower()}"
        # A BOT may still change the distance.
        so = reach.so.lower().removesuffix(" now" * reach.is_met) if reach else "any distance"
        found = _DAMAGE.search(self.does(slug, 0)) if not reach or reach.is_met else None
        return f"{self.name(slug)}: {so}{f', {found[1]}' if found else ''}"

    def attack(self, slug: str, reach: ReachWords | None, is_prevented: bool) -> str:
        """Return what an Attack deals, its heat, and whether it reaches. *reach:* None at any distance."""
        text = self.does(slug, 0)
        found = _DAMAGE.search(text)
        deals = found[1] if found else text.rstrip(".").replace(": ", ", ")
        heat = self.card(slug).figure("heat")
        so = "any distance"
        if is_prevented:
            so = PREVENTED.lower()
        elif reach:
            so = reach.so.lower().removesuffix(" now") + f" ({reach.needs})" * (not reach.is_met)
        return f"{deals}, {heat or 0}\u00a0heat, {so}"

    def bots_used(self, view: Any) -> str:
        """Return which BOTs have been used this turn, as a sentence; empty before any is."""
        said = []
        for player in view.players:
            whose = [play for play in view.plays if play.why == "bot" and play.seat == player.seat]
            if whose:
                who = "You" if self._board.is_mine(player.seat) else self.names[player.seat]
                said.append(f"{who} used {' and '.join(self._bot_used(play.secrets) for play in whose)}.")
        return " ".join(said)

    def _bot_used(self, secrets: Any) -> str:
        said = self.chosen(secrets.moves, secrets.named) or self._does(secrets.act)
        return self.name(secrets.act) + (f" ({', '.join(said)})" if said else "")

    def _does(self, slug: str) -> list[str]:
        """Return what a BOT does, when it is used and in the chain."""
        lines = [line for line in self.card(slug).lines if line.cost != "Trigger"]
        return [f"{line.text[0].lower()}{line.text[1:].rstrip('.')}" for line in lines]

    def chosen(self, moves: Sequence[int], copied: str) -> list[str]:
        """Return in words what was chosen for a BOT."""
        words = [f"copying {self.name(copied)}"] if copied else []
        return words + ["moving back" if move > 0 else "moving forward" for move in moves]


def _reach_words(least: int, most: int, distance: int, has_range: bool = True) -> ReachWords:
    if has_range and not least:
        needs = f"range {'up to ' * (most > 0)}{most}"
    else:
        needs = f"needs {least}{f' to {most}' * (most > least)}"
    so = "In reach" if least <= distance <= most else "Too far" if distance > most else "Too close"
    return ReachWords(least <= distance <= most, f"{so} now", distance, needs)

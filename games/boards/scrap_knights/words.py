"""Words for the table of Scrap Knights: cards by slug, secrets, priorities, reasons."""

from typing import Any

from games.boards.scrap_knights.parts import Shown
from games.boards.terms import Terms
from games.engine.cards import Card
from games.matches.queries.board import Board

_PRIORITIES = {"first": "First", "last": "Last", "tag": "Tag"}
_WHY = {"ult": "ULT", "bot": "BOT", "attack": "additional Attack"}
# Lines of a card that aren't effects.
_NO_EFFECT = ("Link", "Trigger", "Prep", "Secret")

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

    def shown(self, secrets: Any) -> Shown:
        """Return a chosen ACT with its secrets in words."""
        words = ["overcharged"] if secrets.overcharged else []
        words += ["moves away" if move > 0 else "moves in" for move in secrets.moves]
        if secrets.number:
            words.append(f"X = {secrets.number}".replace("-", "−"))
        if secrets.named:
            words.append(f"names {self.name(secrets.named)}")
        return Shown(self.card(secrets.act), tuple(words))

    def arming(self, bot: str, cause: str) -> str:
        """Return why a BOT is armed: the text of its trigger, and the card that sets it off."""
        trigger = next((line.text for line in self.card(bot).lines if line.cost == "Trigger"), "")
        return f"{trigger.rstrip('.')}, by {self.name(cause)}." if cause else trigger

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
        if lined.after:
            words.append(f"right after {self.name(lined.after)}")
        return ", ".join(word for word in words if word)

    def spent_on(self, play: Any) -> str:
        """Return the tokens spent on a play, in words."""
        counts = zip(self.token_names.values(), (play.frame, play.armored, play.blitz), strict=True)
        return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts if count)

"""The scene an effect resolves in: the state, whose card it is, chance, and the events so far."""

from __future__ import annotations

from typing import Literal

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.scrap_knights.conditions import Condition
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.state import State

FRAME_ADVANTAGE, ARMORED, BLITZ = "frame-advantage", "armored", "blitz"


class Scene:
    """Everything effects can do to the table, each with its event.

    *seat:* whose effect resolves. *other:* the opponent. *card:* slug of the card. *number:* its secret
    number. *named:* its named ACT, or for a BOT the Attack it copies. *is_copy:* whether the card is a copy.
    *was:* the distance before this effect did anything.
    """

    edition: Edition
    state: State
    chance: Chance
    events: list[Event]
    seat: int
    other: int
    card: str
    number: int
    named: str
    is_copy: bool
    was: int

    # Looking

    @property
    def distance(self) -> int: ...

    def hp(self, seat: int) -> int: ...

    def heat(self, seat: int) -> int: ...

    def is_interrupted(self, seat: int) -> bool:
        """Return whether damage was dealt to the seat earlier this turn."""

    def used(self, seat: int) -> tuple[str, ...]:
        """Return the ACTs the seat used this turn: flipped, or played in addition; not copies."""

    def used_a(self, seat: int, kind: str) -> bool:
        """Return whether the seat used an ACT of that type (`defend`) this turn."""

    def fail(self, condition: Condition) -> None:
        """Tell that a condition isn't met, so that what hangs on it doesn't happen."""

    # Doing

    def deal(self, amount: int, to: int | None = None) -> bool:
        """Deal damage (to the opponent unless told otherwise); return whether it hit."""

    def forward(self, count: int) -> None:
        """Move: decrease the distance."""

    def back(self, count: int) -> None:
        """Move: increase the distance."""

    def move(self, count: int) -> None:
        """Move, in the direction of the secret; the next one with every call."""

    def move_to(self, distance: int) -> None:
        """Set the distance, 5 at most; it isn't a Move."""

    def vent(self, count: int | None = None) -> int:
        """Vent so much heat (all of it with None), and return how much it was."""

    def cool(self) -> None:
        """Set one's heat to 0 without that being a vent (Heatsink Blade)."""

    def add_heat(self, seat: int, count: int) -> None: ...

    def gain(self, token: str, count: int = 1) -> None:
        """Gain tokens: `frame-advantage`, `armored` or `blitz`."""

    def copy(self, card: str, when: Literal["now", "next"] = "now") -> None:
        """Copy the card: its effects come at once, in their own order, or are in the chain next turn."""

    def copy_turns(self, turns: int) -> None:
        """Let copies of this card be in the chain of the next turns (1000 Cuts, Nanomech Lance)."""

    def copy_prep(self) -> None:
        """Copy all cards of the prep deck at once (TAS-Custom)."""

    def on_next_frame_advantage(self) -> None:
        """Copy this card the next time one spends Frame Advantage (Missile Barrage)."""

    def steal_link(self) -> None: ...

    def reduce_links(self) -> None:
        """Take one link token off both ULTs (DD-Burst)."""

    def ask(self, choice: str) -> None:
        """Ask the seat; always the last thing an effect does. The engine carries the answer out.

        *choice:* `attack-with` (Can Opener), `warp`, `return-bot` (Siphon) or `discard-act` (Lobotomy).
        """

    def prevent_all(self) -> None:
        """Prevent all other effects of this turn."""

    def prevent_next(self, seat: int) -> None:
        """Prevent the seat's Attacks and Defends next turn (SD-Terror)."""

    def play_two_next(self) -> None: ...

    def set_aside_acts(self) -> None:
        """Put the ACTs that both used this turn under the card (Eraser LAS).

        Those that lie there came back when it triggered; the engine does that.
        """

    def trade(self) -> None:
        """Shuffle the chosen ACTs into the prep deck and draw one fewer (TEST)."""

    def draw_from_test(self, count: int) -> None:
        """Draw cards from the prep deck (TEST overcharged)."""

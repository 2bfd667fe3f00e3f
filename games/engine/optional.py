"""What only some titles can do: each class here is a part of the protocol that a title may add to its game.

A game that offers a part names it among its base classes, and has to implement all of it. Everyone else asks
with `isinstance(game, StandingOrders)`; a game without the part simply doesn't have it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from games.engine.decks import Lists
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.protocol import Offer

S = TypeVar("S")


class Reconsiders(ABC, Generic[S]):
    """A game in which a seat that has decided may think again while others still decide."""

    @abstractmethod
    def reconsider(self, state: S, seat: int) -> list[Offer]:
        """Return the moves open to a seat that isn't to act; empty when there are none.

        `apply` accepts these moves from that seat, although it isn't its turn.
        """


class OrderOffer(Struct, frozen=True):
    """A standing order that a player may give now: what to choose when a coming decision is theirs.

    *at:* the thing on the board that it belongs to, as in `Offer`. *label:* what the button says.
    """

    order: Any
    at: str
    label: str


class StandingOrders(ABC, Generic[S]):
    """A game in which a player can settle a coming decision beforehand.

    *order_type:* the tagged union of this game's orders. *order_rule:* anchor of the rule about them.

    A policy is an order that holds for all choices of its kind; where one for the very choice was given as
    well, that is followed.
    """

    order_type: Any
    order_rule: str

    @abstractmethod
    def orders(self, state: S, seat: int) -> list[OrderOffer]:
        """Return the orders the seat may give now, in stable order, also while others decide."""

    @abstractmethod
    def refuse_order(self, state: S, seat: int, order: Any) -> IllegalMove | None:
        """Return why the seat can't give *order* now; None for one of `orders`."""

    @abstractmethod
    def is_policy(self, order: Any) -> bool:
        """Return whether *order* is a policy."""

    @abstractmethod
    def replaces(self, order: Any, earlier: Any) -> bool:
        """Return whether *order* takes the place of *earlier*, since both settle the same."""

    @abstractmethod
    def follow(self, state: S, seat: int, order: Any) -> Any | None:
        """Return the legal move that *order* prefers for the seat's present decision.

        None when the order is about another decision, or when what it prefers isn't legal: then the player
        is asked.
        """

    @abstractmethod
    def is_spent(self, state: S, seat: int, order: Any) -> bool:
        """Return whether the moment of *order* has passed, so that it can be forgotten."""


class Plans(ABC, Generic[S]):
    """A game in which single moves can't be judged on their own, and which therefore plans for its bots."""

    @abstractmethod
    def advise(self, state: S, seat: int) -> Any | None:
        """Return the move of a player who plans ahead; None where looking one move ahead will do."""


class SearchSettings(Struct, frozen=True):
    """How a game is searched; `manage.py tune` looks for better figures.

    *depth:* how far a search plays on, in what `Weighs.clock` counts. *scale:* the points of `evaluate` that
    make out a clear lead. *prior:* how far the policy's weights draw the search to a move. *untried:* how
    much worse than its tried neighbours an untried move is taken to be; a lead is 1.
    """

    depth: int
    scale: float
    prior: float = 1.2
    untried: float = 0.1


class Weighs(ABC, Generic[S]):
    """A game that a bot can search: it says which moves are worth a look, and how far to look.

    *search_settings:* how it is searched. *rounds:* how many positions a strong bot weighs a decision by,
    for about half a second.
    """

    search_settings: SearchSettings
    rounds: int

    @abstractmethod
    def clock(self, state: S) -> int:
        """Return how many turns or rounds have begun; it never goes back."""

    @abstractmethod
    def policy(self, state: S, seat: int, moves: Sequence[Any]) -> list[float]:
        """Return how likely a fair player is to make each of *moves*, which are legal, in any unit.

        0 for a move that isn't worth a look: undoing what was just done, or never better than another.
        It depends on nothing that *seat* can't see.
        """

    def worth(self, state: S, seat: int) -> float:
        """Return how far *seat* is ahead at the end of a look, in points; by default what `evaluate` says."""
        points: float = self.evaluate(state, seat)  # type: ignore[attr-defined]
        return points

    def hasty(self) -> Any:
        """Return a game of the same rules to play on with: its events may leave out what only readers need.

        It may toss coins on which nothing hangs. By default it is the game itself.
        """
        return self


class Animated(ABC):
    """A game that can show a step event by event."""

    @abstractmethod
    def frames(self, view: Any, events: Iterable[Event | None]) -> Sequence[Any]:
        """Return the board at *view* and after each of the *events* that followed, as the viewer knew them.

        An event is None where the viewer didn't notice it. What a frame holds is between title and board.
        """


class Hints(ABC):
    """A game that works out what a player would otherwise count by hand: distances, prices, ways."""

    @abstractmethod
    def hints(self, view: Any, seat: int, *cards: str) -> Sequence[Any]:
        """Return what *seat* may like to know before deciding, from *view* alone.

        *cards:* the slugs of those it has in mind, in order. What a hint holds is between title and board.
        """


class BringsDeck(ABC):
    """A game into which players bring decks of their own; its edition has `DeckRules`."""

    @abstractmethod
    def moves_to_bring(self, view: Any, deck: Lists) -> list[Any]:
        """Return the moves, in order, that turn what the viewer has put together so far into *deck*.

        They don't say that the viewer is ready. Empty when there is nothing to change.
        *Raises:* `IllegalMove` when no deck can be brought now.
        """

    @abstractmethod
    def decks_entered(self, events: Iterable[Event]) -> dict[int, Lists]:
        """Return by seat the decks with which players begin to play in *events*, which hold all secrets."""


class Batch(Struct, frozen=True):
    """Moves that a player may want to make one after the other by a single press.

    *moves:* two or more; each is legal once those before it are made, and only the last may reveal something.
    *at:* the thing on the board that they belong to, as in `Offer`. *label:* what the button says.
    """

    moves: tuple[Any, ...]
    at: str
    label: str


class Batches(ABC, Generic[S]):
    """A game in which players often make several plain moves one after the other."""

    @abstractmethod
    def batches(self, state: S, seat: int) -> list[Batch]:
        """Return the batches that a seat to act can make now, in stable order."""


class Arranges(ABC, Generic[S]):
    """A game in which a position can be laid out to explain a rule by it.

    *arrangement_type:* what such a position says of cards and counters, strictly typed.
    """

    arrangement_type: Any

    @abstractmethod
    def arrange(self, state: S, arrangement: Any) -> None:
        """Lay out a *state* that was just dealt as *arrangement* says.

        What it doesn't speak of stays as it was dealt. Nothing comes into the match or leaves it.
        *Raises:* ValueError when the match can't look like that.
        """


class Goal(Struct, frozen=True):
    """What a puzzle may be about. *least:* how much has to be gained to be worth a puzzle.

    *asks:* the sentence for the player, by the amount: `Deal 3 Wounds this turn.` *tells:* the end of a
    sentence about what was gained, by the amount: `you dealt 3 Wounds`.
    """

    least: int
    asks: Callable[[int], str]
    tells: Callable[[int], str]


class Poses(ABC, Generic[S]):
    """A game whose turns can be puzzles: a goal to reach within the turn, whatever is hidden.

    *goals:* by name, the one that is looked for first standing first. *is_answered:* others decide within
    the turn as well: what is gained counts when it ends, and only if no answer could have made it less.
    *span:* what the game calls the time of a puzzle. *terms:* on what terms it is solved, for its player.
    """

    goals: Mapping[str, Goal]
    is_answered: bool = False
    span: str = "turn"
    terms: str = (
        "Your way has to work without luck: whatever cards are hidden from you, and if coins are flipped, "
        "even when each shows tails."
    )

    @abstractmethod
    def clock(self, state: S) -> int:
        """Return how many turns or rounds have begun; a puzzle ends where the next one begins."""

    def laid_open(self, state: S, seat: int) -> S:
        """Return *state* as a puzzle for *seat* shows it, which may tell more than a match would."""
        return state

    @abstractmethod
    def gained(self, before: S, state: S, seat: int, goal: str) -> int:
        """Return how much *seat* has gained towards *goal* since *before*, at the beginning of its turn."""

    @abstractmethod
    def helpful(self, state: S, seat: int, goal: str, last: Any | None) -> list[Any]:
        """Return the legal moves that may help towards *goal*, in stable order.

        *last:* the seat's move before, in this turn. Of moves whose order doesn't matter, one order does.
        """

    @abstractmethod
    def gist(self, state: S, seat: int) -> bytes:
        """Return the same bytes for states from which the same moves of this turn gain the same."""

    @abstractmethod
    def is_foreseen(self, events: Iterable[Event]) -> bool:
        """Return whether the seat knew before all that *events* tell, but for the fall of coins."""

    @abstractmethod
    def deed(self, state: S, seat: int, move: Any) -> str:
        """Return what makes solutions with *move* different from others; empty for what only pays."""

    @abstractmethod
    def is_plain(self, deeds: Sequence[str]) -> bool:
        """Return whether *deeds* are what everybody would do anyway, and no puzzle."""


OPTIONAL_PARTS: tuple[type, ...] = (
    Reconsiders,
    StandingOrders,
    Plans,
    Weighs,
    Animated,
    Hints,
    BringsDeck,
    Batches,
    Arranges,
    Poses,
)

"""What every title offers. Keep it this small; what only some titles can do stands in `optional`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from games.engine import codec
from games.engine.cards import Card
from games.engine.chance import Chance
from games.engine.decks import DeckRules
from games.engine.drafting import CardType, Changes, EditionValues, RuleParameter, Vocabulary
from games.engine.drafting.source import EditionSource
from games.engine.draws import Draws
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.kit import Kit
from games.engine.viewers import Viewer

S = TypeVar("S")

# The bots of every title, and those that search where the title is a game that `Weighs`.
QUICK_BOTS = ("greedy", "random")
SEARCHING_BOTS = ("novice", "casual", "strong", "expert")
FOR_BEGINNERS = ("novice", "casual")


class Result(Struct, frozen=True):
    """How a match ended. *winners:* seats, empty for a draw. *scores:* by seat, the title's own unit.

    *rule:* anchor of what ended it. *reason:* a sentence for people.
    """

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    rule: str
    reason: str


class Offer(Struct, frozen=True):
    """A move that the board suggests, legal or not, and where on the board it belongs.

    *at:* what the player presses first (`hand:scout`, `market:scout`, `lane:0`, `turn`).
    *to:* where the move lands, pressed second (`lane:0`, `enemy:2`, `scrap`), or empty.
    *label:* what the button says. *refusal:* why not, or None when the move is legal.
    *undoable:* the title knows that the move reveals nothing and leaves the turn with the seat.
    *warning:* what the seat would give away by it, for moves that the page asks about once; or empty.
    *about:* the thing on the board that the warning names, if the page should show it; or empty.
    *is_rare:* it gives up for nothing what another move of the thing gives, so pages list it apart.
    """

    move: Any
    at: str
    to: str
    label: str
    refusal: IllegalMove | None
    undoable: bool = False
    warning: str = ""
    about: str = ""
    is_rare: bool = False


class Game(Protocol[S]):
    """One title in one edition. Seats count from 0. States are mutable; only the title looks into them."""

    slug: str
    edition: str
    move_type: Any  # the tagged union of this game's moves
    event_type: Any  # the tagged union of this game's events
    options_type: Any  # match options, every field with a default

    def new(self, options: Any, seats: int, chance: Chance) -> tuple[S, list[Event]]:
        """Return a dealt state and the events of the deal."""
        ...

    def to_act(self, state: S) -> tuple[int, ...]:
        """Return the seats to act; empty when the match is over."""
        ...

    def legal(self, state: S, seat: int) -> list[Any]:
        """Return the seat's legal moves in stable order; empty when it isn't to act."""
        ...

    def apply(self, state: S, seat: int, move: Any, chance: Chance) -> list[Event]:
        """Change *state* by *move* and return what happened.

        *Raises:* `IllegalMove`, `NotYourTurn`, `MatchOver`, before anything is changed.
        """
        ...

    def offers(self, state: S, seat: int) -> list[Offer]:
        """Return every move the board suggests to the seat; those without a refusal are exactly `legal`."""
        ...

    def view(self, state: S, viewer: Viewer) -> Any:
        """Return what *viewer* may know, as a value that encodes to JSON. Nothing else filters secrets."""
        ...

    def result(self, state: S) -> Result | None:
        """Return how the match ended, or None while it runs."""
        ...

    def resample(self, view: Any, chance: Chance) -> S:
        """Return a state that fits all the viewer knows; *chance* deals the rest."""
        ...

    def evaluate(self, state: S, seat: int) -> float:
        """Return how good *state* is for *seat*; more is better. Only for bots."""
        ...

    def clone(self, state: S) -> S: ...

    def encode(self, state: S) -> bytes: ...

    def decode(self, data: bytes) -> S: ...


@dataclass(frozen=True)
class OptionInfo:
    """A match option as the lobby shows it. *low*, *high:* bounds of a whole number, both included.

    *choices:* names of the numbers from *low* on, where they aren't a count.
    *picks:* things to choose from, as slug and label. The value is then a tuple of slugs in the order of the
    box: none (the default), or *low* to *high* of them.
    *short:* the number for a short match; None where the option doesn't decide how long a match is.
    *short_words:* that number in words, such as “at most 30 turns”.
    """

    name: str
    label: str
    help: str
    default: Any
    low: int
    high: int
    rule: str
    choices: tuple[str, ...] = ()
    picks: tuple[tuple[str, str], ...] = ()
    short: int | None = None
    short_words: str = ""


@dataclass(frozen=True)
class Revision:
    """Rules of an edition as they were once released. They are kept as long as matches run on them.

    *engine_version*, *cards_hashes:* what such matches have pinned. *game:* plays by these rules. *cards:* as
    they were then, in the order of the box; empty if they are the edition's.
    """

    engine_version: str
    cards_hashes: tuple[str, ...]
    game: Game[Any]
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class EditionInfo:
    """An edition: its playable game and its cards, in the order of the box.

    *date:* when its rules came out; None if nobody knows.
    *cards_hash:* the digest of what the rules use of its cards; every match pins it. *former_hashes:* other
    digests of the same rules, and *former_versions* other engine versions with the same rules, which older
    matches have pinned. *revisions:* older rules that are still played.
    *draws:* which draws of chance it makes. *decks:* its rules for decks, where players bring their own.
    *kit:* what people need to play it at a table.
    *base:* for a draft edition, the published edition that it changes and whose rulebook it has; else empty.
    *options:* its match options, where they aren't those of the title.
    """

    slug: str
    date: date | None
    summary: str
    game: Game[Any]
    cards: tuple[Card, ...]
    cards_hash: str
    draws: Draws
    kit: Kit
    former_hashes: tuple[str, ...] = ()
    former_versions: tuple[str, ...] = ()
    revisions: tuple[Revision, ...] = ()
    decks: DeckRules | None = None
    base: str = ""
    options: tuple[OptionInfo, ...] | None = None

    @property
    def book(self) -> str:
        """The slug of the edition whose rulebook it is played by."""
        return self.base or self.slug

    @cached_property
    def by_slug(self) -> Mapping[str, Card]:
        """Its cards by slug, in the order of the box."""
        return {card.slug: card for card in self.cards}

    @cached_property
    def print_hash(self) -> str:
        """The digest of all that is printed on its cards, for what is shown of them."""
        return codec.digest(codec.pack(self.cards))


class Drafting(Protocol):
    """What designers may change in a title's editions, and the edition that comes of it.

    *card_types:* by name. *icons:* pictures that a new card may have.
    """

    parameters: tuple[RuleParameter, ...]
    card_types: Mapping[str, CardType]
    vocabulary: Vocabulary
    icons: tuple[str, ...]

    def values(self, edition: EditionInfo) -> EditionValues:
        """Return all that may be changed in *edition*, as it is there."""
        ...

    def edition_from(self, base: EditionInfo, changes: Changes, slug: str) -> EditionInfo:
        """Return the edition *slug* that differs from the published edition *base* by *changes*.

        Equal rules give equal `cards_hash`; without any changes, the hash of *base*.
        *Raises:* `DraftRefused` with every problem, those of `checked_changes` among them, and what couldn't
        be dealt or played.
        """
        ...

    def source(self, base: EditionInfo, edition: EditionInfo, slug: str) -> EditionSource:
        """Return *edition*, made of *base*, as the title's data files would publish it as *slug*."""
        ...


@dataclass(frozen=True)
class Title:
    """A game of the site, with all its editions, newest first.

    *seats:* how many may play, in order: two, as bots do to be measured, and four at most, who have colours.
    *showcase:* slugs of cards of the newest edition that stand for the game, best three, the front one
    first.
    """

    slug: str
    name: str
    tagline: str
    seats: tuple[int, ...]
    minutes: str
    editions: Mapping[str, EditionInfo]
    options: tuple[OptionInfo, ...]
    credits: Sequence[str]
    icon: str
    showcase: tuple[str, ...]
    engine_version: str
    # For the conformance suite: everything that a match conserves, as sorted values.
    census: Callable[[Any], Sequence[Any]]
    bots: tuple[str, ...] = field(default=QUICK_BOTS)
    drafting: Drafting | None = None

    @property
    def usual_bot(self) -> str:
        """The bot that plays where nobody chooses one."""
        return self.bots[0]

    @property
    def quick_bots(self) -> tuple[str, ...]:
        """The bots that are offered by a button each, the first for a first game; forms offer all."""
        return tuple(bot for bot in FOR_BEGINNERS if bot in self.bots) or self.bots[: len(QUICK_BOTS)]

    @property
    def newest(self) -> EditionInfo:
        return next(iter(self.editions.values()))

    def options_of(self, edition: EditionInfo) -> tuple[OptionInfo, ...]:
        """Return the match options of an edition."""
        return self.options if edition.options is None else edition.options

    @property
    def shown_cards(self) -> tuple[Card, ...]:
        """The cards that stand for the game, the front one first."""
        cards = {card.slug: card for card in self.newest.cards}
        return tuple(cards[slug] for slug in self.showcase)

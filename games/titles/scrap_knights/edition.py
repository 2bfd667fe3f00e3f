"""An edition of Scrap Knights as data: its cards, and what the engine works out from them once.

Inside the engine a card is its number in the box: ACTs first, then ULTs, then BOTs.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from msgspec import Struct

from games.titles.scrap_knights.box import BOT, PREP_SIZES, TAS_CUSTOM, TEST, ULT
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.decks.pool import BOT_COUNT, HAND, Pool
from games.titles.scrap_knights.decks.ready_made import MECHS, Mech, mechs_of
from games.titles.scrap_knights.moves import AnyChoice, Direction, choosing
from games.titles.scrap_knights.state import (
    DUE,
    HP,
    MOST_DISTANCE,
    START_DISTANCE,
    TOO_HOT,
    USUAL,
    Limits,
    SizedState,
    State,
    empty_state,
)

_ABSENT = -2  # the number of a card that the edition hasn't; that of no card is -1


class Way(Struct, frozen=True):
    """One way to choose an ACT. *named:* number of the ACT that is named, or -1."""

    act: int
    over: int
    moves: tuple[Direction, ...]
    number: int
    named: int
    move: AnyChoice


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* all cards in the order of the box; those that a draft adds come last.

    *tosses_idly:* a coin falls in every tie between the players, even if nothing hangs on it.
    *is_terse:* events say neither what tokens add nor why a BOT that waits for a miss isn't armed.
    *is_draft:* made from changes to a published edition. *ready_made:* mechs made of the cards of the box.
    Then come the figures of the rules.
    *pool:* what mechs are put together from. *mechs:* the ready-made ones, of cards that the edition has.
    *limits:* what tables show.
    """

    slug: str
    summary: str
    kinds: tuple[Kind, ...]
    tosses_idly: bool = False
    is_terse: bool = False
    is_draft: bool = False
    ready_made: tuple[Mech, ...] = MECHS

    hp: int = HP
    too_hot: int = TOO_HOT
    links_due: int = DUE
    start_distance: int = START_DISTANCE
    most_distance: int = MOST_DISTANCE
    start_heat: int = 0
    start_frame: int = 0
    start_armored: int = 0
    start_blitz: int = 0
    hand_size: int = HAND
    bot_count: int = BOT_COUNT
    tas_custom_size: int = PREP_SIZES[TAS_CUSTOM]
    test_size: int = PREP_SIZES[TEST]
    frame_priority: int = USUAL.frame_priority
    armored_block: int = USUAL.armored_block
    blitz_damage: int = USUAL.blitz_damage
    blitz_heat: int = USUAL.blitz_heat

    number: dict[str, int] = field(init=False, repr=False)
    slugs: tuple[str, ...] = field(init=False, repr=False)
    acts: tuple[int, ...] = field(init=False, repr=False)
    ults: tuple[int, ...] = field(init=False, repr=False)
    bots: tuple[int, ...] = field(init=False, repr=False)
    ways: tuple[Way, ...] = field(init=False, repr=False)
    moves_of: tuple[tuple[AnyChoice, ...], ...] = field(init=False, repr=False)
    way_of_move: dict[AnyChoice, int] = field(init=False, repr=False)
    tas_custom: int = field(init=False)
    pool: Pool = field(init=False, repr=False)
    mechs: tuple[Mech, ...] = field(init=False, repr=False)
    limits: Limits = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Number the cards and every way to choose an ACT."""
        kinds = self.kinds
        number = {kind.slug: card for card, kind in enumerate(kinds)}
        moves: list[list[Way]] = [
            list(_ways(card, kinds)) if kind.is_act else [] for card, kind in enumerate(kinds)
        ]
        ways = tuple(way for some in moves for way in some)
        prep_sizes = {TAS_CUSTOM: self.tas_custom_size, TEST: self.test_size}
        pool = Pool(kinds, self.hand_size, self.bot_count, prep_sizes)
        values = {
            "number": number,
            "slugs": tuple(number),
            "acts": tuple(card for card, kind in enumerate(kinds) if kind.is_act),
            "ults": tuple(card for card, kind in enumerate(kinds) if kind.kind == ULT),
            "bots": tuple(card for card, kind in enumerate(kinds) if kind.kind == BOT),
            "ways": ways,
            "moves_of": tuple(tuple(way.move for way in some) for some in moves),
            "way_of_move": {way.move: n for n, way in enumerate(ways)},
            "tas_custom": number.get(TAS_CUSTOM, _ABSENT),
            "pool": pool,
            "mechs": mechs_of(pool, self.ready_made),
            "limits": self._limits(),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _limits(self) -> Limits:
        """Return what tables show; the usual ones as the very same value, which views leave out."""
        found = Limits(
            hp=self.hp,
            too_hot=self.too_hot,
            links=self.links_due,
            distance=self.most_distance,
            frame_priority=self.frame_priority,
            armored_block=self.armored_block,
            blitz_damage=self.blitz_damage,
            blitz_heat=self.blitz_heat,
        )
        return USUAL if found == USUAL else found

    def empty(self, decks: int, turn_cap: int) -> State:
        """Return a state before any mech is there. *Source:* `scrap-knights:setup-4`."""
        state = empty_state(decks, turn_cap, SizedState if self.is_draft else State)
        state.distance, state.hp = self.start_distance, [self.hp, self.hp]
        return state

    def whole(self, ult: int) -> list[int]:
        """Return how many ACTs and BOTs a mech with that ULT has, the deck for it included."""
        return [self.hand_size + self.pool.prep_size(self.slugs[ult]), self.bot_count]

    def mark(self, card: int) -> int:
        """Return the mark that *card* leaves for the next turn; in published editions each has just one."""
        return card + 1 if self.is_draft else 1

    def marker(self, mark: int, usual: str) -> str:
        """Return the slug of the card that left *mark*. *usual:* the one of published editions."""
        return self.name(mark - 1) if self.is_draft else usual

    def names(self, cards: Iterable[int]) -> tuple[str, ...]:
        """Return the slugs of *cards*."""
        slugs = self.slugs
        return tuple([slugs[card] for card in cards])

    def numbers(self, slugs: Iterable[str]) -> list[int]:
        """Return the numbers of the cards with these slugs."""
        number = self.number
        return [number[slug] for slug in slugs]

    def name(self, card: int) -> str:
        """Return the slug of a card; empty for none."""
        return self.slugs[card] if card >= 0 else ""


def _ways(act: int, kinds: tuple[Kind, ...]) -> Iterable[Way]:
    """Yield every way to choose that ACT, in stable order. *Source:* `scrap-knights:act-2`."""
    kind = kinds[act]
    if kind.names_card:
        for named, other in enumerate(kinds):
            if other.is_act:
                yield Way(act, 0, (), 0, named, choosing(kind.slug, named=other.slug))
        return
    for number in kind.numbers or (0,):
        for moves in _directions(kind.directions):
            for over in (0, 1) if kind.overcharge else (0,):
                move = choosing(kind.slug, over == 1, moves, number)
                yield Way(act, over, moves, number, -1, move)


def _directions(count: int) -> list[tuple[Direction, ...]]:
    """Return every way to direct so many Moves."""
    ways: list[tuple[Direction, ...]] = [()]
    steps: tuple[Direction, Direction] = (-1, 1)
    for _ in range(count):
        ways = [(*way, step) for way in ways for step in steps]
    return ways

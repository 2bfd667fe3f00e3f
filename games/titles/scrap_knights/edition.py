"""An edition of Scrap Knights as data: its cards, and what the engine works out from them once.

Inside the engine a card is its number in the box, ACTs first.
"""

from dataclasses import dataclass, field
from datetime import date

from games.titles.scrap_knights.moves import AnyChoice, choosing
from games.titles.scrap_knights.parts import PARRY_NUMBERS, USE, Link, Part, Trigger, X

ATTACK, DEFEND, MOVEMENT, SPECIAL, ULT, BOT = "attack", "defend", "movement", "special", "ult", "bot"
# In ties; BOTs and ULTs come before all ACTs.
TIE_ORDER = {BOT: 0, ULT: 1, DEFEND: 2, ATTACK: 3, MOVEMENT: 4, SPECIAL: 5}
ACT_KINDS = (ATTACK, DEFEND, MOVEMENT, SPECIAL)


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *range:* None for any distance. *overcharge:* extra heat, 0 for none."""

    slug: str
    name: str
    kind: str
    heat: int = 0
    range: int | None = None
    overcharge: int = 0
    parts: tuple[Part, ...] = ()
    link: Link | None = None
    trigger: Trigger | None = None
    icon: str = ""
    printed: str = ""

    is_act: bool = field(init=False)
    tie: int = field(init=False)
    directions: int = field(init=False)
    numbers: tuple[int, ...] = field(init=False)
    names_card: bool = field(init=False)
    chain_parts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Work out what its player chooses, and which parts go into the chain."""
        effects = [part.effect for part in self.parts]
        numbers = [effect.numbers() for effect in effects if effect.numbers()]
        if any(part.priority == X for part in self.parts):
            numbers = [PARRY_NUMBERS]
        values = {
            "is_act": self.kind in ACT_KINDS,
            "tie": TIE_ORDER[self.kind],
            "directions": sum(effect.directions() for effect in effects),
            "numbers": numbers[0] if numbers else (),
            "names_card": any(effect.names_card() for effect in effects),
            "chain_parts": tuple(n for n, part in enumerate(self.parts) if part.priority != USE),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* all cards in the order of the box: ACTs, ULTs, BOTs."""

    slug: str
    date: date
    summary: str
    kinds: tuple[Kind, ...]

    number: dict[str, int] = field(init=False, repr=False)
    slugs: tuple[str, ...] = field(init=False, repr=False)
    acts: tuple[int, ...] = field(init=False, repr=False)
    ults: tuple[int, ...] = field(init=False, repr=False)
    bots: tuple[int, ...] = field(init=False, repr=False)
    choices: tuple[tuple[AnyChoice, ...], ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Number the cards and list every way to choose each ACT."""
        slugs = tuple(kind.slug for kind in self.kinds)
        acts = tuple(n for n, kind in enumerate(self.kinds) if kind.is_act)
        object.__setattr__(self, "slugs", slugs)
        object.__setattr__(self, "number", {slug: n for n, slug in enumerate(slugs)})
        object.__setattr__(self, "acts", acts)
        object.__setattr__(self, "ults", tuple(n for n, kind in enumerate(self.kinds) if kind.kind == ULT))
        object.__setattr__(self, "bots", tuple(n for n, kind in enumerate(self.kinds) if kind.kind == BOT))
        names = [slugs[act] for act in acts]
        object.__setattr__(self, "choices", tuple(_choices(kind, names) for kind in self.kinds))


def _choices(kind: Kind, names: list[str]) -> tuple[AnyChoice, ...]:
    """Return every way to choose that ACT, in stable order."""
    if not kind.is_act:
        return ()
    if kind.names_card:
        return tuple(choosing(kind.slug, named=name) for name in names)
    ways: list[AnyChoice] = []
    for number in kind.numbers or (0,):
        for moves in _directions(kind.directions):
            for overcharged in (False, True) if kind.overcharge else (False,):
                ways.append(choosing(kind.slug, overcharged, moves, number))
    return tuple(ways)


def _directions(count: int) -> list[tuple[int, ...]]:
    """Return every way to direct so many Moves."""
    ways: list[tuple[int, ...]] = [()]
    for _ in range(count):
        ways = [(*way, step) for way in ways for step in (-1, 1)]
    return ways

"""What a report is about, and how its games are cut into shards. Pure."""

from __future__ import annotations

from msgspec import Struct

from games import catalog
from games.bots import ALL, bot, searches
from games.engine import codec
from games.engine.codec import read_options
from games.engine.errors import BadOptions

# Another number stands for records or statistics that mean something else than before.
VERSION = 3
LEAST_GAMES, MOST_GAMES = 20, 4000
DEALS_IN_SHARD = 5
EDITION, AGAINST = "edition", "against"
# Percent of their thinking that bots which search may do.
EFFORTS = (4, 5, 10, 25, 50, ALL)
# The weakest first. Where nobody asks for a rival, one deal in four is also played against the next weaker.
BY_STRENGTH = ("random", "novice", "greedy", "casual", "strong", "expert")
SKILL_DEALS = 4


class Setup(Struct, frozen=True):
    """What is asked of a report.

    *against:* the edition to compare with, or empty. *level:* the bot at every seat. *rival:* another bot,
    which plays a seat against *level* in games of its own; if empty, the next weaker one does on a few deals.
    *games:* on each side, two a deal.
    *effort:* percent of their thinking that bots which search do.
    """

    title: str
    edition: str
    against: str = ""
    level: str = "greedy"
    rival: str = ""
    games: int = 400
    seed: int = 1
    seats: int = 2
    effort: int = ALL
    options: tuple[tuple[str, int], ...] = ()

    @property
    def has_search(self) -> bool:
        return searches(self.level) or searches(self.rival)

    @property
    def deals(self) -> int:
        return self.games // 2

    @property
    def opponent(self) -> str:
        """The bot that plays a seat against *level*: the rival or the next weaker one; empty for none."""
        if self.rival or self.level not in BY_STRENGTH:
            return self.rival
        bots = catalog.title(self.title).bots
        weaker = [name for name in BY_STRENGTH[: BY_STRENGTH.index(self.level)] if name in bots]
        return weaker[-1] if weaker else ""

    @property
    def is_level_stronger(self) -> bool:
        """Whether *level* is stronger than its opponent."""
        level, other = (
            BY_STRENGTH.index(name) if name in BY_STRENGTH else -1 for name in (self.level, self.opponent)
        )
        return level > other

    def has_opponent(self, deal: int) -> bool:
        """Return whether *deal* is played against the opponent, too."""
        return bool(self.opponent) and (bool(self.rival) or deal % SKILL_DEALS == 0)

    @property
    def shards(self) -> int:
        return -(-self.deals // DEALS_IN_SHARD)

    @property
    def editions(self) -> tuple[tuple[str, str], ...]:
        """Each side with its edition: the one that is asked about, then the one to compare with."""
        sides = (EDITION, self.edition), (AGAINST, self.against)
        return tuple((side, edition) for side, edition in sides if edition)

    def deals_of(self, shard: int) -> range:
        """Return the numbers of the deals in *shard*, which counts from 0."""
        return range(shard * DEALS_IN_SHARD, min(self.deals, (shard + 1) * DEALS_IN_SHARD))


def checked(setup: Setup) -> Setup:
    """Return *setup* if its games can be played. *Raises:* `BadOptions`."""
    found = catalog.title(setup.title)
    for _, edition in setup.editions:
        read_options(catalog.game(setup.title, edition).options_type, dict(setup.options))
    for name in filter(None, (setup.level, setup.rival)):
        bot(name)
        if name not in found.bots:
            raise BadOptions(f"The bot “{name}” doesn’t play {found.name}.")
    if setup.edition == setup.against:
        raise BadOptions("An edition can’t be compared with itself: choose two different ones.")
    if setup.rival == setup.level:
        raise BadOptions("A skill gradient needs two different bots.")
    if setup.effort not in EFFORTS:
        raise BadOptions(f"Choose an effort of {', '.join(map(str, EFFORTS))} percent.")
    if setup.seats not in found.seats:
        raise BadOptions(f"{found.name} isn’t for {setup.seats} players.")
    if setup.games % 2 or not LEAST_GAMES <= setup.games <= MOST_GAMES:
        raise BadOptions(f"Choose an even number of games from {LEAST_GAMES} to {MOST_GAMES}.")
    return setup


def key_of(setup: Setup) -> str:
    """Return the digest of all that the result hangs on. Editions count by their rules, not by their names.

    *Raises:* `BadOptions`.
    """
    rules = [catalog.edition(setup.title, edition).cards_hash for _, edition in setup.editions]
    effort = setup.effort if setup.has_search else ALL
    asked = (
        setup.title,
        setup.level,
        setup.rival,
        setup.games,
        setup.seed,
        setup.seats,
        setup.options,
        effort,
    )
    return codec.digest(codec.pack((VERSION, catalog.title(setup.title).engine_version, rules, asked)))

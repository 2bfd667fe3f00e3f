"""The page about the bots: what each level does, how strong it is, and how that was measured."""

from dataclasses import dataclass
from itertools import zip_longest

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import catalog
from games.engine.protocol import Title
from games.matches.queries.people import bot_likes, bot_name, player_url
from games.statistics.ladder import ANCHOR, Ladder, Rank
from games.statistics.records import record_of, share_against
from scrapsite.common.public import public_page


@dataclass(frozen=True, slots=True)
class Level:
    """A bot of a game. *likes:* what it is like. *rank:* what it reached, None if it wasn't measured.

    *below:* the name of the next weaker bot, empty for the last one. *share:* the percentage of points taken
    from it. *time:* the processor time of a move, in words.
    """

    name: str
    url: str
    likes: str
    rank: Rank | None = None
    below: str = ""
    share: int | None = None

    @property
    def time(self) -> str:
        seconds = self.rank.seconds if self.rank else 0
        if seconds >= 1:
            return f"{seconds:.1f} s"
        return f"{1000 * seconds:.0f} ms" if seconds >= 0.0005 else "under 1 ms"


@dataclass(frozen=True, slots=True)
class Measured:
    """The bots of a game, the strongest first. *games:* how many each two of them played; 0 for no record."""

    title: Title
    levels: tuple[Level, ...]
    ladder: Ladder | None = None
    games: int = 0


@public_page
@require_safe
def bot_list(request: HttpRequest) -> HttpResponse:
    """Show the bots of every game, and how strong they are."""
    shown = {"titles": [measured(title) for title in catalog.titles()], "anchor": bot_name(ANCHOR)}
    return render(request, "games/statistics/bot_list.html", shown)


def measured(title: Title) -> Measured:
    """Return the bots of *title*; those that weren't measured come last."""
    ladder = record_of(title.slug)
    ranks = ladder.ranks if ladder else ()
    ranked = [_level(rank.bot, ladder, rank, below) for rank, below in zip_longest(ranks, ranks[1:])]
    others = [_level(bot) for bot in title.bots if bot not in {rank.bot for rank in ranks}]
    games = max((pairing.games for pairing in ladder.pairings), default=0) if ladder else 0
    return Measured(title, (*ranked, *others), ladder, games)


def _level(
    bot: str, ladder: Ladder | None = None, rank: Rank | None = None, below: Rank | None = None
) -> Level:
    url, likes = player_url(None, bot), bot_likes(bot)
    if ladder is None or below is None:
        return Level(bot_name(bot), url, likes, rank)
    share = share_against(ladder, bot, below.bot)
    percent = None if share is None else round(100 * share)
    return Level(bot_name(bot), url, likes, rank, bot_name(below.bot), percent)

"""The score at the end of the game."""

from typing import NamedTuple

from games.engine.events import Event
from games.engine.protocol import Result
from games.titles.scrapyard import events as ev
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.state import OVER, State, tile_slugs
from games.titles.scrapyard.words import count


class Score(NamedTuple):
    """*other:* points for the collected cards that match none of the seat's tiles; they are subtracted."""

    matching: int
    cubes: int
    other: int

    @property
    def total(self) -> int:
        return self.matching + self.cubes - self.other


def score(edition: Edition, state: State, seat: int) -> Score:
    """Return the score of the seat's collection. *Source:* `scrapyard:score-1` to `score-3`."""
    tiles, matching, other = state.tiles[seat], 0, 0
    for place, taker in enumerate(state.takers):
        if taker == seat + 1:
            card = state.faces[place]
            if edition.matches(card, tiles):
                matching += edition.gains[card]
            else:
                other += edition.losses[card]
    return Score(matching, state.supply[seat] * edition.figures.cube_points, other)


def result(edition: Edition, state: State) -> Result | None:
    """Return who won, or None while the game runs. *Source:* `scrapyard:tie-1`, `scrapyard:tie-2`."""
    if state.phase != OVER:
        return None
    scores = [score(edition, state, seat) for seat in range(state.seats)]
    winners = _winners(scores)
    ending, verdict = "end-1" if state.field else "end-2", _verdict(scores, winners)
    why = "All turns are played" if state.field else "No card is left"
    best = scores[winners[0]]
    reason = f"{why}; {count(best.total, 'point')} {'win' if len(winners) == 1 else 'win together'}."
    totals = tuple(each.total for each in scores)
    if verdict == "win-1":
        return Result(winners, totals, ending, reason)
    return Result(winners, totals, verdict, f"{reason} {_tie_words(scores, winners)}")


def ending_events(edition: Edition, state: State) -> list[Event]:
    """Return the events of the end: everything is revealed and scored. *Source:* `scrapyard:end-3`."""
    ended = "end-1" if state.field else "end-2"
    events: list[Event] = [ev.FieldRevealed(ended, -1, state.field.bit_count())]
    if state.stealth:
        events += [ev.TilesRevealed("end-3", seat, tile_slugs(state, seat)) for seat in range(state.seats)]
    scores = [score(edition, state, seat) for seat in range(state.seats)]
    for seat, each in enumerate(scores):
        cards = sorted(state.faces[place] for place, taker in enumerate(state.takers) if taker == seat + 1)
        slugs = tuple(edition.slugs[card] for card in cards)
        events.append(ev.Scored("score-1", seat, slugs, each.matching, each.cubes, each.other, each.total))
    winners = _winners(scores)
    rule = _verdict(scores, winners)
    totals = tuple(each.total for each in scores)
    events.append(ev.GameEnded(rule, winners[0] if len(winners) == 1 else -1, winners, totals))
    return events


def _verdict(scores: list[Score], winners: tuple[int, ...]) -> str:
    """Return the anchor of the rule that decided.

    *Source:* `scrapyard:win-1`, `scrapyard:tie-1`, `scrapyard:tie-2`.
    """
    if len(winners) > 1:
        return "tie-2"
    totals = [each.total for each in scores]
    return "win-1" if totals.count(max(totals)) == 1 else "tie-1"


def _tie_words(scores: list[Score], winners: tuple[int, ...]) -> str:
    """Return how the tie of the highest scores came out, in a sentence."""
    best = max(each.total for each in scores)
    tied = sorted((each.matching for each in scores if each.total == best), reverse=True)
    if len(winners) > 1:
        return f"Each of the winners has {count(tied[0], 'point')} from matching parts."
    return f"Of the best, the winner has the most points from matching parts: {' to '.join(map(str, tied))}."


def _winners(scores: list[Score]) -> tuple[int, ...]:
    best = max((each.total, each.matching) for each in scores)
    return tuple(seat for seat, each in enumerate(scores) if (each.total, each.matching) == best)

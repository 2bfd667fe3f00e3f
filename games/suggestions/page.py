"""The content of the page of a search: what is asked, how far it is, what it suggests, what it has tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games import catalog
from games.bots import ALL, searches
from games.drafts.errors import LostEdition
from games.drafts.models import Draft
from games.engine.drafting import DraftRefused, EditionValues, figures_in
from games.lab.measuring.intervals import Interval
from games.lab.words import effort_words, with_interval
from games.matches.queries.people import bot_name
from games.suggestions.asking import seconds_for
from games.suggestions.models import SuggestionCandidate, SuggestionSearch
from games.suggestions.searching.proposing import ABREAST
from games.suggestions.searching.question import (
    BEST,
    DOES,
    FIRST,
    GAINED,
    MOST_PERCENT,
    MOST_TURNS,
    PARAMETERS,
    PLAYED,
    TURNS,
    Question,
    Target,
    values_of,
)
from games.suggestions.searching.targets import Measured, is_inside
from games.suggestions.searching.trying import Tried, best_of
from scrapsite.server.work.progress import Progress

MEETS, MAY, MAY_NOT, MISSES = "meets it", "seems to meet it", "seems to miss it", "misses it"
ALL_OF_THEM = "all of them"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the games of a candidate say of a target. *value:* with its interval. *verdict:* in words.

    *is_met:* as far as the figure itself says. *outside:* the cards that aren't where they should be.
    """

    value: str
    verdict: str
    is_met: bool
    outside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A candidate that is suggested, or what the search began with. *place:* 0 for the latter.

    *values:* by figure, with a mark where they differ from the start.
    """

    number: int
    place: int
    values: tuple[tuple[int, bool], ...]
    findings: tuple[Finding, ...]
    made: Draft | None


@dataclass(frozen=True, slots=True)
class TriedRow:
    """A candidate that was tried. *away:* how far its games are from what is wanted, or why it has none."""

    number: int
    values: tuple[int, ...]
    games: int
    away: str
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class SearchPage:
    """*figures*, *targets:* in words. *tried:* how many candidates.

    *stands:* how sure it is that the figures as they are give such games, in words; empty unless they do.
    """

    question: Question
    title: str
    level: str
    figures: tuple[str, ...]
    targets: tuple[str, ...]
    tried: int
    stands: str
    suggestions: tuple[Suggestion, ...]
    rows: tuple[TriedRow, ...]

    @property
    def is_any_met(self) -> bool:
        """Whether a suggestion gives games as wanted, as far as the figures themselves say."""
        return any(one.place and all(finding.is_met for finding in one.findings) for one in self.suggestions)


def page_of(search: SuggestionSearch) -> SearchPage:
    """Return the page of *search*. *Raises:* `LostEdition` if what it began with can't be made any more."""
    question = search.read()
    candidates = list(search.candidates.select_related("made"))
    tried = [candidate.read() for candidate in candidates]
    played = [one for one in tried if one.values]
    values = _values_of(question)
    best = best_of(tried, BEST)
    suggestions = tuple(_suggestions(question, candidates, best, values)) if search.made_at else ()
    return SearchPage(
        question=question,
        title=catalog.title(search.title).name,
        level=_level(question),
        figures=tuple(figure_name(search.title, values, figure.at) for figure in question.figures),
        targets=tuple(target_words(target, values) for target in question.targets),
        tried=len(played),
        stands=_stands(suggestions),
        suggestions=suggestions,
        rows=tuple(_row(question, one) for one in played),
    )


def _values_of(question: Question) -> EditionValues:
    try:
        return values_of(question.title, question.draft({}, "draft:aaaaaaaaaa@1"), question.base)
    except DraftRefused as error:
        raise LostEdition("What this search began with can’t be made any more.") from error


def progress_of(search: SuggestionSearch) -> Progress:
    """Return how far a search is that is under way."""
    question, tried = search.read(), [row.read() for row in search.candidates.all()]
    whole = max(_games_in_all(search, question, tried), search.played)
    if search.stage == SuggestionSearch.Stage.MEASURING:
        says = _measuring_words(search)
    elif search.stage == SuggestionSearch.Stage.WAITING:
        says = "Waiting to start. Matches of people come first."
    elif not search.played:
        says = "The first variants are being checked."
    else:
        says = f"Finished {len(tried)} of {question.variants} variants; {search.played:,} games so far."
    return Progress(
        id="search-progress",
        address=reverse("games:suggestion_detail", args=(search.pk,)),
        says=says,
        label="Games played",
        done=search.played,
        whole=whole,
        left=search.time_left(whole, seconds_for(question) / max(1, settings.LAB_PROCESSES)),
        note=search.note,
    )


def _measuring_words(search: SuggestionSearch) -> str:
    if search.has_more:
        return "The present figures give such games already. They are played once more, with other luck."
    return "All variants have been tried. The best are played once more, with other luck."


def _games_in_all(search: SuggestionSearch, question: Question, tried: Sequence[Tried]) -> int:
    """Return about how many games the whole search has: nobody knows yet which candidates stop early."""
    games = sum(one.games for one in tried)
    each = games / len(tried) if len(tried) >= ABREAST else question.games * PLAYED
    are_all_tried = search.stage in (SuggestionSearch.Stage.MEASURING, SuggestionSearch.Stage.DONE)
    again = len(best_of(tried, BEST)) if are_all_tried else BEST
    left = max(0, question.variants - len(tried))
    return round(games + left * each) + question.fresh_games * (again + 1)


def figure_name(title: str, values: EditionValues, at: str) -> str:
    """Return what people call the figure at that place: “Drone: Scrap”."""
    drafting, (sort, *path) = catalog.title(title).drafting, at.split("/", 2)
    if drafting is None:
        return at
    if sort == PARAMETERS:
        return next((one.field.label for one in drafting.parameters if one.key == path[0]), path[0])
    card = values.cards[path[0]]
    card_type = drafting.card_types[card.type]
    labels = {field.key: field.label for field in card_type.figures}
    if path[1].startswith(DOES):
        labels = {
            f"{DOES}{one.at}": one.name for one in figures_in(card.does, card_type, drafting.vocabulary)
        }
    return f"{card.name}: {labels.get(path[1], path[1])}"


def target_words(target: Target, values: EditionValues) -> str:
    """Return what is wanted, as a sentence."""
    if target.what == TURNS:
        return f"A game has {_between(target.low, target.high, MOST_TURNS)} turns."
    between = f"{_between(100 * target.low, 100 * target.high, MOST_PERCENT)} %"
    if target.what == FIRST:
        return f"The first player wins {between} of the games."
    card = values.cards[target.card].name if target.card in values.cards else "each card"
    return f"Somebody {'gets' if target.what == GAINED else 'uses'} {card} in {between} of the games."


def _between(low: float, high: float, most: int) -> str:
    if high >= most and low:
        return f"at least {low:.0f}"
    return f"at most {high:.0f}" if not low else f"{low:.0f} to {high:.0f}"


def _level(question: Question) -> str:
    name = bot_name(question.level)
    if not searches(question.level) or question.effort == ALL:
        return name
    return f"{name} with {effort_words(question.effort)}"


def _suggestions(
    question: Question,
    candidates: Sequence[SuggestionCandidate],
    best: Sequence[Tried],
    values: EditionValues,
) -> Iterator[Suggestion]:
    rows = {row.number: row for row in candidates}
    for place, number in enumerate((0, *(one.number for one in best))):
        row = rows.get(number)
        if row is None or not row.fresh:
            continue
        mine, fresh = row.read().values, row.read_fresh()
        yield Suggestion(
            number=number,
            place=place,
            values=tuple((mine[one.at], mine[one.at] != one.now) for one in question.figures),
            findings=tuple(
                _finding(target, [one for one in fresh if one.target == at], values)
                for at, target in enumerate(question.targets)
            ),
            made=row.made,
        )


def _stands(suggestions: Sequence[Suggestion]) -> str:
    begun = next((one for one in suggestions if not one.place), None)
    if begun is None or not all(finding.is_met for finding in begun.findings):
        return ""
    are_sure = all(finding.verdict in (MEETS, ALL_OF_THEM) for finding in begun.findings)
    return "give" if are_sure else "seem to give"


def _finding(target: Target, figures: Sequence[Measured], values: EditionValues) -> Finding:
    if len(figures) == 1:
        found = figures[0].found
        if found is None:
            return Finding("–", MISSES, False)
        return Finding(
            with_interval(found, target.what != TURNS),
            verdict(target, found),
            is_inside(target, found.value),
        )
    inside = [one for one in figures if one.found and is_inside(target, one.found.value)]
    outside = [one for one in figures if one not in inside]
    is_met = not outside
    return Finding(
        f"{len(inside)} of {len(figures)} cards",
        ALL_OF_THEM if is_met else f"{len(outside)} outside",
        is_met,
        tuple(_named(outside, values)),
    )


def verdict(target: Target, found: Interval) -> str:
    """Return in words whether a figure is where it should be, as far as its interval says."""
    if target.low <= found.low and found.high <= target.high:
        return MEETS
    if found.high < target.low or found.low > target.high:
        return MISSES
    return MAY if is_inside(target, found.value) else MAY_NOT


def _named(outside: Iterable[Measured], values: EditionValues) -> Iterator[str]:
    for one in outside:
        name = values.cards[one.card].name if one.card in values.cards else one.card
        yield f"{name} {100 * one.found.value:.0f} %" if one.found else name


def _row(question: Question, one: Tried) -> TriedRow:
    away = one.refused or (f"{one.loss:.2f}" if one.losses else "")
    return TriedRow(
        number=one.number,
        values=tuple(one.values.get(figure.at, 0) for figure in question.figures),
        games=one.games,
        away=away,
        is_stopped=bool(one.losses) and not one.is_complete,
    )

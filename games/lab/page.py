"""The content of the page of a report: a sentence, the measures, the cards, the lengths, how games ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from games import catalog
from games.bots import ALL
from games.engine import codec
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo
from games.lab.access import is_published
from games.lab.costs import seconds_of
from games.lab.measuring.cards import SMALL, CardFigures, CardSide
from games.lab.measuring.decks import LEAST_MEETINGS
from games.lab.measuring.intervals import ALPHA, Interval
from games.lab.measuring.measures import BY_SLUG, Measure
from games.lab.measuring.shards import count_games
from games.lab.measuring.summary import Figure, Side, Summary
from games.lab.models import LabReport, LabRequest
from games.lab.reading.sentences import cards_line, sentences
from games.lab.reading.tables import (
    CardLink,
    MatrixTable,
    PairRow,
    matrix_tables,
    pair_rows,
    pairs_line,
)
from games.lab.words import changes_line, effort_words, headline, in_two, is_known, signed, with_interval
from games.matches.queries.people import bot_name
from scrapsite.common.charts import BarChart, RangeMark, bar_chart, range_mark
from scrapsite.common.links import book_of, card_url, rule_name, rule_url
from scrapsite.common.rulebook import connected
from scrapsite.server.work.progress import Progress

MOST_BARS = 10


@dataclass(frozen=True, slots=True)
class Row:
    """A measure. *says:* a sentence. *value*, *base*, *difference:* with their intervals, or empty.

    *differs:* by more than chance may do.
    """

    measure: Measure
    says: str
    value: str
    base: str
    difference: str
    differs: bool


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card. *shares*, *base_shares:* used, gained, played and never used, in percent, or none.

    *won:* the share of the seats that used it. *effect:* the difference to the others. *paired:* to the game
    of the same deal without it. *stands_out*, *paired_out:* by more than chance may do. *dead:* the share of
    those who had it and never played it. *used_change*, *won_change:* from the base. *changed:* by more than
    chance may do. *is_small:* too few seats used it to rank it.
    """

    name: str
    url: str
    shares: tuple[str, ...]
    base_shares: tuple[str, ...]
    won: str
    mark: RangeMark | None
    effect: str
    stands_out: bool
    paired: str
    paired_out: bool
    dead: str
    used_change: str
    won_change: str
    changed: bool
    is_small: bool


@dataclass(frozen=True, slots=True)
class Lengths:
    """Games by length in one edition. *words:* the same for those who don't see the drawing."""

    name: str
    chart: BarChart
    words: str


@dataclass(frozen=True, slots=True)
class Ending:
    """*words:* of the rule. *shares:* of the games, in percent, for each edition."""

    name: str
    words: str
    url: str
    shares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReportPage:
    """*edition*, *against:* as the reader calls them. *says*, *changes* and the lines: sentences."""

    says: str
    changes: str
    edition: str
    against: str
    games: int
    broken: int
    why: tuple[str, ...]
    rows: tuple[Row, ...]
    seats: tuple[str, ...]
    cards_line: str
    cards: tuple[CardRow, ...]
    pairs_line: str
    pairs: tuple[PairRow, ...]
    matrices: tuple[MatrixTable, ...]
    lengths: tuple[Lengths, ...]
    endings: tuple[Ending, ...]
    small: int = SMALL
    least_meetings: int = LEAST_MEETINGS


@dataclass(frozen=True, slots=True)
class Named:
    """What a report is about, as *reader* calls it. *level*, *rival:* names of bots, the latter or empty.

    *effort:* what part of its thinking a bot that searches does, if not all.
    *weaker:* the name of the bot that plays against *level* on a few deals, or empty.
    """

    title: str
    edition: str
    against: str
    level: str
    rival: str
    effort: str
    weaker: str = ""


def named(report: LabReport, mine: LabRequest | None) -> Named:
    """Return what *report* is about, by the names with which the reader asked for it."""
    asked, opponent = mine or report, report.setup.opponent
    return Named(
        title=catalog.title(report.title).name,
        edition=asked.edition,
        against=asked.against,
        level=bot_name(report.level),
        rival=bot_name(report.rival) if report.rival else "",
        effort=effort_words(report.effort) if report.setup.has_search and report.effort < ALL else "",
        weaker=bot_name(opponent) if opponent and not report.rival else "",
    )


def progress_of(report: LabReport) -> Progress:
    """Return how far a report is that is under way."""
    setup = report.setup
    whole = sum(count_games(setup, shard) for shard in range(setup.shards))
    if report.done == report.whole:
        says = "All games have been played. Now they are counted."
    elif not report.played:
        is_waiting = report.stage == LabReport.Stage.WAITING
        says = (
            "Waiting to start. Matches of people come first."
            if is_waiting
            else "The first game is being played."
        )
    else:
        says = f"Played {min(report.played, whole):,} of {whole:,} games."
    usual = seconds_of(setup) / max(1, settings.LAB_PROCESSES)
    return Progress(
        id="lab-progress",
        address=reverse("games:report_detail", args=(report.pk,)),
        says=says,
        label="Games played",
        done=min(report.played, whole),
        whole=whole,
        left="" if report.done == report.whole else report.time_left(whole, usual),
        note=report.note,
    )


def summary_of(report: LabReport) -> Summary:
    """Return the summary of a report that is made."""
    return codec.from_json(Summary, report.summary)


def page_of(report: LabReport, mine: LabRequest | None) -> ReportPage:
    """Return the page of a report that is made."""
    summary, names = summary_of(report), named(report, mine)
    sides = [(names.edition, summary.side)]
    if summary.base is not None:
        sides.append((names.against, summary.base))
    said = sentences(report.setup, summary, catalog.edition_name(names.against), _bot)
    link = _card_link(report.title, names.edition, names.against)
    edition = _edition(report.title, names.edition)
    return ReportPage(
        says=headline(report.setup, summary),
        changes=changes_line(summary),
        edition=names.edition,
        against=names.against,
        games=summary.side.games,
        broken=sum(side.broken for _, side in sides),
        why=tuple(why for _, side in sides for why in side.why),
        rows=tuple(_row(figure, said) for figure in filter(is_known, summary.figures)),
        seats=tuple(with_interval(seat, True) if seat else "–" for seat in summary.side.seats),
        cards_line=cards_line(summary.cards, link),
        cards=tuple(_cards(link, summary.cards)),
        pairs_line=pairs_line(summary.pairs),
        pairs=tuple(pair_rows(summary.pairs, link)),
        matrices=tuple(matrix_tables(summary.matrices, edition.decks if edition else None, link)),
        lengths=tuple(_lengths(sides)),
        endings=tuple(_endings(report.title, sides)),
    )


def _edition(title: str, slug: str) -> EditionInfo | None:
    """Return an edition; None if it is gone, as that of a draft that was deleted after its games."""
    try:
        return catalog.edition(title, slug)
    except BadOptions:
        return None


def _bot(slug: str) -> str:
    return bot_name(slug).lower()


def _row(figure: Figure, said: Mapping[str, str]) -> Row:
    measure = BY_SLUG[figure.slug]
    return Row(
        measure=measure,
        says=said.get(figure.slug, ""),
        value=_shown(figure.side, measure.as_percent),
        base=_shown(figure.base, measure.as_percent),
        difference=signed(figure.difference, measure.as_percent) if figure.difference else "",
        differs=figure.is_different,
    )


def _card_link(title: str, edition: str, against: str) -> CardLink:
    """Return what names the cards of both editions, and knows the page of those that are published.

    A card of an edition that is gone is called by its slug, unless the other edition has it.
    """
    known: dict[str, tuple[str, str]] = {}
    for slug in filter(None, (against, edition)):
        info, is_shown = _edition(title, slug), is_published(title, slug)
        for card in info.cards if info else ():
            known[card.slug] = card.name, card_url(title, slug, card.slug) if is_shown else ""
    return lambda slug: known.get(slug, (slug, ""))


def _cards(link: CardLink, cards: Iterable[CardFigures]) -> Iterable[CardRow]:
    for card in cards:
        name, url = link(card.slug)
        won = card.side.won if card.side else None
        yield CardRow(
            name=name,
            url=url,
            shares=_shares(card.side),
            base_shares=_shares(card.base),
            won=in_two(_shown(won, True)),
            mark=range_mark(won.low, won.value, won.high) if won else None,
            effect=in_two(signed(card.side.effect, True)) if card.side and card.side.effect else "",
            stands_out=card.side is not None and card.side.stands_out,
            paired=in_two(signed(card.side.paired, True)) if card.side and card.side.paired else "",
            paired_out=card.side is not None and card.side.stands_out_paired,
            dead=_shown(card.side.dead if card.side else None, True),
            used_change=in_two(signed(card.used, True)) if card.used else "",
            won_change=in_two(signed(card.won, True)) if card.won else "",
            changed=card.rate <= ALPHA,
            is_small=card.side is not None and card.side.seats < SMALL,
        )


def _shares(side: CardSide | None) -> tuple[str, ...]:
    if side is None:
        return ()
    return tuple(f"{100 * share:.0f}" for share in (side.used, side.gained, side.played, side.unused))


def _shown(found: Interval | None, as_percent: bool) -> str:
    return with_interval(found, as_percent) if found else ""


def _lengths(sides: Sequence[tuple[str, Side]]) -> Iterable[Lengths]:
    """Yield the games by length in each edition, all on the same scale."""
    every = [turns for _, side in sides for turns, _ in side.turns]
    if not every:
        return
    low, wide = min(every), -(-(max(every) - min(every) + 1) // MOST_BARS)
    bins = range((max(every) - low) // wide + 1)
    counted = []
    for name, side in sides:
        counts: Counter[int] = Counter()
        for turns, games in side.turns:
            counts[(turns - low) // wide] += games
        counted.append((name, [(_bin(low + at * wide, wide), counts[at]) for at in bins]))
    most = max(count for _, bars in counted for _, count in bars)
    for name, bars in counted:
        words = ", ".join(f"{label} turns: {count}" for label, count in bars if count)
        yield Lengths(catalog.edition_name(name), bar_chart(bars, most), words)


def _bin(low: int, wide: int) -> str:
    return str(low) if wide == 1 else f"{low}–{low + wide - 1}"


def _endings(title: str, sides: Sequence[tuple[str, Side]]) -> Iterable[Ending]:
    counts = [(dict(side.endings), side.games) for _, side in sides]
    edition, _ = sides[0]
    is_gone = _edition(title, edition) is None
    words = {line.anchor: line.words for line in connected().paragraphs(title, book_of(title, edition))}
    for rule in sorted({rule for found, _ in counts for rule in found}):
        url = "" if is_gone else rule_url(title, edition, rule)
        shares = tuple(f"{100 * found.get(rule, 0) / games:.0f}" if games else "–" for found, games in counts)
        yield Ending(rule_name(rule, url), words.get(rule, ""), url, shares)

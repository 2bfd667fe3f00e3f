"""What the pages of a report say: the sums, and one match step by step under both editions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from games import catalog
from games.boards import thumbnails
from games.counterfactual.models import CounterfactualMatch, CounterfactualReport
from games.engine.errors import GameError
from games.engine.viewers import SPECTATOR
from games.fairness.record import recorded_steps
from games.matches.errors import RulesChanged
from games.matches.models import Match, MatchSecret
from games.matches.queries.board import LogLine
from games.matches.queries.log import StepRow, told
from games.matches.queries.people import people_of, seat_names
from games.replayer.counterfactual import Course
from games.replayer.playing import Moment, Setting, play
from games.replayer.record import Step
from scrapsite.common.links import rule_url
from scrapsite.server.work.progress import Progress, time_left

KINDS = {
    "same": "The same to the end",
    "refused": "A move would be refused",
    "events": "Something else happens",
    "turn": "Somebody else has to act",
    "result": "The match ends differently",
    "position": "Only the position differs, not what the log says",
}
_BEFORE = 3  # steps whose log is shown before the one in question


@dataclass(frozen=True, slots=True)
class Count:
    """How many matches are of a *kind*, and what share of all that is, in whole per cent."""

    kind: str
    label: str
    matches: int
    share: int


@dataclass(frozen=True, slots=True)
class Refused:
    """A rule that refuses moves under the other edition. *reason:* of the first such move."""

    rule: str
    url: str
    reason: str
    matches: int


@dataclass(frozen=True, slots=True)
class Summary:
    """The sums of a report. *outcomes:* of the matches with a divergence: pairs of words and number."""

    sentence: str
    counts: Sequence[Count]
    refused: Sequence[Refused]
    outcomes: Sequence[tuple[str, int]]
    median: int | None


@dataclass(frozen=True, slots=True)
class Side:
    """One edition’s side of a step.

    *drawing:* SVG, or empty. *lines:* what happened. *refusal:* why nothing did. *own:* places of the lines
    that the other side hasn’t.
    """

    edition: str
    drawing: str
    caption: str
    lines: Sequence[LogLine]
    refusal: str = ""
    refusal_url: str = ""
    own: Sequence[int] = ()

    def beside(self, other: "Side") -> "Side":
        """Return this side with its own lines marked, unless the *other* is a refusal."""
        if other.refusal:
            return self
        mine, theirs = ([line.text for line in side.lines] for side in (self, other))
        told = SequenceMatcher(None, mine, theirs, autojunk=False)
        same = {
            place for block in told.get_matching_blocks() for place in range(block.a, block.a + block.size)
        }
        return replace(self, own=[place for place in range(len(self.lines)) if place not in same])


@dataclass(frozen=True, slots=True)
class Comparison:
    """A step of a match under both editions. *before:* the log of the steps before it, the same in both.

    *is_first:* it is the first step that differs. *earlier*, *later:* other steps to look at, None at an end.
    """

    seq: int
    is_first: bool
    recorded: Side
    other: Side
    before: Sequence[LogLine]
    earlier: int | None
    later: int | None


def progress_of(report: CounterfactualReport) -> Progress:
    """Return how far a report is that is under way."""
    return Progress(
        id="counterfactual-progress",
        address=reverse("games:counterfactual_detail", args=(report.pk,)),
        says=f"Played {report.done} of {report.whole} match{'es' * (report.whole != 1)} again."
        if report.done
        else "Waiting to start. Bots in running matches move first.",
        label="Matches played again",
        done=report.done,
        whole=report.whole,
        left=time_left(report.done, report.whole, timezone.now() - report.asked_at),
    )


def summary_of(report: CounterfactualReport) -> Summary:
    """Return the sums of what has been found so far."""
    courses = [(row.kind, row.read()) for row in report.courses.all()]
    kinds = Counter(kind for kind, _ in courses)
    counts = [
        Count(kind, label, kinds[kind], round(100 * kinds[kind] / len(courses)))
        for kind, label in KINDS.items()
        if kinds[kind]
    ]
    changed = [course for kind, course in courses if kind != "same"]
    shares = sorted(100 * course.same // max(1, course.steps) for course in changed)
    median = shares[len(shares) // 2] if shares else None
    sentence = _sentence(len(courses), kinds["same"])
    if not courses and report.stage == CounterfactualReport.Stage.DONE:
        sentence = "No match could be played again."
    return Summary(sentence, counts, _refusals(report, changed), _outcomes(changed), median)


def comparison_of(report: CounterfactualReport, row: CounterfactualMatch, seq: int | None) -> Comparison:
    """Return the step *seq* of a match under both editions, or the first that differs for None.

    *Raises:* `Http404` if there is no such step, `RulesChanged` if nobody can say any more how it was played.
    """
    if not catalog.fits(*row.match.rules):
        raise RulesChanged("The site no longer has the rules of this match, so it can’t be played again.")
    match, course = row.match, row.read()
    first = course.divergence.seq if course.divergence else course.steps - 1
    wanted = first if seq is None else seq
    steps = recorded_steps(match)
    if wanted >= len(steps):
        raise Http404("There is no such step.")
    secret = MatchSecret.objects.get(match=match)
    games = catalog.game_of(*match.rules), catalog.game(match.title, report.edition)
    setting = Setting(games[0], match.options, len(match.bots), secret.version, bytes(secret.played))
    names = seat_names(people_of(match))
    recorded, _ = _played(setting, steps[: wanted + 1])
    other, refusal = _played(replace(setting, game=games[1]), steps[: wanted + 1])
    later = wanted + 1 if wanted + 1 < len(steps) and refusal is None else None
    before = steps[max(0, wanted - _BEFORE) : wanted]
    one = _side(report, match, report.base, games[0], steps, recorded, names, wanted)
    two = (
        _refused(report, match, refusal)
        if refusal is not None
        else _side(report, match, report.edition, games[1], steps, other, names, wanted)
    )
    return Comparison(
        seq=wanted,
        is_first=course.divergence is not None and wanted == first,
        recorded=one.beside(two),
        other=two.beside(one),
        before=_lines(games[0], before, recorded, names) if wanted <= first else (),
        earlier=wanted - 1 if wanted else None,
        later=later,
    )


def _played(setting: Setting, steps: Sequence[Step]) -> tuple[list[Moment], GameError | None]:
    """Return the moments of *steps*, up to the first that the rules refuse, and that refusal."""
    moments: list[Moment] = []
    for step in steps:
        try:
            moments.append(play(setting, step, moments))
        except GameError as error:
            return moments, error
    return moments, None


def _side(
    report: CounterfactualReport,
    match: Match,
    edition: str,
    game: object,
    steps: Sequence[Step],
    moments: Sequence[Moment],
    names: Sequence[str],
    seq: int,
) -> Side:
    drawing, caption = _picture(report, match, edition, moments[-1])
    return Side(edition, drawing, caption, _lines(game, [steps[seq]], moments, names))


def _refused(report: CounterfactualReport, match: Match, error: GameError) -> Side:
    url = rule_url(match.title, report.edition, error.rule)
    return Side(report.edition, "", "", (), error.reason, url)


def _picture(report: CounterfactualReport, match: Match, edition: str, moment: Moment) -> tuple[str, str]:
    """Return the board as everybody sees it, as SVG, and how it stands in words."""
    info = catalog.edition(match.title, edition)
    shown = Match(
        title=match.title, edition=edition, cards_hash=info.cards_hash, engine_version=report.engine_version
    )
    view = info.game.view(info.game.decode(moment.state), SPECTATOR)
    caption = thumbnails.caption(shown, view)
    return thumbnails.as_svg(thumbnails.thumbnail(shown, view), caption), caption


def _lines(
    game: object, steps: Sequence[Step], moments: Sequence[Moment], names: Sequence[str]
) -> Sequence[LogLine]:
    rows = [
        StepRow(
            step.seq, step.kind, step.seat, moments[step.seq].events, step.undoes, step.head, False, 0, None
        )
        for step in steps
    ]
    newest = rows[-1].seq if rows else 0
    return [line for _, _, line in told(game, rows, None, names, newest)]  # type: ignore[arg-type]


def _sentence(all_of_them: int, same: int) -> str:
    if not all_of_them:
        return "No match has been played again yet."
    if same == all_of_them:
        whole = "The match is" if same == 1 else f"All {same} matches are"
        return f"{whole} the same to the end: nothing that happened in them depends on these changes."
    others = all_of_them - same
    if not same:
        every = "In the match" if others == 1 else f"In each of the {others} matches"
        return f"{every} something differs."
    return (
        f"{same} of {all_of_them} matches {'is' if same == 1 else 'are'} the same to the end; "
        f"in {others} something differs."
    )


def _refusals(report: CounterfactualReport, changed: Sequence[Course]) -> Sequence[Refused]:
    found = [
        course.divergence for course in changed if course.divergence and course.divergence.kind == "refused"
    ]
    rules = Counter(divergence.rule for divergence in found)
    reasons = {divergence.rule: divergence.reason for divergence in reversed(found)}
    return [
        Refused(rule, rule_url(report.title, report.edition, rule), reasons[rule], matches)
        for rule, matches in rules.most_common()
    ]


def _outcomes(changed: Sequence[Course]) -> Sequence[tuple[str, int]]:
    return Counter(map(_outcome, changed)).most_common()


def _outcome(course: Course) -> str:
    if course.result is None:
        return "not over when the record can’t be followed any further"
    if course.recorded is None:
        return "an end by the rules, where the match was really given up or lost on time"
    winners, real = course.result.winners, course.recorded.winners
    if winners == real:
        return "the same winner" if winners else "a draw again"
    if not winners:
        return "a draw, where the match really had a winner"
    return "another winner" if real else "a winner, where the match was really a draw"

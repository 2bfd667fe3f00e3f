"""What players of a match of a draft are asked, and what the designer learns of it."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count

from games.drafts.models import MARKS, WORDS, Draft, DraftRevision, PlaytestAnswer
from games.drafts.slugs import read_slug
from games.matches.access import visible_to
from games.matches.models import Match, Seat, Status

LEAST_ANSWERS = 3  # fewer have no average: it would tell what each of them was
MOST_TEXTS = 200


@dataclass(frozen=True)
class Question:
    """A question by *name*. *low*, *high:* what 1 and 5 mean; empty for the text."""

    name: str
    label: str
    low: str = ""
    high: str = ""

    @property
    def is_mark(self) -> bool:
        return bool(self.high)


ALL = (
    Question("fun", "Was it fun?", "not at all", "very much"),
    Question("length", "How long was it?", "far too short", "far too long"),
    Question("fairness", "Was it fair?", "not at all", "very"),
    Question("confusion", "Was it confusing?", "not at all", "very"),
    Question(WORDS, "What else should the designer know?"),
)


@dataclass(frozen=True)
class Average:
    """*mean:* of the *count* marks, or None if they are too few."""

    question: Question
    count: int
    mean: float | None


def revision_asking(match: Match) -> DraftRevision | None:
    """Return the revision by which *match* was played to its end, if its designer is still there."""
    asked = read_slug(match.edition) if match.status == Status.FINISHED else None
    if asked is None:
        return None
    found = DraftRevision.objects.select_related("draft").filter(draft=asked[0], number=asked[1])
    return found.filter(draft__hidden_at=None, draft__owner__isnull=False).first()


def questions_for(user: Any, match: Match) -> tuple[Question, ...]:
    """Return what the designer asks *user*, who has played in *match* and hasn't answered yet."""
    revision = revision_asking(match)
    if revision is None or not user.is_authenticated or revision.draft.owner_id == user.pk:
        return ()
    if not Seat.objects.filter(match=match, user=user).exists():
        return ()
    if PlaytestAnswer.objects.filter(match=match, user=user).exists():
        return ()
    return asked_by(revision.draft)


def asked_by(draft: Draft) -> tuple[Question, ...]:
    """Return the questions of the draft."""
    names = draft.questions.split()
    return tuple(question for question in ALL if question.name in names)


def averages(draft: Draft) -> tuple[Average, ...]:
    """Return how players have answered, for all revisions together."""
    sums = {f"{name}_{what}": of(name) for name in MARKS for what, of in (("mean", Avg), ("count", Count))}
    found = PlaytestAnswer.objects.filter(revision__draft=draft).aggregate(**sums)
    marks = (question for question in ALL if question.is_mark)
    return tuple(_average(question, found) for question in marks)


def texts(draft: Draft) -> list[dict[str, Any]]:
    """Return what players wrote, by revision, the newest first. An anonymous one has no name and no match.

    A match that the draft's owner may not look at isn't named either.
    Texts of a revision are in the order of their words, which says nothing about who wrote when.
    """
    answers = PlaytestAnswer.objects.filter(revision__draft=draft).exclude(words="")
    ordered = answers.order_by("-revision__number", "words").select_related("revision", "user__profile")
    newest = ordered[:MOST_TEXTS]
    named = {answer.match_id for answer in newest if not answer.is_anonymous}
    seen = set(visible_to(draft.owner).filter(pk__in=named).values_list("pk", flat=True))
    return [
        {
            "revision": answer.revision.number,
            "words": answer.words,
            "user": None if answer.is_anonymous else answer.user,
            "match": answer.match_id if not answer.is_anonymous and answer.match_id in seen else "",
        }
        for answer in newest
    ]


def _average(question: Question, found: dict[str, Any]) -> Average:
    count = found[f"{question.name}_count"]
    return Average(question, count, found[f"{question.name}_mean"] if count >= LEAST_ANSWERS else None)

"""Questions to the players of a draft, and their answers."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction

from games.drafts.access import own_draft
from games.drafts.actions.changing import OVERTAKEN
from games.drafts.editing import mark_of
from games.drafts.errors import BadWords, Overtaken
from games.drafts.models import LONGEST_ANSWER, QUESTIONS, WORDS, Draft, PlaytestAnswer
from games.drafts.questions import questions_for, revision_asking
from games.matches import access
from scrapsite.common.requests import whole_number

_NOT_ASKED = "The designer doesn’t ask you about this match, or you have answered already."


def set_questions(user: Any, draft_id: str, names: Iterable[str], seen: str = "") -> Draft:
    """Set what players are asked, of `QUESTIONS`; others are left out.

    *seen:* the mark of the questions when the form was shown. *Raises:* `Http404`, `Overtaken`.
    """
    draft, wanted = own_draft(user, draft_id), set(names)
    before, asked = draft.questions, " ".join(name for name in QUESTIONS if name in wanted)
    if seen and asked != before and mark_of(before) != seen:
        raise Overtaken(OVERTAKEN)
    draft.questions = asked
    draft.save(update_fields=["questions"])
    return draft


def answer_questions(user: Any, match_id: str, sent: Mapping[str, str]) -> PlaytestAnswer:
    """Store what *user* says of the match, once. *sent:* by name, and `anonymous` and `skip` if they are set.

    *Raises:* `Http404`, `BadWords`.
    """
    match = access.match_for(user, match_id)
    questions, revision = questions_for(user, match), revision_asking(match)
    if revision is None or not questions:
        raise BadWords(_NOT_ASKED)
    is_skipped = "skip" in sent
    said = {} if is_skipped else {question.name: sent.get(question.name, "") for question in questions}
    words = said.pop(WORDS, "").replace("\r\n", "\n").strip()  # the form counts a break as one character
    if len(words) > LONGEST_ANSWER:
        raise BadWords(f"An answer has at most {LONGEST_ANSWER} characters.")
    if "\0" in words:
        raise BadWords("The answer has characters that can’t be displayed.")
    marks = {name: whole_number(text, low=1, high=5) for name, text in said.items() if text}
    if None in marks.values():
        raise BadWords("Choose a mark from 1 to 5.")
    if not (marks or words or is_skipped):
        raise BadWords("Answer at least one question, or skip them.")
    try:
        with transaction.atomic():
            return PlaytestAnswer.objects.create(
                revision=revision,
                match=match,
                user=user,
                words=words,
                is_anonymous=not is_skipped and "anonymous" in sent,
                is_skipped=is_skipped,
                **marks,
            )
    except IntegrityError as error:
        raise BadWords(_NOT_ASKED) from error

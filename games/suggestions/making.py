"""What becomes of a suggestion when its designer takes it: a draft of its own, or changes of theirs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.http import Http404

from games import catalog
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import LONGEST_NAME, create_draft
from games.drafts.editions import changes_of
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import slug_of
from games.drafts.texts import copy_texts, keep_written
from games.engine.drafting import Changes, DraftRefused, EditionValues, Problem, is_alike
from games.suggestions.models import SuggestionCandidate, SuggestionSearch
from games.suggestions.searching.question import (
    CARDS,
    DOES,
    PARAMETERS,
    Question,
    does_of,
    values_of,
    with_values,
)
from games.suggestions.tasks import best

_Stage = DraftRevision.Stage
_GONE = "The cards of this suggestion aren’t in your draft any more. Make the suggestion a draft of its own."


@dataclass(frozen=True, slots=True)
class Put:
    """What became of figures put into a draft. *left_out:* how many, as their cards have been removed.

    *is_news:* whether the draft is another one by that.
    """

    draft: Draft
    left_out: int
    is_news: bool


def suggestion_of(search: SuggestionSearch, number: int) -> SuggestionCandidate:
    """Return a candidate that is suggested. *Raises:* `Http404`."""
    found = search.candidates.exclude(fresh="").filter(number=number).first()
    if found is None or not number or search.stage != SuggestionSearch.Stage.DONE:
        raise Http404("There is no such suggestion.")
    return found


def make_draft(user: Any, search: SuggestionSearch, number: int) -> tuple[Draft, str]:
    """Return a draft that begins as the suggestion, and the slug of its first revision; make it once.

    It can be played at once, for the search has tried it out. *Raises:* `Http404`, `Full`.
    """
    with transaction.atomic():
        # Two presses at once make one draft.
        SuggestionSearch.objects.select_for_update().get(pk=search.pk)
        row = suggestion_of(search, number)
        if row.made is not None and row.made.owner_id == user.pk and row.made.hidden_at is None:
            return row.made, slug_of(row.made.pk, 1)
        question = search.read()
        changes = question.draft(row.read().values, slug_of(search.pk, number + 1)).changes
        place = [one.number for one in best(search)].index(number) + 1
        called = f"{search.name[: LONGEST_NAME - 16]}, suggestion {place}"
        draft = create_draft(user, search.title, search.base, called, working=changes)
        texts = changes_of(changes).texts
        if search.draft is not None:
            copy_texts(search.draft, draft, texts)
        revision = save_revision(user, draft.pk, "Suggested by a search")
        DraftRevision.objects.filter(pk=revision.pk).update(stage=_Stage.PLAYABLE)
        SuggestionCandidate.objects.filter(pk=row.pk).update(made=draft)
    keep_written(draft, texts)
    return draft, slug_of(draft.pk, revision.number)


def change_working_copy(user: Any, search: SuggestionSearch, number: int) -> Put:
    """Put the figures of a suggestion into the draft with which the search began.

    Its other changes stay as they are by now. *Raises:* `Http404`, `DraftRefused`, also if one of the cards
    does something else by now, or if all of them have been removed.
    """
    if search.draft is None:
        raise Http404("That draft has been deleted.")
    values, question = suggestion_of(search, number).read().values, search.read()
    base = values_of(search.title, None, search.base)
    left_out, is_news = 0, False

    def edit(changes: Changes) -> Changes:
        nonlocal left_out, is_news
        kept = {at: value for at, value in values.items() if _is_there(changes, base, at)}
        if not kept:
            raise DraftRefused((Problem("changes", _GONE),))
        _check_does(question, changes, kept, base)
        changed = with_values(changes, kept, base)
        left_out, is_news = len(values) - len(kept), changed != changes
        return changed

    draft = change_draft(user, search.draft.pk, edit, "")
    return Put(draft, left_out, is_news)


def _check_does(question: Question, changes: Changes, places: Iterable[str], base: EditionValues) -> None:
    """*Raises:* `DraftRefused` if a card does something else than what the search moved figures of."""
    drafting, begun = catalog.title(question.title).drafting, question.draft({}, "draft:aaaaaaaaaa@1")
    values = values_of(question.title, begun, question.base)
    for at in places:
        _, slug, *key = at.split("/", 2)
        if drafting is None or not key or not key[0].startswith(DOES):
            continue
        card = values.cards[slug]
        now = does_of(changes, slug, base)
        if not is_alike(card.does, now, drafting.card_types[card.type], drafting.vocabulary):
            reason = (
                f"You have changed what {card.name} does since the search began. "
                "Make the suggestion a draft of its own."
            )
            raise DraftRefused((Problem(f"{CARDS}/{slug}/does", reason),))


def _is_there(changes: Changes, base: EditionValues, at: str) -> bool:
    """Return whether the card at that place, if it is one of a card, hasn't been removed meanwhile."""
    sort, what = at.split("/")[:2]
    is_card = what in base.cards or any(card.slug == what for card in changes.new)
    return sort == PARAMETERS or (is_card and what not in changes.out)

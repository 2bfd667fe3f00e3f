"""Asking for a search, cancelling it and going on, and who may see it: nobody else than who has asked."""

from typing import Any

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from msgspec.structs import replace

from games import catalog
from games.drafts.models import Draft
from games.drafts.slugs import is_draft_id, slug_of
from games.engine import codec
from games.lab.asking import check_minutes
from games.lab.costs import seconds_of
from games.lab.measuring.packages import edition_of
from games.suggestions.models import SuggestionSearch
from games.suggestions.searching.question import BEST, PLAYED, Question, checked_question
from games.suggestions.tasks import begin_anew, go_on
from scrapsite.common import limits
from scrapsite.server.work.once import Note, forget

_Stage = SuggestionSearch.Stage


def ask(user: Any, question: Question, draft: Draft | None, note: Note = forget) -> SuggestionSearch:
    """Have the lab search, and return the search. *draft:* of *user*, whose working copy it begins with.

    *note:* see `once`.
    *Raises:* `BadOptions`, `DraftRefused`, `TooLong`, `NoLab`; `Full` if *user* waits for too many.
    """
    checked_question(question)
    check_minutes(seconds_for(question))
    limits.require_quota("searches", user)
    start = edition_of(question.draft({}, slug_of("a" * 10, 1)))
    with transaction.atomic():
        search = SuggestionSearch.objects.create(
            user=user,
            draft=draft,
            title=question.title,
            base=question.base,
            question=codec.to_json(question),
            rules=start.cards_hash,
            engine_version=catalog.title(question.title).engine_version,
        )
        go_on(search.pk)
        note(search.pk)
    return search


def seconds_for(question: Question) -> float:
    """Return about how many seconds of one processor a search takes."""
    tried = seconds_of(question.setup(question.base, question.games)) * question.variants * PLAYED
    return tried + seconds_of(question.setup(question.base, question.fresh_games)) * (BEST + 1)


def searches_of(user: Any, draft: Draft | None = None) -> list[SuggestionSearch]:
    """Return the newest searches of *user*; only those that began with *draft* if that is given."""
    if not user.is_authenticated:
        return []
    found = SuggestionSearch.objects.filter(user=user.pk)
    return list(found.filter(draft=draft)[:20] if draft else found[:20])


def search_for(user: Any, search_id: str) -> SuggestionSearch:
    """Return a search of *user*, without its draft if that was deleted. *Raises:* `Http404`."""
    found = None
    if user.is_authenticated and is_draft_id(search_id):
        found = SuggestionSearch.objects.filter(pk=search_id, user=user.pk).select_related("draft").first()
    if found is None:
        raise Http404("There is no such search.")
    if found.draft is not None and found.draft.hidden_at is not None:
        found.draft = None  # of a draft that was played the row stays
    return found


def cancel(user: Any, search_id: str) -> SuggestionSearch:
    """Stop a search; what was tried stays. *Raises:* `Http404`."""
    search = search_for(user, search_id)
    SuggestionSearch.objects.filter(pk=search.pk, stage__in=SuggestionSearch.UNDER_WAY).update(
        stage=_Stage.CANCELLED, touched_at=timezone.now()
    )
    search.refresh_from_db()
    return search


def resume(user: Any, search_id: str) -> SuggestionSearch:
    """Go on with a search that was cancelled or that failed; what was tried counts.

    *Raises:* `Http404`, `Full`.
    """
    search = search_for(user, search_id)
    if search.stage in (_Stage.CANCELLED, _Stage.FAILED):
        limits.require_quota("searches", user)
        with transaction.atomic():
            stopped = SuggestionSearch.objects.filter(pk=search.pk, stage=search.stage)
            if stopped.update(stage=_Stage.WAITING, why="", touched_at=timezone.now()):
                begin_anew(search)
                go_on(search.pk)
        search.refresh_from_db()
    return search


def look_further(user: Any, search_id: str) -> SuggestionSearch:
    """Have the other variants tried although the figures as they are give such games; what was tried counts.

    *Raises:* `Http404`, `Full`.
    """
    search = search_for(user, search_id)
    if search.stage == _Stage.DONE and search.has_more:
        limits.require_quota("searches", user)
        with transaction.atomic():
            done = SuggestionSearch.objects.filter(pk=search.pk, stage=_Stage.DONE)
            wanted = codec.to_json(replace(search.read(), further=True))
            if done.update(stage=_Stage.WAITING, question=wanted, made_at=None, touched_at=timezone.now()):
                search.refresh_from_db()
                begin_anew(search)
                go_on(search.pk)
        search.refresh_from_db()
    return search


def count_under_way(user: Any) -> int:
    """Return for how many searches *user* waits."""
    return SuggestionSearch.objects.filter(user=user, stage__in=SuggestionSearch.UNDER_WAY).count()

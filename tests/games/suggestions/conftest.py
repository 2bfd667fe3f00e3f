"""Searches about Bolts, the toy game: with one bolt in a hand games have 11 turns, with two 9, three 7."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django_tasks_db.models import DBTaskResult
from msgspec.structs import replace

from games import catalog
from games.drafts import trying
from games.drafts.actions.making import create_draft
from games.drafts.models import Draft
from games.suggestions import asking, tasks
from games.suggestions.models import SuggestionSearch
from games.suggestions.searching import question
from games.suggestions.searching.question import Figure, Question, Target
from games.suggestions.tasks import try_candidate
from tests.toy import bolts, drafting

HAND = Figure("parameters/hand", 0, 30, 1, now=3)
LONGER = Question(
    title="bolts",
    base="1",
    changes="{}",
    figures=(HAND,),
    targets=(Target("turns", 9, 11),),
    candidates=24,
    games=40,
    level="random",
)
# With five different candidates, all of which are tried.
SHORT = replace(LONGER, figures=(Figure("parameters/hand", 1, 5, 1, now=3),), candidates=12)


@pytest.fixture(autouse=True)
def draftable(toy: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bolts can be drafted; as no other process knows it, candidates are tried out in this one."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, drafting.TITLE)
    monkeypatch.setattr(tasks, "reason_against", _reason_against)
    monkeypatch.setattr(question, "LEAST_FRESH", 40)


@pytest.fixture
def draft(user: User) -> Draft:
    """A draft of Bolts by rivet, without changes."""
    return create_draft(user, "bolts", "1", "Long games")


@pytest.fixture
def search(user: User, draft: Draft) -> SuggestionSearch:
    """A search by rivet for longer games, with nothing tried yet."""
    return asking.ask(user, SHORT, draft)


def queued() -> list[list[Any]]:
    """Return what the queued tasks were given, the oldest first."""
    ready = DBTaskResult.objects.filter(task_path=try_candidate.module_path, status="READY")
    return [task.args_kwargs["args"] for task in ready.order_by("enqueued_at")]


def work(tasks: int = 1000, last_first: bool = False) -> int:
    """Carry out at most so many queued tasks; return how many."""
    for count in range(tasks):
        ready = DBTaskResult.objects.filter(task_path=try_candidate.module_path, status="READY")
        task = ready.order_by("-enqueued_at" if last_first else "enqueued_at").first()
        if task is None:
            return count
        arguments = task.args_kwargs["args"]
        task.delete()
        try_candidate.call(*arguments)
    return tasks


def finished(search: SuggestionSearch) -> SuggestionSearch:
    """Return *search* after everything was tried."""
    work()
    search.refresh_from_db()
    assert search.stage == SuggestionSearch.Stage.DONE, search.why
    return search


def _reason_against(title: str, base: str, changes: str, slug: str, seconds: float) -> str:
    return trying.reason_against(title, base, json.loads(changes), slug)

"""Downloads in tests: the worker's part of them, and what a page says."""

from __future__ import annotations

from typing import Any

from django_tasks_db.models import DBTaskResult


def work() -> int:
    """Run the queued tasks as the worker would; return how many there were."""
    queued = list(DBTaskResult.objects.ready())
    for entry in queued:
        entry.task.call(*entry.args_kwargs["args"], **entry.args_kwargs["kwargs"])
        entry.delete()
    return len(queued)


def text(response: Any) -> str:
    """Return the page's HTML with single spaces."""
    return " ".join(response.content.decode().split())

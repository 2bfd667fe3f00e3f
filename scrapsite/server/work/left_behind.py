"""Work that a killed process has left, which somebody else takes up."""

from datetime import timedelta
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

MOST = 20

Row = TypeVar("Row", bound=Model)


def left_behind(
    rows: QuerySet[Row], task: Any, quiet: timedelta, is_start: bool = False, column: str = "touched_at"
) -> list[Row]:
    """Return those of *rows* that nobody works on any more; none while a *task* waits in the queue.

    The processes are only busy then. *rows:* under way. *quiet:* how long nobody has touched such a row.
    *is_start:* nobody works on any yet. *column:* says when a row was touched last.
    """
    if DBTaskResult.objects.filter(status="READY", task_path=task.module_path).exists():
        return []
    now = timezone.now()
    # A clock that was set back leaves times that haven't come yet.
    is_quiet = Q(**{f"{column}__lt": now - quiet}) | Q(**{f"{column}__gt": now + quiet})
    return list(rows.filter(Q() if is_start else is_quiet)[:MOST])

"""Work for the worker process. Every task may run twice or be lost; pages ask again."""

from django_tasks import task


@task(priority=-10)
def draw_export(drawing: str, digest: str, name: str, slug: str, cards: list[str]) -> None:
    """Draw the *cards* (`game/edition/card`) and keep the files under *digest*."""
    from cards.exports.drawings import draw  # which itself names this task

    draw(drawing, digest, name, slug, cards)

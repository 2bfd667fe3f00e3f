"""Threads get titles, and comments the words by which they are found."""

from typing import Any

from django.db import migrations, models

from rules.document.markup import plain
from scrapsite.common.fulltext import words

LONGEST = 80


def fill(apps: Any, schema_editor: Any) -> None:
    """Give each thread the first words of what began it as its title, and each comment its words."""
    openings = set()
    comments = apps.get_model("rules", "Comment").objects.select_related("thread").order_by("thread", "pk")
    for comment in comments.iterator():
        said = plain(comment.html)
        if comment.thread_id not in openings:
            openings.add(comment.thread_id)
            comment.thread.title = said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"
            comment.thread.save(update_fields=["title"])
            said = f"{comment.thread.title} {said}"
        comment.words = words.plain(said)
        comment.save(update_fields=["words"])


class Migration(migrations.Migration):
    dependencies = [("rules", "0008_answered_by_rule")]

    operations = [
        migrations.AddField("thread", "title", models.CharField(blank=True, default="", max_length=100)),
        migrations.AddField("comment", "words", models.TextField(blank=True, default="")),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

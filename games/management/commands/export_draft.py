"""`manage.py export_draft DRAFT-ID --edition 3.7 [--revision N] [--output FOLDER]`"""

import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import catalog
from games.drafts.exporting import export_files
from games.drafts.models import DraftRevision
from games.engine.errors import BadOptions

_SLUG = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")


class Command(BaseCommand):
    """Writes a revision of a draft as the files that publish it as an edition."""

    help = "Write a revision of a draft as a change of the repository that people can review."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("draft", help="the draft's id, as in its address")
        parser.add_argument("--edition", required=True, help="the slug of the new edition, such as 3.7")
        parser.add_argument("--revision", type=int, default=0, help="default: the newest")
        parser.add_argument("--output", type=Path, help="a new folder; default: named by game and edition")

    def handle(self, *args: Any, **options: Any) -> None:
        revision, edition = _revision(options["draft"], options["revision"]), options["edition"]
        title = catalog.title(revision.draft.title)
        if not _SLUG.fullmatch(edition):
            raise CommandError("The name of an edition has small letters, digits, dots and hyphens.")
        if edition in title.editions:
            raise CommandError(f"{title.name} already has an edition {edition}.")
        try:
            files = export_files(revision, edition)
        except BadOptions as error:
            raise CommandError(error.reason) from error
        folder = options["output"] or Path(f"{title.slug}-{edition}")
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise CommandError(f"{folder} is there already, and it isn’t an empty folder.")
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        self.stdout.write(f"{folder}: {', '.join(sorted(files))}")


def _revision(draft: str, number: int) -> DraftRevision:
    found = DraftRevision.objects.select_related("draft").filter(draft=draft)
    revision = (found.filter(number=number) if number else found.order_by("-number")).first()
    if revision is None:
        raise CommandError("There is no such revision.")
    return revision

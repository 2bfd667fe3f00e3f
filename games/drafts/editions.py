"""The editions that drafts make, as the catalogue asks for them. Those used last are kept in the process."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from games import catalog
from games.drafts.errors import CannotDraft, LostEdition
from games.drafts.models import Draft, DraftRevision
from games.drafts.slugs import WORKING, read_slug, slug_of
from games.engine import codec
from games.engine.drafting import Changes, DraftRefused
from games.engine.protocol import Drafting, EditionInfo, Title

MOST_KEPT = 64


class DraftEditions:
    """What `games.catalog.connect_drafts` takes."""

    def edition(self, title: Title, slug: str) -> EditionInfo | None:
        try:
            return _built(title.slug, slug) if read_slug(slug) else None
        except DraftRevision.DoesNotExist:
            return None

    def names(self, slugs: Iterable[str]) -> Mapping[str, str]:
        asked = {slug: found for slug in slugs if (found := read_slug(slug))}
        shown = Draft.objects.exclude(moderation=Draft.Moderation.HIDDEN)
        ids = [draft for draft, _ in asked.values()]
        called = dict(shown.filter(pk__in=ids).order_by().values_list("pk", "name"))
        return {
            slug: f"{called[draft]}, revision {number}"
            for slug, (draft, number) in asked.items()
            if draft in called
        }


def drafting_of(title: Title) -> Drafting:
    """Return what may be changed in the game. *Raises:* `CannotDraft`."""
    if title.drafting is None:
        raise CannotDraft(f"{title.name} can’t be drafted yet.")
    return title.drafting


def changes_of(text: str) -> Changes:
    """Return the changes that are stored as *text*."""
    return codec.from_json(Changes, text)


def edition_of(revision: DraftRevision) -> EditionInfo:
    """Return the edition of *revision*. *Raises:* `LostEdition` if it can't be made any more."""
    return catalog.edition(revision.draft.title, slug_of(revision.draft_id, revision.number))


def draft_file(slug: str) -> str:
    """Return a revision as a file, JSON text: `game`, `edition`, `base` and `changes`.

    The replayer makes the edition again from it. *Raises:* `DoesNotExist`.
    """
    draft, number = read_slug(slug) or ("", 0)
    revision = DraftRevision.objects.select_related("draft").get(draft=draft, number=number)
    found = {"game": revision.draft.title, "edition": slug, "base": revision.draft.base}
    return codec.to_json({**found, "changes": changes_of(revision.changes)})


def working_edition(draft: Draft, changes: Changes) -> EditionInfo:
    """Return the edition that *changes* to the draft's base make. *Raises:* `DraftRefused`, `CannotDraft`."""
    title = catalog.title(draft.title)
    base = catalog.published(draft.title, draft.base)
    return drafting_of(title).edition_from(base, changes, slug_of(draft.pk, WORKING))


@lru_cache(maxsize=MOST_KEPT)
def _built(title: str, slug: str) -> EditionInfo:
    """Return the edition of a revision.

    *Raises:* `DoesNotExist`, and `LostEdition` if it can't be made any more; neither is remembered.
    """
    draft, number = read_slug(slug) or ("", 0)
    found = DraftRevision.objects.select_related("draft")
    revision = found.get(draft=draft, number=number, draft__title=title)
    base = catalog.published(title, revision.draft.base)
    try:
        return drafting_of(catalog.title(title)).edition_from(base, changes_of(revision.changes), slug)
    except (DraftRefused, CannotDraft) as error:
        raise LostEdition(f"The site can’t make this draft edition any more. {_reasons(error)}") from error


def _reasons(error: DraftRefused | CannotDraft) -> str:
    problems = error.problems if isinstance(error, DraftRefused) else ()
    return " ".join(problem.reason for problem in problems) or error.reason

"""The rulebook of a revision: that of its base, with the draft's words in the place of the published ones."""

from dataclasses import dataclass

from django.urls import reverse

from games.drafts import texts
from games.drafts.editions import changes_of, edition_of
from games.drafts.models import DraftRevision
from games.engine.errors import BadOptions
from scrapsite.common.rulebook import CardAt, OwnBook, OwnRule, connected


@dataclass(frozen=True)
class RevisionPages:
    """The pages of a revision, as `scrapsite.common.rulebook.ReadAt`. *cards:* names by slug.

    *query:* what addresses end with for those who have but the key of the draft's link.
    """

    draft: str
    number: int
    cards: tuple[tuple[str, str], ...]
    query: str = ""

    def rule(self, anchor: str) -> str:
        return reverse("games:revision_rule", args=[self.draft, self.number, anchor]) + self.query

    def card(self, slug: str) -> CardAt | None:
        name = dict(self.cards).get(slug)
        if name is None:
            return None
        place = [self.draft, self.number, slug]
        page, face = (reverse(f"games:{view}", args=place) for view in ("draft_card", "draft_face"))
        return CardAt(name, page + self.query, face + self.query)


def rulebook_of(revision: DraftRevision, query: str) -> OwnBook | None:
    """Return the rulebook of a revision; None if the base has none. *query:* as in `RevisionPages`."""
    draft, changes = revision.draft, changes_of(revision.changes)
    made = texts.written(draft, changes.texts)
    return connected().own_book(draft.title, draft.base, made, _pages(revision, query))


def rule_of(revision: DraftRevision, anchor: str, query: str, in_panel: bool) -> OwnRule | None:
    """Return a paragraph of that rulebook, None if there is none. *in_panel:* beside a board."""
    draft, changes = revision.draft, changes_of(revision.changes)
    made = texts.written(draft, changes.texts)
    pages = _pages(revision, query)
    return connected().own_rule(draft.title, draft.base, made, pages, anchor, in_panel)


def _pages(revision: DraftRevision, query: str) -> RevisionPages:
    try:
        cards = edition_of(revision).cards
    except BadOptions:  # it can't be made any more, but its words can be read
        cards = ()
    names = tuple((card.slug, card.name) for card in cards)
    return RevisionPages(revision.draft_id, revision.number, names, query)

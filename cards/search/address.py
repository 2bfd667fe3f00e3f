"""The address of the card list: what it asks, and how to write another one."""

from collections.abc import Mapping
from dataclasses import dataclass

from cards.catalogue.links import list_url
from cards.search.language.drafts import draft_of
from cards.search.language.editing import chosen, meant, narrowed, without
from cards.search.language.vocabulary import vocabulary
from games import catalog
from scrapsite.common.requests import whole_number

LAST_PAGE = 99_999
WAYS = {"faces": "Pictures", "checklist": "Checklist", "text": "Text"}
SHORTCUTS = ("game", "edition", "type", "order", "direction")


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks. *way:* how the list shows the cards. *page:* counted from 1.

    *viewer:* who asks; None sees no drafts.
    """

    text: str
    way: str = "faces"
    page: int = 1
    viewer: object = None

    @classmethod
    def of(cls, query: Mapping[str, str], viewer: object = None) -> "Asked":
        """Return what `?q=&as=&page=` asks; `SHORTCUTS` such as `?game=` become part of the question."""
        text = " ".join(query.get("q", "").split())
        for key in SHORTCUTS:
            if key in query:
                text = narrowed(text, key, query[key]) if query[key].strip() else without(text, key)
        if "game" in query:
            text = _of_game(text, viewer)
        page = whole_number(query.get("page", ""), low=1, high=LAST_PAGE)
        return cls(text, query["as"] if query.get("as") in WAYS else "faces", page or 1, viewer)

    def url(self, text: str | None = None, way: str | None = None, page: int = 1) -> str:
        """Return the address of this list, or of one with another question, way or page."""
        shown = way or self.way
        return list_url(
            q=self.text if text is None else text,
            **{"as": "" if shown == "faces" else shown},
            page=str(page) if page > 1 else "",
        )


def _of_game(text: str, viewer: object) -> str:
    """Return the question *text*, without its edition if the game it asks for lacks that edition."""
    game, edition = chosen(text, "game"), chosen(text, "edition")
    titles = meant(vocabulary().game, game)
    if not titles or edition is None:
        return text
    if draft := draft_of(edition.value, viewer):
        return text if draft.cards[0].game in titles else without(text, "edition")
    named = meant(vocabulary().edition, edition)
    known = {slug for title in titles for slug in catalog.title(title).editions}
    return without(text, "edition") if named and known.isdisjoint(named) else text

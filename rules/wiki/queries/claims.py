"""Paragraphs that name a source in words that nobody has compared with it.

What comes with the site was compared when it was made. Once people have changed such a paragraph, an editor
says whether the source still says so (decision 48).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from rules.document.books import Book, assemble
from rules.document.provenance import Provenance
from rules.wiki.models import CheckVerdict, ProgramCheck, Shipment
from rules.wiki.program import CheckedWords, claim_at
from rules.wiki.stored_books import blocks_from_json, head_of, stored_book


@dataclass(frozen=True, slots=True)
class Claim:
    """What an unchecked paragraph says about its source.

    *checked_html:* its words that were checked last, when the site was made or by an editor; empty if it
    never was.
    """

    provenance: Provenance
    checked_html: str
    is_unchecked: bool = True

    @property
    def kind(self) -> str:
        return self.provenance.kind

    @property
    def where(self) -> str:
        return self.provenance.where

    @property
    def name(self) -> str:
        """What readers are told."""
        state = "changed since it was checked" if self.checked_html else "not checked yet"
        return f"{self.provenance.name}, {state}"


# What a page says of where a paragraph comes from.
Said = Provenance | Claim


def unchecked(book: Book) -> dict[str, Claim]:
    """Return the paragraphs of *book* that name a source in words that nobody has compared with it."""
    shipped = _shipped(book)
    found = {
        paragraph.anchor: paragraph
        for paragraph in book.paragraphs
        if paragraph.claim and paragraph.claim not in shipped.get(paragraph.anchor, {})
    }
    if not found:
        return {}
    checks = _checks(book, found)
    return {
        anchor: Claim(
            paragraph.provenance, _checked_html(book, anchor, shipped.get(anchor, {}), checks[anchor])
        )
        for anchor, paragraph in found.items()
        if all(check.digest != paragraph.claim for check in checks[anchor])
    }


def newly_unchecked(old: Book, new: Book) -> tuple[CheckedWords, ...]:
    """Return what publishing *new* after *old* leaves unchecked: paragraphs that *old* didn't have so."""
    return tuple(
        claim_at(new, anchor)
        for anchor in unchecked(new)
        if anchor not in old.by_anchor or old.by_anchor[anchor].claim != new.by_anchor[anchor].claim
    )


@dataclass(frozen=True, slots=True)
class _Shipped:
    """Words that came with the site. *since:* when they did for the first time."""

    html: str
    since: datetime


@dataclass(frozen=True, slots=True)
class _Check:
    """An editor's word that the source says what a claim says.

    *revision:* the number of the one in force; *stored:* its key and when it was made.
    """

    digest: str
    revision: int
    stored: tuple[int, datetime]
    at: datetime


def _checked_html(book: Book, anchor: str, shipped: Mapping[str, _Shipped], checks: Sequence[_Check]) -> str:
    """Return the words of a paragraph of *book* that were compared with the source last, empty if none were.

    Both *shipped* and *checks* have the newest first.
    """
    made = next(iter(shipped.values()), None)
    for check in checks:
        if book.revision and check.revision > book.revision:
            continue
        if made and check.at < made.since:
            break
        return _words(book.game, book.edition, anchor, check.revision, check.stored)
    return made.html if made else ""


@lru_cache(maxsize=4096)
def _words(game: str, edition: str, anchor: str, revision: int, stored: tuple[int, datetime]) -> str:
    """Return the words of a paragraph in a revision, which stay. *stored:* tells it from all others."""
    return stored_book(game, edition, revision).by_anchor[anchor].html


def _checks(book: Book, anchors: Collection[str]) -> dict[str, list[_Check]]:
    """Return the comparisons of these paragraphs with their source, the newest first."""
    found = ProgramCheck.objects.filter(
        edition__rulebook__game=book.game,
        edition__slug=book.edition,
        anchor__in=anchors,
        verdict=CheckVerdict.SOURCE,
    )
    made: dict[str, list[_Check]] = {anchor: [] for anchor in anchors}
    rows = found.order_by("-pk").values_list(
        "anchor", "digest", "revision__number", "revision_id", "revision__created_at", "created_at"
    )
    for anchor, digest, revision, key, made_at, at in rows:
        made[anchor].append(_Check(digest, revision, (key, made_at), at))
    return made


def _shipped(book: Book) -> dict[str, dict[str, _Shipped]]:
    """Return the words of each paragraph that came with the site, by their claims, the newest first."""
    found = Shipment.objects.filter(edition__rulebook__game=book.game, edition__slug=book.edition)
    made: dict[str, dict[str, _Shipped]] = {}
    for pk, digest, at in found.order_by("-pk").values_list("pk", "digest", "taken_at"):
        for anchor, claim, html in _claims(pk, digest):
            made.setdefault(anchor, {})[claim] = _Shipped(html, at)
    return made


@lru_cache(maxsize=256)
def _claims(pk: int, digest: str) -> tuple[tuple[str, str, str], ...]:
    """Return anchor, claim and words of each paragraph of a shipment that names a source.

    *digest:* of its file, which tells it from one of that key that was rolled back.
    """
    shipment = Shipment.objects.select_related("edition__rulebook").get(pk=pk)
    rendered = [block.rendered for block in blocks_from_json(shipment.blocks)]
    book = assemble(head_of(shipment.edition), rendered)
    return tuple((one.anchor, one.claim, one.html) for one in book.paragraphs if one.claim)

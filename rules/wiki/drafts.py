"""What a draft would become: its text with one change made, rendered and checked, but not stored."""

import re
from collections.abc import Sequence

from django.utils.text import slugify

from rules.document import arranging
from rules.document import block_text as wording
from rules.document.arranging import Pieces
from rules.document.block_text import Wording, check_made, check_wording
from rules.document.blocks import Piece, join, split
from rules.document.errors import BadText, Refused
from rules.document.text_limits import check_text
from rules.wiki.checks import checked_book
from rules.wiki.models import Edition, Paragraph
from rules.wiki.rendering import render_pieces

ANCHOR = re.compile(r"[a-z][a-z-]*(-[0-9]+)?\Z")
_NUMBERED = re.compile(r"(?P<prefix>[a-z][a-z-]*)-(?P<number>[0-9]+)\Z")
_LINK = 'href="rule:{}"'
_MOST_KNOWN = 60


def with_wording(edition: Edition, pieces: Sequence[Piece], key: str, words: Wording) -> Pieces:
    """Return the text with other words in the piece *key*. *Raises:* BadText, KeyError."""
    old = pieces[arranging.place_of(pieces, key)]
    if words == wording.wording_of(old):
        return tuple(pieces)
    return checked(edition, arranging.put_instead(pieces, key, _made(words, pieces)))


def with_added(edition: Edition, pieces: Sequence[Piece], below: str, words: Wording) -> Pieces:
    """Return the text with a new piece below the piece *below*. *Raises:* BadText, KeyError."""
    arranging.place_of(pieces, below)
    if words.kind in wording.ANCHORED:
        _check_new_anchor(pieces, words.anchor)
    return checked(edition, arranging.put_below(pieces, below, _made(words, pieces)))


def with_chapter(edition: Edition, pieces: Sequence[Piece], key: str, text: str) -> Pieces:
    """Return the text with a whole chapter written anew. *Raises:* BadText, KeyError."""
    check_text(text)
    sources = split(text.strip("\n"))
    start, _ = arranging.chapter_of(pieces, arranging.place_of(pieces, key))
    if pieces[start].block.kind == "h2" and not sources[0].startswith("## "):
        raise BadText(
            "A chapter begins with its title: a line with ## and a space before it.", "text/no-title"
        )
    made = rendered(sources, pieces)
    for piece in made:
        if not piece.anchor and piece.block.kind in ("p", "ul", "ol", "table") and pieces[start].anchor:
            spare = next_anchor(edition, [*pieces, *made], key, wording.LAW)
            said = f"“{_short(piece)}” has no anchor. Put {{: #{spare} }} on a line of its own below it."
            raise BadText(said, "text/no-anchor")
    return checked(edition, arranging.put_chapter(pieces, key, made))


def without(edition: Edition, pieces: Sequence[Piece], key: str) -> Pieces:
    """Return the text without the piece *key*. *Raises:* Refused, when others lead to it; KeyError."""
    piece = pieces[arranging.place_of(pieces, key)]
    leading = [other for other in pieces if piece.anchor and _LINK.format(piece.anchor) in other.block.html]
    others = [f"“{_short(other)}”" for other in leading if other != piece]
    if others:
        said = f"{wording.quoted(others)} {'has a link' if len(others) == 1 else 'have links'} to it."
        raise Refused(f"{said} Change that first, then take this out.", "rules/linked")
    return checked(edition, arranging.taken_out(pieces, key))


def rendered(sources: Sequence[str], known: Sequence[Piece]) -> Pieces:
    """Return the pieces that *sources* make; those that are *known* already aren't rendered again.

    *Raises:* BadText, with the place of the piece at fault.
    """
    there = {piece.source: piece for piece in known}
    places = [place for place, source in enumerate(sources) if source not in there]
    try:
        made = render_pieces([sources[place] for place in places])
    except BadText as error:
        at = None if error.piece is None else places[error.piece]
        where = "" if at is None or len(sources) == 1 else f"“{_cut(sources[at])}”: "
        raise BadText(where + error.reason, error.code, at) from None
    fresh = dict(zip(places, made, strict=True))
    return tuple(fresh.get(place) or there[source] for place, source in enumerate(sources))


def checked(edition: Edition, pieces: Sequence[Piece]) -> Pieces:
    """Return *pieces* if they make a book and stay apart when read as one text. *Raises:* BadText."""
    checked_book(edition, pieces)
    sources = [piece.source for piece in pieces]
    if list(split(join(sources))) != sources:
        raise BadText(
            "It would run into the text above or below it. Begin with a plain sentence.", "text/runs-on"
        )
    return tuple(pieces)


def next_anchor(edition: Edition, pieces: Sequence[Piece], below: str, kind: str, title: str = "") -> str:
    """Return an anchor for a new piece that nothing in any edition of this rulebook ever had."""
    if kind != wording.LAW:
        stem = re.sub(r"[^a-z-]+", "", slugify(title)).strip("-")
        wanted = f"term-{stem or 'word'}" if kind == wording.TERM else stem or "chapter"
        return wanted if wanted not in _used(edition, pieces, wanted) else _numbered(edition, pieces, wanted)
    return _numbered(edition, pieces, _prefix(pieces, below))


def _prefix(pieces: Sequence[Piece], below: str) -> str:
    """Return what the anchors around the piece *below* begin with."""
    place = arranging.place_of(pieces, below)
    start, end = arranging.chapter_of(pieces, place)
    nearest = [*pieces[start : place + 1][::-1], *pieces[place + 1 : end]]
    found = (_NUMBERED.match(piece.anchor) for piece in nearest if piece.block.kind == "p")
    return next((match["prefix"] for match in found if match), pieces[start].anchor or "rule")


def _numbered(edition: Edition, pieces: Sequence[Piece], prefix: str) -> str:
    numbers = (_NUMBERED.match(anchor) for anchor in _used(edition, pieces, prefix))
    used = [int(found["number"]) for found in numbers if found and found["prefix"] == prefix]
    return f"{prefix}-{max(used, default=0) + 1}"


def _used(edition: Edition, pieces: Sequence[Piece], prefix: str) -> set[str]:
    """Return the anchors beginning with *prefix* that are or were in use in any edition of the rulebook."""
    found = Paragraph.objects.filter(
        revision__edition__rulebook=edition.rulebook_id, anchor__startswith=prefix
    )
    return {piece.anchor for piece in pieces} | set(found.values_list("anchor", flat=True).distinct())


def _made(words: Wording, known: Sequence[Piece]) -> Piece:
    check_wording(words)
    (piece,) = rendered([words.source], known)
    check_made(words, piece)
    return piece


def _check_new_anchor(pieces: Sequence[Piece], anchor: str) -> None:
    if not ANCHOR.match(anchor) or len(anchor) > _MOST_KNOWN:
        raise BadText(
            f"An anchor has small letters and hyphens, and may end with a number: attack-4. At most "
            f"{_MOST_KNOWN} characters.",
            "text/bad-anchor",
        )
    if any(piece.anchor == anchor for piece in pieces):
        raise BadText(f"The anchor {anchor} is used already.", "text/anchor-twice")


def _short(piece: Piece) -> str:
    return _cut(piece.block.title or piece.block.text)


def _cut(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:47]}…"

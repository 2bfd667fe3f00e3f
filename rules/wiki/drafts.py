"""What a draft would become: its text with one change, rendered and checked, but not stored."""

import re
from collections.abc import Collection, Sequence

from django.utils.text import slugify

from rules.document import arranging, block_fields
from rules.document.arranging import Blocks
from rules.document.block_fields import BlockFields, check_fields, check_made
from rules.document.blocks import Block, join, split
from rules.document.books import RESERVED
from rules.document.errors import BadText, Refused
from rules.document.text_limits import check_text
from rules.wiki.checks import checked_book
from rules.wiki.models import Edition, Paragraph
from rules.wiki.rendering import render_blocks

ANCHOR = re.compile(r"[a-z][a-z-]*(-[0-9]+)?\Z")
_NUMBERED = re.compile(r"(?P<prefix>[a-z][a-z-]*)-(?P<number>[0-9]+)\Z")
_LINK = 'href="rule:{}"'
_MOST_KNOWN = 60
# What leaves room for `term-` and a number.
_LONGEST_STEM = 45
# The ids that each page has.
_IDS = {"main"}


def with_fields(
    edition: Edition, blocks: Sequence[Block], key: str, words: BlockFields, cards: Collection[str] = ()
) -> Blocks:
    """Return the text with other words in the block *key*. *cards:* as in `checked`.

    *Raises:* BadText, KeyError.
    """
    old = blocks[arranging.place_of(blocks, key)]
    if words == block_fields.fields_of(old):
        return tuple(blocks)
    return checked(edition, arranging.put_instead(blocks, key, _made(words, blocks)), cards)


def with_added(edition: Edition, blocks: Sequence[Block], below: str, words: BlockFields) -> Blocks:
    """Return the text with a new block below the block *below*. *Raises:* BadText, KeyError."""
    arranging.place_of(blocks, below)
    if words.kind in block_fields.ANCHORED:
        _check_new_anchor(blocks, words.anchor)
    return checked(edition, arranging.put_below(blocks, below, _made(words, blocks)))


def with_chapter(edition: Edition, blocks: Sequence[Block], key: str, text: str) -> Blocks:
    """Return the text with a new text for a whole chapter. *Raises:* BadText, KeyError."""
    check_text(text)
    sources = split(text.strip("\n"))
    start, _ = arranging.chapter_of(blocks, arranging.place_of(blocks, key))
    if blocks[start].rendered.kind == "h2" and not sources[0].startswith("## "):
        raise BadText(
            "A chapter begins with its title: a line with ## and a space before it.", "text/no-title"
        )
    made = rendered(sources, blocks)
    for block in made:
        if not block.anchor and block.rendered.kind in ("p", "ul", "ol", "table") and blocks[start].anchor:
            spare = next_anchor(edition, [*blocks, *made], key, block_fields.LAW)
            said = f"“{_short(block)}” has no anchor. Put {{: #{spare} }} on a line of its own below it."
            raise BadText(said, "text/no-anchor")
    return checked(edition, arranging.put_chapter(blocks, key, made))


def without(edition: Edition, blocks: Sequence[Block], key: str) -> Blocks:
    """Return the text without the block *key*. *Raises:* Refused, when others lead to it; KeyError."""
    block = blocks[arranging.place_of(blocks, key)]
    leading = [
        other for other in blocks if block.anchor and _LINK.format(block.anchor) in other.rendered.html
    ]
    others = [f"“{_short(other)}”" for other in leading if other != block]
    if others:
        said = f"{block_fields.quoted(others)} {'has a link' if len(others) == 1 else 'have links'} to it."
        raise Refused(f"{said} Change that first, and then remove this.", "rules/linked")
    return checked(edition, arranging.taken_out(blocks, key))


def rendered(sources: Sequence[str], known: Sequence[Block]) -> Blocks:
    """Return the blocks of *sources*. Blocks that are *known* already are not rendered again.

    *Raises:* BadText, with the place of the block at fault.
    """
    there = {block.source: block for block in known}
    places = [place for place, source in enumerate(sources) if source not in there]
    try:
        made = render_blocks([sources[place] for place in places])
    except BadText as error:
        at = None if error.block is None else places[error.block]
        where = "" if at is None or len(sources) == 1 else f"“{_cut(sources[at])}”: "
        raise BadText(where + error.reason, error.code, at) from None
    fresh = dict(zip(places, made, strict=True))
    return tuple(fresh.get(place) or there[source] for place, source in enumerate(sources))


def checked(edition: Edition, blocks: Sequence[Block], cards: Collection[str] = ()) -> Blocks:
    """Return *blocks* if they make a book and can be split again after joining. *Raises:* BadText.

    *cards:* slugs of cards that no edition has, but that may be linked to.
    """
    checked_book(edition, blocks, cards=cards)
    sources = [block.source for block in blocks]
    if list(split(join(sources))) != sources:
        raise BadText(
            "It would run into the text above or below it. Begin with a plain sentence.", "text/runs-on"
        )
    return tuple(blocks)


def next_anchor(edition: Edition, blocks: Sequence[Block], below: str, kind: str, title: str = "") -> str:
    """Return an anchor for a new block. No edition of the rulebook has ever used it."""
    if kind != block_fields.LAW:
        stem = re.sub(r"[^a-z-]+", "", slugify(title))[:_LONGEST_STEM].strip("-")
        wanted = f"term-{stem or 'word'}" if kind == block_fields.TERM else stem or "chapter"
        taken = _used(edition, blocks, wanted) | RESERVED | _IDS
        return wanted if wanted not in taken else _numbered(edition, blocks, wanted)
    return _numbered(edition, blocks, _prefix(blocks, below))


def _prefix(blocks: Sequence[Block], below: str) -> str:
    """Return what the anchors around the block *below* begin with."""
    place = arranging.place_of(blocks, below)
    start, end = arranging.chapter_of(blocks, place)
    nearest = [*blocks[start : place + 1][::-1], *blocks[place + 1 : end]]
    found = (_NUMBERED.match(block.anchor) for block in nearest if block.rendered.kind == "p")
    own = blocks[start].anchor
    numbered = _NUMBERED.match(own)
    spare = numbered["prefix"] if numbered else own or "rule"
    return next((match["prefix"] for match in found if match), spare)


def _numbered(edition: Edition, blocks: Sequence[Block], prefix: str) -> str:
    numbers = (_NUMBERED.match(anchor) for anchor in _used(edition, blocks, prefix))
    used = [int(found["number"]) for found in numbers if found and found["prefix"] == prefix]
    return f"{prefix}-{max(used, default=0) + 1}"


def _used(edition: Edition, blocks: Sequence[Block], prefix: str) -> set[str]:
    """Return the anchors beginning with *prefix* that are or were in use in any edition of the rulebook."""
    found = Paragraph.objects.filter(
        revision__edition__rulebook=edition.rulebook_id, anchor__startswith=prefix
    )
    return {block.anchor for block in blocks} | set(found.values_list("anchor", flat=True).distinct())


def _made(words: BlockFields, known: Sequence[Block]) -> Block:
    check_fields(words)
    (block,) = rendered([words.source], known)
    check_made(words, block)
    return block


def _check_new_anchor(blocks: Sequence[Block], anchor: str) -> None:
    if not ANCHOR.match(anchor) or len(anchor) > _MOST_KNOWN:
        raise BadText(
            f"An anchor has small letters and hyphens, and may end with a number: attack-4. At most "
            f"{_MOST_KNOWN} characters.",
            "text/bad-anchor",
        )
    if any(block.anchor == anchor for block in blocks):
        raise BadText(f"The anchor {anchor} is already used.", "text/anchor-twice")


def _short(block: Block) -> str:
    return _cut(block.rendered.title or block.rendered.text)


def _cut(text: str) -> str:
    return text if len(text) <= 50 else f"{text[:47]}…"

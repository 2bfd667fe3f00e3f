"""Paragraphs with other words that belong to somebody else than the wiki, such as a draft of an edition.

They go by their addresses (`rules.answers.addresses`): rules and terms by their anchors. They are made by the
wiki's own writer, with its limits. They become no part of a rulebook before they are proposed.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.safestring import SafeString

from rules.answers.addresses import Place, addresses, places
from rules.document import block_fields
from rules.document.arranging import Blocks
from rules.document.blocks import Block, keys
from rules.document.books import CARD_LINK, RULE_LINK, Book, Note, with_card_names
from rules.document.books import Paragraph as DocumentParagraph
from rules.document.errors import BadText, Refused
from rules.document.marking import marked
from rules.wiki import drafts
from rules.wiki.actions.proposals import submit_new
from rules.wiki.linking import book_address, comment_html, name_at, paragraph_address
from rules.wiki.models import Edition, Proposal
from rules.wiki.permissions import require
from rules.wiki.stored_books import blocks_from_json, blocks_to_json, stored_book
from scrapsite.common.requests import plain_lines
from scrapsite.common.rulebook import NO_CARDS, Done, Names, Paragraph, Reworded, Written


def paragraphs(game: str, edition: str) -> tuple[Paragraph, ...]:
    """Return all in force that can be reworded: rules, terms, notes, examples, and the introduction."""
    found = _edition(game, edition)
    if found is None:
        return ()
    book = places(stored_book(game, edition))
    blocks = _by_address(_head_of(found))
    return tuple(_paragraph(place, blocks[address]) for address, place in book.items())


def write(game: str, edition: str, anchor: str, text: str, cards: Names = NO_CARDS) -> Written:
    """Return what *text* makes of the paragraph at *anchor*. *Raises:* `BadText`.

    *cards:* names by slug of cards that no edition has, but that it may link to.
    """
    found = _edition(game, edition)
    blocks = _head_of(found) if found else ()
    there = addresses(blocks)
    if found is None or not anchor or anchor not in there:
        raise BadText("The rulebook has no such paragraph.", "text/no-rule")
    at = there.index(anchor)
    old = blocks[at]
    words = replace(block_fields.fields_of(old), text=plain_lines(text))
    block = drafts.with_fields(found, blocks, keys(blocks)[at], words, cards)[at]
    stored = blocks_to_json([block])[0]
    return Written(stored, old.digest, block_fields.fields_of(block).text, block.source != old.source)


def reworded(
    game: str, edition: str, texts: Mapping[str, Written], cards: Names = NO_CARDS
) -> tuple[Reworded, ...]:
    """Return paragraphs with other words, by anchor, in the order of the book; lost ones last.

    *cards:* names by slug of cards that no edition has.
    """
    found = _edition(game, edition)
    if found is None or not texts:
        return ()
    book, there = stored_book(game, edition), _by_address(_head_of(found))
    ordered = [anchor for anchor in there if anchor in texts]
    ordered += [anchor for anchor in texts if anchor not in there]
    return tuple(_reworded(book, anchor, there.get(anchor), texts[anchor], cards) for anchor in ordered)


def source(written: Written) -> str:
    """Return the Markdown of a text as the rulebook's file has it."""
    return block_of(written.block).source


def propose(
    author: User,
    game: str,
    edition: str,
    texts: Mapping[str, Written],
    summary: str,
    reason: str,
    done: Done,
) -> None:
    """Submit a proposal with these texts. *done:* see `Rulebook.propose`. *Raises:* RulesError."""
    found = _edition(game, edition)
    if found is None or found.head is None:
        raise Refused("This edition has no text yet.")
    require(author, "discuss", found.rulebook)
    _check_current(found, texts)
    blocks = drafts.checked(found, _with(_head_of(found), texts))
    made = Proposal(
        edition=found,
        base=found.head,
        author=author,
        blocks=blocks_to_json(blocks),
        summary=summary,
        reason=reason,
    )
    submit_new(author, made, lambda key: done(reverse("rules:proposal_detail", args=[key])))


def _check_current(edition: Edition, texts: Mapping[str, Written]) -> None:
    """*Raises:* `Refused` if editors have published other words since *texts* were written."""
    there = _by_address(_head_of(edition))
    changed = [anchor for anchor, new in texts.items() if anchor in there and _has_moved(there[anchor], new)]
    if changed:
        named = places(stored_book(edition.rulebook.game, edition.slug))
        names = ", ".join(named[anchor].name if anchor in named else anchor for anchor in changed)
        raise Refused(
            f"The rulebook’s own words have changed since you wrote yours: {names}. Open each, take over "
            "what is new, and save it.",
            "rules/conflicts",
        )


def _has_moved(there: Block, new: Written) -> bool:
    """Return whether the rulebook says something else than when *new* was written, and than *new*.

    What editors say of the words' source doesn't count: it stays as they have it.
    """
    made = block_of(new.block)
    old = there.with_marks_of(made) if there.marks and made.marks else there
    return old.digest != new.was and old.source != made.source


def _with(blocks: Blocks, texts: Mapping[str, Written]) -> Blocks:
    there, found = addresses(blocks), list(blocks)
    for anchor, written in texts.items():
        if anchor not in there:
            raise BadText(f"The rulebook has no paragraph “{anchor}” any more.", "text/no-rule")
        at, new = there.index(anchor), block_of(written.block)
        old = found[at]
        found[at] = new.with_marks_of(old) if old.marks and new.marks else new
    return tuple(found)


def _reworded(book: Book, anchor: str, old: Block | None, written: Written, cards: Names) -> Reworded:
    html = worded(book, block_of(written.block).rendered.html, cards)
    place = places(book).get(anchor) if old else None
    was = place.part.html if place else ""
    # Both were cleaned by rules.document.markup, and what marks them escapes every word.
    changed = SafeString(marked(was, html, book.game)) if was != html else SafeString("")
    return Reworded(
        anchor=anchor,
        name=place.name if place else anchor,
        html=comment_html(book, html),
        changed=changed,
        url=published_at(book, place) if place else "",
        is_moved=old is None or _has_moved(old, written),
    )


def worded(book: Book, html: str, cards: Names) -> str:
    """Return *html* with the names of rules and cards as the words of links, as a book has them.

    *cards:* names by slug of cards that no edition has; these are plain words.
    """

    def words(link: re.Match[str]) -> str:
        name = name_at(book, link[1]).strip("“”") if link[1] in book.by_anchor else link[2]
        return f'<a href="rule:{link[1]}">{escape(name)}</a>'

    named = CARD_LINK.sub(lambda link: escape(cards[link[1]]) if link[1] in cards else link[0], html)
    return with_card_names(RULE_LINK.sub(words, named), book.game, book.edition)


def published_at(book: Book, place: Place) -> str:
    """Return where in the published rulebook something is read."""
    if isinstance(place.part, DocumentParagraph):
        return paragraph_address(book, place.address)
    position = place.part.position if isinstance(place.part, Note) else ""
    if position:
        return book_address(book, f"position.{position}")
    return book_address(book, place.section.anchor if place.section else "")


def _paragraph(place: Place, block: Block) -> Paragraph:
    return Paragraph(
        anchor=place.address,
        name=place.name,
        chapter=place.chapter,
        words=place.part.text,
        text=block_fields.fields_of(block).text,
    )


def _by_address(blocks: Blocks) -> dict[str, Block]:
    return {address: block for address, block in zip(addresses(blocks), blocks, strict=True) if address}


def _edition(game: str, edition: str) -> Edition | None:
    found = Edition.objects.select_related("rulebook", "head")
    return found.filter(rulebook__game=game, slug=edition, head__isnull=False).first()


def _head_of(edition: Edition) -> Blocks:
    return blocks_from_json(edition.head.blocks) if edition.head else ()


def block_of(stored: Sequence[Any]) -> Block:
    """Return the block that is kept as *stored*, as in `Written`."""
    return blocks_from_json([stored])[0]

"""Markdown to clean HTML, block by block, so that every paragraph of a rulebook stands on its own.

Raw HTML in the source is shown as text. What comes out has no id, class or style; anchors and marks are
kept beside the HTML and put on by the templates. Links of the schemes `rule` and `card` are made by
`[[rule:attack-1]]` and `[[card:scout]]`; `rules.wiki.linking` turns them into addresses. Other links lead
into this site (`/matches/`) or to `https:`, and say then that we don't vouch for them.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from html import unescape
from typing import Any
from xml.etree.ElementTree import Element

import nh3
from markdown import Markdown
from markdown.blockprocessors import OListProcessor
from markdown.inlinepatterns import InlineProcessor
from markdown.treeprocessors import Treeprocessor

TAGS = {
    "a",
    "br",
    "code",
    "del",
    "em",
    "li",
    "ol",
    "p",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
}
# Comments may also contain quotations and preformatted text.
COMMENT_TAGS = TAGS | {"blockquote", "hr", "pre"}
ATTRIBUTES = {"a": {"href"}, "ol": {"start"}}
URL_SCHEMES = {"https", "rule", "card"}
DROPPED_WITH_CONTENT = {"script", "style"}
OUTSIDE = "nofollow noopener ugc"
# Control characters, separators of lines and paragraphs, marks that turn the direction of what follows, and
# two numbers that stand for no character and that no feed may have.
UNSEEN = frozenset(
    map(
        chr,
        [*{*range(0x20), *range(0x7F, 0xA0)} - {*b"\t\n\r"}, *range(0x2028, 0x202F), *range(0x2066, 0x206A)],
    )
) | {"\ufeff", "\ufffe", "\uffff"}

_EXTENSIONS = ("attr_list", "tables", "admonition", "def_list")
_COMMENT_EXTENSIONS = ("tables",)
# The number that a list begins with.
_START = re.compile(r"[0-9]{1,4}\Z")
_OWN_LINK = re.compile(r"(?:rule|card):[a-z0-9-]+\Z")
# Browsers read two slashes, or a backslash for one of them, as the beginning of another site's address.
_ADDRESS = re.compile(r"(?:https://|/(?![/\\]))[^\x00-\x1f\\]*\Z", re.IGNORECASE)
_NOT_IN_ADDRESSES = {" ": "%20", '"': "%22", "<": "%3C", ">": "%3E", "`": "%60"}
_WITHOUT_UNSEEN = dict.fromkeys(map(ord, UNSEEN))
_DEAD_LINK = re.compile(r"<a>(.*?)</a>", re.DOTALL)
_OUTSIDE_LINK = re.compile(r'<a href="(https:[^"]*)">', re.IGNORECASE)
_WIKI_LINK = r"\[\[(rule|card):([a-z0-9-]+)\]\]"
_TAG = re.compile(r"<[^>]+>")
_KINDS = {"h2", "h3", "p", "ul", "ol", "table", "note", "term"}
_PARTS = {"ul", "ol", "table"}
# What a note can be; another word beside that is the name of its position.
EXAMPLE, NOTE = "example", "note"
_WITH_PARTS = {"p", *_PARTS}


class Html(str):
    """Clean HTML of our own making. Templates show it as it is."""

    __slots__ = ()

    def __html__(self) -> "Html":
        return self


@dataclass(frozen=True, slots=True)
class Rendered:
    """A top-level block. *kind:* h2, h3, p, ul, table, note, term …

    *html:* clean; of headings, notes and terms the inside only.
    *title:* the heading of a note, or the word a term explains, as plain text.
    *where:* the section of the source that its marks name (`from="Setup"`).
    """

    kind: str
    html: str
    anchor: str = ""
    classes: frozenset[str] = frozenset()
    title: str = ""
    where: str = ""

    @property
    def text(self) -> str:
        """The words without any markup."""
        return plain(self.html)


def position_of(block: Rendered) -> str:
    """Return the name of the position that a note is about, which stands beside its kind; empty for none."""
    return min(block.classes - {EXAMPLE, NOTE}, default="") if block.kind == NOTE else ""


def convert_blocks(source: str) -> tuple[Rendered, ...]:
    """Return the blocks of a Markdown text, in order."""
    return tuple(_each_block(source))


def _each_block(source: str) -> Iterator[Rendered]:
    renderer = _Renderer()
    for element in renderer.elements(source):
        yield from renderer.read(element)


def convert_block(source: str) -> Rendered:
    """Return the one block that a block of a rulebook makes; lists and tables below a paragraph belong to it.

    *Raises:* ValueError when it makes none, or several that would each need an anchor.
    """
    found = _each_block(source)
    first = next(found, None)
    if first is None:
        raise ValueError("It has no text.")
    if first.kind not in _KINDS:
        raise ValueError("It begins with something that a rulebook can’t have.")
    if not first.text or (first.kind == "term" and not first.title):
        raise ValueError("It has no text.")
    parts = [first.html]
    for part in found:
        if first.kind not in _WITH_PARTS or part.kind not in _PARTS or part.anchor:
            raise ValueError("It is more than one paragraph. Leave an empty line between two of them.")
        parts.append(part.html)
    return replace(first, html="\n".join(parts))


def convert_comment(source: str) -> str:
    """Return the clean HTML of a comment: no anchors or titles, and `rule:` and `card:` links unresolved."""
    return clean(_Renderer(_COMMENT_EXTENSIONS).html(source), COMMENT_TAGS)


def clean(html: str, tags: Set[str] = TAGS) -> str:
    """Return *html* with only *tags* and the attributes and kinds of address that this module allows."""
    cleaned = nh3.clean(
        html,
        tags=set(tags),
        attributes=ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes=URL_SCHEMES,
        clean_content_tags=DROPPED_WITH_CONTENT,
        link_rel=None,
    )
    seen = _DEAD_LINK.sub(r"\1", without_unseen(cleaned))
    return _OUTSIDE_LINK.sub(rf'<a href="\1" rel="{OUTSIDE}">', seen).strip()


def without_unseen(text: str) -> str:
    """Return *text* without the characters that no text may have."""
    return text.translate(_WITHOUT_UNSEEN)


def plain(html: str) -> str:
    """Return the words of clean HTML."""
    return " ".join(unescape(_TAG.sub("", html)).split())


def _attribute(tag: str, name: str, value: str) -> str | None:
    """Return an allowed value of an attribute, or None to drop the attribute."""
    if name == "start":
        return value if _START.match(value) else None
    if _OWN_LINK.match(value):
        return value
    address = value.strip()
    if not _ADDRESS.match(address):
        return None
    return "".join(_NOT_IN_ADDRESSES.get(char, char) for char in address)


class _WikiLink(InlineProcessor):
    def handleMatch(self, m: re.Match[str], data: str) -> tuple[Element, int, int]:  # noqa: N802
        link = Element("a", href=f"{m[1]}:{m[2]}")
        link.text = m[2]
        return link, m.start(0), m.end(0)


class _NumberedList(OListProcessor):
    """Begins a list with the number that was written."""

    LAZY_OL = False


class _Collector(Treeprocessor):
    """Keeps the finished tree, which Markdown itself would only give as one string."""

    elements: tuple[Element, ...] = ()

    def run(self, root: Element) -> None:
        for picture in list(root.iter("img")):
            _make_link(picture)
        for link in root.iter("a"):
            if _OWN_LINK.match(link.get("href") or ""):
                _flatten(link)
        self.elements = tuple(root)


def _make_link(picture: Element) -> None:
    """Turn a picture into a link to it, because a page would fetch it from another site."""
    picture.tag, picture.text = "a", picture.get("alt") or ""
    picture.set("href", picture.get("src") or "")


def _flatten(link: Element) -> None:
    """Reduce a link to a rule or card to plain words, which are replaced wherever it is shown."""
    words = "".join(link.itertext())
    for child in list(link):
        link.remove(child)
    link.text = words


class _Renderer:
    """One Markdown run and the reading of its tree."""

    def __init__(self, extensions: Sequence[str] = _EXTENSIONS) -> None:
        self._markdown = Markdown(extensions=list(extensions), output_format="html")
        self._markdown.parser.blockprocessors.register(_NumberedList(self._markdown.parser), "olist", 40)
        self._markdown.preprocessors.deregister("html_block")
        self._markdown.inlinePatterns.deregister("html")
        self._markdown.inlinePatterns.register(_WikiLink(_WIKI_LINK), "wiki-link", 175)
        self._collector = _Collector(self._markdown)
        self._markdown.treeprocessors.register(self._collector, "collector", -10)

    def elements(self, source: str) -> tuple[Element, ...]:
        self._markdown.convert(source)
        return self._collector.elements

    def html(self, source: str) -> str:
        return self._markdown.convert(source)

    def read(self, element: Element) -> list[Rendered]:
        classes = frozenset((element.get("class") or "").split())
        if element.tag == "dl":
            return self._terms(element)
        if "admonition" in classes:
            return [self._note(element, classes - {"admonition"})]
        keeps_own_tag = element.tag in ("p", "ul", "ol", "table")
        html = self._outer(element) if keeps_own_tag else self._inner(element)
        where = without_unseen(element.get("from") or "")
        return [Rendered(element.tag, html, element.get("id") or "", classes, where=where)]

    def _terms(self, element: Element) -> list[Rendered]:
        found: list[Rendered] = []
        words: list[Element] = []
        for child in element:
            if child.tag == "dt":
                words.append(child)
                continue
            html = self._inner(child)
            if not words and found:
                found[-1] = replace(found[-1], html=f"{found[-1].html}\n{html}")
            for word in words:
                title = plain(self._inner(word))
                found.append(Rendered("term", html, word.get("id") or "", title=title))
            words.clear()
        return found

    def _note(self, element: Element, classes: frozenset[str]) -> Rendered:
        title = ""
        body = Element("div")
        for child in element:
            if child.get("class") == "admonition-title":
                title = plain(self._inner(child))
            else:
                body.append(child)
        return Rendered("note", self._inner(body), classes=classes, title=title)

    def _inner(self, element: Element) -> str:
        shell = Element("div")
        shell.text = element.text
        shell.extend(list(element))
        return self._serialised(shell).removeprefix("<div>").removesuffix("</div>").strip()

    def _outer(self, element: Element) -> str:
        shell = Element("div")
        shell.append(element)
        return self._inner(shell)

    def _serialised(self, element: Any) -> str:
        html = self._markdown.serializer(element)
        for processor in self._markdown.postprocessors:
            html = processor.run(html)
        stripped = html.strip()
        inside = stripped.removeprefix("<div>").removesuffix("</div>")
        return f"<div>{clean(inside)}</div>"

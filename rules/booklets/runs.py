"""Clean HTML as plain data that a typesetter can read: paragraphs, lists and tables of words."""

from html.parser import HTMLParser
from typing import Any

_STYLES = {"strong": "strong", "em": "em", "code": "code"}
_LISTS = ("ul", "ol")

# Words with a style, or none.
Run = tuple[str, str]


def blocks_of(html: str) -> list[dict[str, Any]]:
    """Return the blocks of *html* in order, each with its *kind*: p, ul, ol or table.

    A paragraph has *runs*; a list has *items* and a table *rows* of cells, all made of runs. A numbered list
    also has the number with which it *start*s: one that a table has divided goes on.
    """
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.finished()


class _Reader(HTMLParser):
    """Collects blocks. Lists inside of lists become part of the outer one; a table divides it.

    What comes after a table in the same item is a paragraph.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._blocks: list[dict[str, Any]] = []
        self._runs: list[Run] = []
        self._styles: list[str] = []
        self._lists: list[str] = []
        self._next = 1
        self._is_begun = False

    def finished(self) -> list[dict[str, Any]]:
        self._close_paragraph()
        return self._blocks

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _STYLES:
            self._styles.append(_STYLES[tag])
        elif tag in _LISTS:
            self._open_list(tag, dict(attrs).get("start") or "1")
        elif tag == "li":
            self._is_begun = False
        elif tag == "table":
            self._close_before()
            self._blocks.append({"kind": "table", "rows": []})
        elif tag == "tr":
            self._blocks[-1]["rows"].append([])
        elif tag == "br":
            self._runs.append(("\n", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in _STYLES and self._styles:
            self._styles.pop()
        elif tag == "p" and not self._lists:
            self._close_paragraph()
        elif tag == "li":
            self._close_item()
        elif tag in ("td", "th"):
            self._blocks[-1]["rows"][-1].append(self._taken())
        elif tag in _LISTS and self._lists:
            self._lists.pop()

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if not words:
            words = " " if data and self._runs else ""
        else:
            words = (
                (" " if data[0].isspace() and self._runs else "")
                + words
                + (" " if data[-1].isspace() else "")
            )
        if words:
            self._runs.append((words, self._styles[-1] if self._styles else ""))

    def _open_list(self, tag: str, start: str) -> None:
        self._close_before()
        if not self._lists:
            self._next = int(start)
            self._begin_list(tag)
        self._lists.append(tag)

    def _begin_list(self, tag: str) -> None:
        numbers = {"start": self._next} if tag == "ol" else {}
        self._blocks.append({"kind": tag, "items": [], **numbers})

    def _close_before(self) -> None:
        """Close what a list or a table begins in."""
        if self._lists:
            self._close_item()
        else:
            self._close_paragraph()

    def _close_item(self) -> None:
        runs = self._taken()
        if not runs:
            return
        is_in_list = "items" in self._blocks[-1]
        if self._is_begun and not is_in_list:
            self._blocks.append({"kind": "p", "runs": runs})
            return
        if not is_in_list:
            self._begin_list(self._lists[0])
        self._blocks[-1]["items"].append(runs)
        self._is_begun = True
        self._next += 1

    def _close_paragraph(self) -> None:
        runs = self._taken()
        if runs:
            self._blocks.append({"kind": "p", "runs": runs})

    def _taken(self) -> list[Run]:
        runs, self._runs = self._runs, []
        while runs and not runs[-1][0].strip():
            runs.pop()
        return runs

"""What is wrong with a question, and where."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question that can't be answered, for pages to show.

    *before*, *wrong*, *after:* the question, cut around the mistake. *mended:* a better question, or empty.
    """

    message: str
    before: str
    wrong: str
    after: str
    mended: str


class SearchError(ValueError):
    """A question that can't be answered as it stands.

    *position:* the index of the first wrong character. *length:* how many are wrong, 0 where one is missing.
    *suggestion:* what to write in their place, or None. *code:* the kind of mistake, for programs.
    """

    def __init__(
        self,
        message: str,
        position: int,
        length: int = 0,
        suggestion: str | None = None,
        code: str = "unreadable",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.position = position
        self.length = length
        self.suggestion = suggestion
        self.code = f"search/{code}"

    def mended(self, text: str) -> str:
        """Return the question *text* with the suggestion in place; empty if there is no suggestion."""
        if self.suggestion is None:
            return ""
        return (text[: self.position] + self.suggestion + text[self.position + self.length :]).strip()

    def mistake_in(self, text: str, mended: str = "") -> Mistake:
        """Return what a page shows of it in the question *text*. *mended:* more than the suggestion."""
        end = self.position + self.length
        return Mistake(
            self.message,
            text[: self.position],
            text[self.position : end],
            text[end:],
            mended or self.mended(text),
        )

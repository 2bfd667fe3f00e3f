"""What is wrong with a question, and where."""


class SearchError(ValueError):
    """A question that can't be answered as it stands.

    *position:* of the first wrong character, from 0. *length:* how many are wrong, 0 where one is missing.
    *suggestion:* what to write in their place, or None. *code:* what kind of mistake, for programs.
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
        """Return the question *text* with the suggestion put in; empty when there is none."""
        if self.suggestion is None:
            return ""
        return (text[: self.position] + self.suggestion + text[self.position + self.length :]).strip()

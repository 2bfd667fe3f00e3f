"""The search: `read` a question, then ask it for its `cards`."""

from cards.search.language.errors import Mistake, SearchError
from cards.search.language.question import Question, read

__all__ = ["Mistake", "Question", "SearchError", "read"]

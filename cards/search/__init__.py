"""The search: `read` a question, then ask it for its `cards`."""

from cards.search.errors import Mistake, SearchError
from cards.search.question import Question, read

__all__ = ["Mistake", "Question", "SearchError", "read"]

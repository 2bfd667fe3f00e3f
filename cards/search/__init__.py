"""The search: `read` a question, then ask it for its `cards`."""

from cards.search.compile import Question, read
from cards.search.errors import SearchError

__all__ = ["Question", "SearchError", "read"]

"""Compares two texts word by word. Its work is bounded, so hostile texts can't make it slow."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Generic, Literal, TypeVar

# As counted by `work`: a quarter of a second at worst. Two texts of 500 English words take a tenth of it.
MOST_WORK = 10_000_000
MOST_DROWNED = 2

Kind = Literal["same", "gone", "new"]
Word = TypeVar("Word", bound=Hashable)
Part = tuple[bool, tuple[Word, ...], tuple[Word, ...]]  # whether they agree, the old words, the new words


@dataclass(frozen=True, slots=True)
class Run(Generic[Word]):
    """A run of words in a difference: *same* in both texts, *gone* from the old, or *new*.

    Words that count as the same are given as in the new text.
    """

    kind: Kind
    words: tuple[Word, ...]


class WordDiff:
    """Compares texts word by word until its allowance of work is spent, then only as wholes."""

    def __init__(self, most_work: int = MOST_WORK) -> None:
        self._left = most_work

    def runs(self, old: Sequence[Word], new: Sequence[Word]) -> tuple[Run[Word], ...]:
        """Return the runs of both texts in reading order, with removed words before new ones."""
        head, tail = _shared_ends(old, new)
        old_middle, new_middle = old[head : len(old) - tail], new[head : len(new) - tail]
        made: list[Run[Word]] = [
            Run("same", tuple(new[:head])),
            *self._middle(old_middle, new_middle),
            Run("same", tuple(new[len(new) - tail :])),
        ]
        return tuple(run for run in made if run.words)

    def _middle(self, old: Sequence[Word], new: Sequence[Word]) -> list[Run[Word]]:
        cost = work(old, new)
        if cost > self._left:
            return [Run("gone", tuple(old)), Run("new", tuple(new))]
        self._left -= cost
        made: list[Run[Word]] = []
        for is_same, gone, kept in _parts(old, new):
            if is_same:
                made.append(Run("same", kept))
            else:
                made += [Run("gone", gone), Run("new", kept)]
        return made


def runs(old: Sequence[Word], new: Sequence[Word]) -> tuple[Run[Word], ...]:
    """Return the runs of two texts; if comparing takes too long, all of the old, then all of the new."""
    return WordDiff().runs(old, new)


def work(old: Sequence[Word], new: Sequence[Word]) -> int:
    """Return an upper bound of the work: the pairs of equal words times the possible splits."""
    counted = Counter(new)
    pairs = sum(count * counted[word] for word, count in Counter(old).items())
    return pairs * max(len(old), len(new))


def _parts(old: Sequence[Word], new: Sequence[Word]) -> list[Part[Word]]:
    """Return the parts of both texts in order.

    One or two unchanged words between longer changes count as changed: nobody wants to read that “the” is
    the same.
    """
    made: list[Part[Word]] = []
    for tag, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        part = (tag == "equal", tuple(old[i:j]), tuple(new[k:m]))
        if len(made) > 1 and made[-1][0] and _drowns(made[-1], made[-2], part):
            kept, before = made.pop(), made.pop()
            part = (False, before[1] + kept[1] + part[1], before[2] + kept[2] + part[2])
        made.append(part)
    return made


def _drowns(kept: Part[Word], *changed: Part[Word]) -> bool:
    size = len(kept[1])
    return size <= MOST_DROWNED and all(size < max(len(part[1]), len(part[2])) for part in changed)


def _shared_ends(old: Sequence[Word], new: Sequence[Word]) -> tuple[int, int]:
    """Return how many words both begin with, and how many of the rest both end with."""
    shorter = min(len(old), len(new))
    head = next((place for place in range(shorter) if old[place] != new[place]), shorter)
    left = shorter - head
    tail = next((place for place in range(left) if old[-1 - place] != new[-1 - place]), left)
    return head, tail

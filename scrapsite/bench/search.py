"""How long a search takes among few and among many cards, on a database of its own.

Each question finds the same few cards in both boxes, so only the number of other cards differs.
"""

import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from scrapsite.bench.servers import measured_apart

if TYPE_CHECKING:
    from cards.models import IndexedCard

FEW, MANY = 200, 100_000
WANTED = 20
ROUNDS = 60
QUESTIONS = ("needle", '"thin needle"', "name:needle", "text:needle", "cost=777", "cost>=777", "does:{facet}")
WORDS = (
    "bolt gear plate wire lamp crank rivet spring valve hose lever cable piston rotor flange gasket".split()
)


def measure_search(many: int = MANY, database: Path | None = None) -> dict[str, Any]:
    """Return the milliseconds of each question among few and *many* cards, in a process of its own.

    *database:* a migrated one to begin with, if there is one.
    """
    found: dict[str, Any] = measured_apart("scrapsite.bench.search", str(many), database=database)
    return found


def main(many: int) -> None:
    """Measure on the database that SCRAPSITE_VAR names, which is filled with made-up cards."""
    import django

    django.setup()

    from django.core.management import call_command

    from cards.search.language.vocabulary import vocabulary

    call_command("migrate", verbosity=0, interactive=False)
    facet, *others = vocabulary().does
    questions = [question.format(facet=facet) for question in QUESTIONS]
    costs = [_measure(size, questions, facet, others) for size in (FEW, many)]
    rows = [_compared(question, *(found[question] for found in costs)) for question in questions]
    sys.stdout.write(json.dumps({"few": FEW, "many": many, "questions": rows}))


def _compared(question: str, few: float, many: float) -> dict[str, Any]:
    return {"question": question, "few": few, "many": many, "times": many / few}


def _measure(size: int, questions: Sequence[str], facet: str, others: Sequence[str]) -> dict[str, float]:
    """Return the milliseconds of each question in a box of *size* cards."""
    from cards.catalogue.indexing import clear, store

    clear()
    made = _cards(size, facet, others)
    while batch := list(islice(made, 5000)):
        store(batch)
    return {question: _cost(question) for question in questions}


def _cost(text: str) -> float:
    """Return the milliseconds of a search as a page does it: read, count, fetch the first sixty."""
    from cards.search import read

    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        question = read(text)
        count = question.rows().count()
        keys = list(question.rows()[:60].values_list("game", "edition", "slug"))
        taken.append(time.perf_counter() - begun)
        if count != len(keys) or count != WANTED:
            raise RuntimeError(f"{text} found {count} cards, not {WANTED}")
    return 1000 * median(taken)


def _cards(size: int, facet: str, others: Sequence[str]) -> Iterator[tuple["IndexedCard", list[str]]]:
    """Yield made-up cards. The questions find `WANTED` of them, which are evenly spread."""
    luck = random.Random(size)
    for number in range(size):
        if number % (size // WANTED) == 0:
            yield _card(number, "thin needle", 777, luck), [facet]
        else:
            name = " ".join(luck.sample(WORDS, 2))
            yield _card(number, name, luck.randrange(500), luck), luck.sample(others, min(2, len(others)))


def _card(number: int, words: str, cost: int, luck: random.Random) -> "IndexedCard":
    from cards.models import IndexedCard

    text = f"{luck.choice(WORDS)} {words} {luck.choice(WORDS)}"
    return IndexedCard(
        game="scrapbots",
        edition="made-up",
        slug=f"card-{number}",
        name=words,
        type=luck.choice(("Scrapbot", "Component", "Resource")),
        sub="",
        text=text,
        name_words=words,
        kind_words="",
        text_words=text,
        flips=luck.random() < 0.5,
        is_newest=True,
        qty=luck.randrange(1, 9),
        cost=cost,
        health=10 * luck.randrange(10),
        game_rank=0,
        edition_rank=0,
        place=number,
        name_rank=number,
        type_rank=0,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))

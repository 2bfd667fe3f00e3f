"""Random questions: each quickly gets cards, or a mistake with its place. The soak asks ten thousand."""

from collections import Counter
from functools import partial

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from cards.api import A_PAGE
from cards.search import Question, SearchError, read
from cards.search.language.editing import narrowed, without
from cards.search.language.operators import OPERATORS
from cards.search.language.parser import MOST_CHARACTERS, SHORT_FORMS
from cards.search.language.readings import SIGNS
from cards.search.language.vocabulary import vocabulary
from tests.cards.search.test_search import ANSWERS
from tests.paces import times_as_long
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db
USUAL = "type:component health>2 or draw"
MOST_TIMES = 8
TOO_MUCH = ("search/too-long", "search/too-many", "search/too-deep")

KEYS = [*OPERATORS, *SHORT_FORMS, "cots", "é", "HEALTH", "order order"]
VALUES = [
    *(choice for name in ("game", "edition", "type", "does") for choice in getattr(vocabulary(), name)),
    *(
        "1..5",
        "2-4",
        "-1--5",
        "..",
        "5..1",
        "1…",
        "part,junk",
        ",,",
        '"a",b*',
        "dr*g",
        "3.4..3.6",
        "−5",
        "“draw 2”",
        "newest",
        "heat",
    ),
    *("5", "-5", "0", "9" * 9, "9" * 400, "1e9", "٣", "½", "", '"', '""', '"draw 2"', "any", "yes", "desc"),
    *("\0", "'", "';--", "%", "_", "*", "🤖", "\u202e", "\ud800", "NEAR(a b)", "^a", "{name}:", "\\", "ß"),
]
SIGN = [*SIGNS["number"], " >= ", "::", "=<", ""]

terms = st.builds(lambda *parts: "".join(parts), *map(st.sampled_from, (KEYS, SIGN, VALUES)))
parts = st.one_of(
    terms,
    st.sampled_from(["(", ")", "-", "or", "and", "OR", '"', " ", "-(", "((", "scout", '"20 damage"']),
    st.text(max_size=12),
)
composed = st.builds(
    lambda found, gap: gap.join(found), st.lists(parts, max_size=40), st.sampled_from(["", " "])
)
random_text = st.text(max_size=MOST_CHARACTERS + 20)
seeds = st.sampled_from([text for text, _ in ANSWERS])


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Return a good question with a few characters changed, removed, doubled or inserted."""
    text = draw(seeds)
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 3))
        put = draw(st.one_of(st.sampled_from([*SIGN, *VALUES[-20:], "(", ")", "-"]), st.text(max_size=2)))
        text = text[:at] + put + text[at + cut :]
    return text


def asked(text: str) -> Question | SearchError:
    """Return the question, or the mistake in it."""
    try:
        return read(text)
    except SearchError as error:
        return error


def ask(text: str) -> bool:
    """Ask *text* as the list and the API do, and return whether it was a question.

    If not, only a mistake that points into it may come of it.
    """
    question = asked(text)
    if isinstance(question, SearchError):
        assert question.message
        assert 0 <= question.position <= question.position + question.length <= len(text)
        assert isinstance(question.mended(text), str)
        return False
    count = question.rows().count()
    assert len(question.cards(0, A_PAGE)) == min(count, A_PAGE)
    assert question.english
    return True


@pytest.mark.parametrize("count", [400, soaking(10_000, seconds=25)])
@pytest.mark.soak(seconds=4)
def test_questions_nobody_would_ask(count: int) -> None:
    slow, kinds = list[str](), Counter[bool]()

    @seed(20_261_121)
    @settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.one_of(composed, mutated(), random_text))
    def many(text: str) -> None:
        if times_as_long(lambda: kinds.update([ask(text)]), lambda: ask(USUAL), MOST_TIMES) >= MOST_TIMES:
            slow.append(text)

    many()
    assert kinds.total() >= count
    assert min(kinds.values()) > count / 10
    assert not slow


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(composed, mutated()), st.sampled_from(["game", "type", "edition"]), st.integers(0, 99))
@pytest.mark.soak(seconds=1)
def test_facet_links_never_spoil_a_question(text: str, key: str, number: int) -> None:
    """A readable question stays readable when it is narrowed and widened, unless it becomes too long."""
    choices = list(getattr(vocabulary(), key))
    value = choices[number % len(choices)]
    if isinstance(asked(text), SearchError):
        return
    for changed in (narrowed(text, key, value), without(text, key), without(narrowed(text, key, value), key)):
        after = asked(changed)
        assert isinstance(after, Question) or after.code in TOO_MUCH, (text, changed)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(composed, mutated(), random_text))
@pytest.mark.soak(seconds=5)
def test_the_pages_stand_any_question(client_for_fuzz, text: str) -> None:
    for path, statuses in (("/cards/", {200}), ("/cards/found/", {200}), ("/api/v1/cards", {200, 400})):
        query = {"q": text.encode("utf-8", "replace").decode(), "as": "text"}
        get = partial(client_for_fuzz.get, path, query)
        assert get().status_code in statuses
        empty = partial(client_for_fuzz.get, path, {"as": "text"})
        assert times_as_long(get, empty, MOST_TIMES) < MOST_TIMES, (path, text)


@pytest.fixture
def client_for_fuzz(db, client):
    return client

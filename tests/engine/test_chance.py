"""Chance: known answers worked out here with hashlib, fairness, and the fast generator."""

from collections import Counter
from itertools import pairwise

import pytest

from games.engine.chance import Chance, FastChance, MatchChance
from games.engine.proofs import CURRENT
from tests.engine.test_proofs import hmac_sha256, told


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("seed", [b"s", b"\0" * 32, bytes(range(32))])
def test_draw_number_n_is_the_hmac_of_purpose_and_n(seed, version):
    chance = MatchChance(seed, 0, version)
    draws = [(2, "coin:scout"), (6, "deck:0"), (45, "main-deck"), (2, "first-player")]
    for counter, (limit, purpose) in enumerate(draws):
        first = f"{purpose}|{counter}".encode()
        message = first if version == 1 else told("draw", purpose, str(counter), str(limit))
        known = int.from_bytes(hmac_sha256(seed, message), "big") % limit
        assert chance.below(limit, purpose) == known
    assert chance.counter == len(draws)


def test_the_counter_goes_on_where_it_was_stored():
    whole, first = MatchChance(b"seed"), MatchChance(b"seed")
    expected = [whole.below(100, "x") for _ in range(10)]
    start = [first.below(100, "x") for _ in range(4)]
    rest = MatchChance(b"seed", first.counter)
    assert start + [rest.below(100, "x") for _ in range(6)] == expected


@pytest.mark.parametrize("version", [1, CURRENT])
def test_another_purpose_gives_another_draw(version):
    drawn = {MatchChance(b"seed", 0, version).below(2**60, purpose) for purpose in ("a", "b", "c")}
    assert len(drawn) == 3


def test_heads_is_a_one():
    chance, again = MatchChance(b"coins"), MatchChance(b"coins")
    assert [chance.coin("c") for _ in range(50)] == [again.below(2, "c") == 1 for _ in range(50)]


def test_a_shuffle_is_the_textbook_one_from_the_end():
    items, chance, again = list("abcdef"), MatchChance(b"shuffle"), MatchChance(b"shuffle")
    chance.shuffle(items, "deck")
    expected = list("abcdef")
    for last in (5, 4, 3, 2, 1):
        other = again.below(last + 1, "deck")
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected
    assert chance.counter == 5


@pytest.mark.parametrize("make", [lambda seed: MatchChance(b"%d" % seed), FastChance], ids=["match", "fast"])
class TestFairness:
    """Rough checks that would fail for a broken generator and can't fail by bad luck: seeds are fixed."""

    def test_each_number_is_equally_likely(self, make):
        chance = make(1)
        counts = Counter(chance.below(6, "die") for _ in range(6000))
        assert set(counts) == set(range(6))
        # Chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand.
        assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5

    def test_each_order_is_equally_likely(self, make):
        chance, counts = make(2), Counter()
        for _ in range(2400):
            items = list("abcd")
            chance.shuffle(items, "deck")
            counts["".join(items)] += 1
        assert len(counts) == 24
        # 23 degrees of freedom: 49.7 is passed once in a thousand.
        assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 49.7

    def test_coins_have_no_memory(self, make):
        chance = make(3)
        flips = [chance.coin("coin") for _ in range(4001)]
        pairs = Counter(pairwise(flips))
        assert all(900 < count < 1100 for count in pairs.values())

    def test_pick_takes_from_the_items(self, make):
        chance = make(4)
        assert {chance.pick("abc", "x") for _ in range(100)} == set("abc")

    def test_a_limit_of_one_leaves_no_choice(self, make):
        assert {make(5).below(1, "x") for _ in range(10)} == {0}


def test_fast_chance_repeats_by_seed_and_counts_its_draws():
    one, two = FastChance(7), FastChance(7)
    assert [one.below(1000, "x") for _ in range(20)] == [two.below(1000, "y") for _ in range(20)]
    assert one.draws == 20


def test_chance_itself_draws_nothing():
    with pytest.raises(NotImplementedError):
        Chance().below(2, "x")


def test_a_move_is_drawn_by_its_weight() -> None:
    luck = FastChance(1)
    found = [luck.weighed(["a", "b", "c"], [0.0, 3.0, 1.0], "test") for _ in range(400)]
    assert "a" not in found
    assert 240 < found.count("b") < 360
    assert {luck.weighed(["a", "b"], [0.0, 0.0], "test") for _ in range(50)} == {"a", "b"}

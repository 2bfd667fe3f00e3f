"""Effects: one value read as text, as facets, and carried out."""

from games.engine.effects import Effect, IfHeads, Steps, parts, sentence, steps


class Gain(Effect, frozen=True):
    amount: int

    facet = "gain"

    def text(self):
        return f"gain {self.amount}"

    def can_change(self, scene):
        return self.amount > 0

    def resolve(self, scene):
        scene.total += self.amount


class Scene:
    """*limit:* the total that ends the game."""

    def __init__(self, *coins, limit=100):
        self.total, self.coins, self.limit = 0, list(coins), limit

    @property
    def is_over(self):
        return self.total >= self.limit

    def flip(self):
        return self.coins.pop(0)


def total(effect, *coins, limit=100):
    effect.resolve(scene := Scene(*coins, limit=limit))
    return scene.total


def test_steps_happen_in_order_until_the_game_is_over():
    assert total(steps(Gain(1), Gain(2), Gain(3))) == 6
    assert total(steps(Gain(1), Gain(2), Gain(3)), limit=3) == 3


def test_one_step_needs_no_wrapping():
    assert steps(Gain(1)) == Gain(1)
    assert steps(Gain(1), Gain(2)) == Steps((Gain(1), Gain(2)))


def test_heads_it_happens_tails_it_does_not():
    assert total(IfHeads(Gain(4)), True) == 4
    assert total(IfHeads(Gain(4)), False) == 0


def test_text_of_steps_and_coins():
    effect = steps(Gain(1), IfHeads(Gain(2)))
    assert sentence(effect) == "Gain 1. Heads: gain 2."


def test_facets_are_sorted_and_named_once():
    assert steps(Gain(1), IfHeads(Gain(2))).facets() == ("flip", "gain")
    assert Effect().facets() == ()


def test_whether_anything_could_change():
    assert steps(Gain(0), IfHeads(Gain(2))).can_change(Scene())
    assert not steps(Gain(0), IfHeads(Gain(0))).can_change(Scene())


def test_equal_effects_are_equal_values():
    assert {steps(Gain(1), Gain(2)), steps(Gain(1), Gain(2))} == {Steps((Gain(1), Gain(2)))}


def test_parts_are_all_effects_in_an_effect():
    one, two = Gain(1), Gain(2)
    both = steps(one, IfHeads(two))
    assert list(parts(both)) == [both, one, IfHeads(two), two]
    assert list(parts(one)) == [one]

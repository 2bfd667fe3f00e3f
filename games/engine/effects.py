"""Cards do things by effect values; text, enforcement and search facets are readings of them."""

from typing import Any, ClassVar

from msgspec import Struct


class Effect(Struct, frozen=True):
    """A thing a card does.

    A title's effects say how they `resolve` on its own scene: the state, who acts, chance, events so far.
    *facet:* the word one finds it by. *aim:* what its player chooses for it, in the title's words, or empty.
    """

    facet: ClassVar[str] = ""
    aim: ClassVar[str] = ""

    def text(self) -> str:
        """Return the rule as a phrase, without a full stop."""
        raise NotImplementedError

    def facets(self) -> tuple[str, ...]:
        """Return the words one finds it by, sorted."""
        return (self.facet,) if self.facet else ()

    def can_change(self, scene: Any) -> bool:
        """Return whether resolving it on *scene* could change anything at all."""
        raise NotImplementedError

    def resolve(self, scene: Any) -> None:
        """Carry it out on *scene*."""
        raise NotImplementedError


class Steps(Effect, frozen=True):
    """Effects one after the other; none follows once the game is over."""

    steps: tuple[Effect, ...]

    def text(self) -> str:
        return ". ".join(_capital(step.text()) for step in self.steps)

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({facet for step in self.steps for facet in step.facets()}))

    def can_change(self, scene: Any) -> bool:
        return any(step.can_change(scene) for step in self.steps)

    def resolve(self, scene: Any) -> None:
        for step in self.steps:
            if scene.is_over:
                return
            step.resolve(scene)


class IfHeads(Effect, frozen=True):
    """Flip a coin; on heads the inner effect happens."""

    then: Effect

    def text(self) -> str:
        return f"Heads: {self.then.text()}"

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({"flip", *self.then.facets()}))

    def can_change(self, scene: Any) -> bool:
        return self.then.can_change(scene)

    def resolve(self, scene: Any) -> None:
        if scene.flip():
            self.then.resolve(scene)


def steps(*effects: Effect) -> Effect:
    """Return one effect that does all of *effects* in order."""
    return effects[0] if len(effects) == 1 else Steps(effects)


def sentence(effect: Effect) -> str:
    """Return the text of *effect* as printed: capital first, full stop last."""
    return f"{_capital(effect.text())}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

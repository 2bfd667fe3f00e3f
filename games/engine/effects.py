"""What a card does is an effect value: its text, its enforcement and its search facets come from it."""

from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

from msgspec import Struct


class Context(Protocol):
    """What `Steps` and `IfHeads` ask of the context in which a title's effects resolve."""

    @property
    def is_over(self) -> bool: ...

    def flip(self) -> bool:
        """Flip a coin; return True for heads."""
        ...


class Effect(Struct, frozen=True):
    """A thing a card does.

    It resolves in a context of the title's own: the state, the card's player, chance, and the events so far.
    *facet:* the word that search finds it by. *aim:* what its player chooses for it, in the title's words, or
    empty.
    """

    facet: ClassVar[str] = ""
    aim: ClassVar[str] = ""

    def text(self) -> str:
        """Return the rule as a phrase, without a full stop."""
        raise NotImplementedError

    def facets(self) -> tuple[str, ...]:
        """Return the words that search finds it by, sorted."""
        return (self.facet,) if self.facet else ()

    def can_change(self, context: Any) -> bool:
        """Return whether resolving it in *context* could change anything at all."""
        raise NotImplementedError

    def obstacle(self, context: Any) -> tuple[str, str]:
        """Return why it could change nothing: the anchor of a rule, or an empty text, and a sentence."""
        raise NotImplementedError

    def resolve(self, context: Any) -> None:
        """Carry it out in *context*."""
        raise NotImplementedError


class Steps(Effect, frozen=True):
    """Effects one after the other; none follows once the game is over."""

    steps: tuple[Effect, ...]

    def text(self) -> str:
        return ". ".join(_capital(step.text()) for step in self.steps)

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({facet for step in self.steps for facet in step.facets()}))

    def can_change(self, context: Any) -> bool:
        return any(step.can_change(context) for step in self.steps)

    def obstacle(self, context: Any) -> tuple[str, str]:
        rules, reasons = zip(*(step.obstacle(context) for step in self.steps), strict=True)
        return next(filter(None, rules), ""), " ".join(dict.fromkeys(reasons))

    def resolve(self, context: Context) -> None:
        for step in self.steps:
            if context.is_over:
                return
            step.resolve(context)


class IfHeads(Effect, frozen=True):
    """Flip a coin; on heads the inner effect happens."""

    then: Effect

    def text(self) -> str:
        return f"Heads: {self.then.text()}"

    def facets(self) -> tuple[str, ...]:
        return tuple(sorted({"flip", *self.then.facets()}))

    def can_change(self, context: Any) -> bool:
        return self.then.can_change(context)

    def obstacle(self, context: Any) -> tuple[str, str]:
        return self.then.obstacle(context)

    def resolve(self, context: Context) -> None:
        if context.flip():
            self.then.resolve(context)


def steps(*effects: Effect) -> Effect:
    """Return one effect that does all of *effects* in order."""
    return effects[0] if len(effects) == 1 else Steps(effects)


def parts(effect: Effect) -> Iterator[Effect]:
    """Yield *effect* and, if it is `Steps` or `IfHeads`, all that is in it."""
    yield effect
    match effect:
        case Steps(inner):
            for step in inner:
                yield from parts(step)
        case IfHeads(then):
            yield from parts(then)


def sentence(effect: Effect) -> str:
    """Return the text of *effect* as printed: capital first, full stop last."""
    return f"{_capital(effect.text())}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Fields that a designer fills in, and how what was put into them is refused."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from games.engine.errors import GameError

Value = int | str | bool

_MOST_PROBLEMS = 50


class Problem(Struct, frozen=True):
    """What is wrong. *at:* the place, such as `cards/drone/figures/cost`; *reason:* a sentence."""

    at: str
    reason: str


class DraftRefused(GameError):
    """The changes make no edition; *problems* name each place."""

    code = "draft/refused"

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(" ".join(f"{problem.at}: {problem.reason}" for problem in problems))
        self.problems = problems


class Problems:
    """Collects what is wrong, so that a designer hears everything at once."""

    def __init__(self) -> None:
        self._found: list[Problem] = []

    def add(self, at: str, reason: str) -> None:
        if len(self._found) < _MOST_PROBLEMS:
            self._found.append(Problem(at, reason))

    def __bool__(self) -> bool:
        return bool(self._found)

    def refuse(self) -> None:
        """*Raises:* `DraftRefused` if anything was added."""
        if self._found:
            raise DraftRefused(tuple(self._found))


class Number(Struct, frozen=True, tag="number"):
    """A whole number from *low* to *high* in steps of *step*. *rule:* anchor of the rule about it.

    *stated:* anchors of all paragraphs whose words hold for the published value alone, in whatever edition.
    """

    key: str
    label: str
    low: int
    high: int
    default: int
    step: int = 1
    help: str = ""
    rule: str = ""
    stated: tuple[str, ...] = ()

    def wrong(self, value: Any) -> str:
        """Return why *value* doesn't fit, or an empty text."""
        if not isinstance(value, int) or isinstance(value, bool):
            return f"{self.label} must be a whole number."
        if not self.low <= value <= self.high:
            return f"{self.label} goes from {_shown(self.low)} to {_shown(self.high)}."
        if (value - self.low) % self.step:
            return f"{self.label} goes up in steps of {self.step}, from {_shown(self.low)}."
        return ""


class Choice(Struct, frozen=True, tag="choice"):
    """One of a few values. *choices:* pairs of value and label. *rule*, *stated:* as in `Number`."""

    key: str
    label: str
    choices: tuple[tuple[str, str], ...]
    default: str
    help: str = ""
    rule: str = ""
    stated: tuple[str, ...] = ()

    def wrong(self, value: Any) -> str:
        """Return why *value* doesn't fit, or an empty text."""
        if value in (choice for choice, _ in self.choices):
            return ""
        return f"{self.label} must be one of {', '.join(choice for choice, _ in self.choices)}."


class Flag(Struct, frozen=True, tag="flag"):
    """Yes or no. *rule*, *stated:* as in `Number`."""

    key: str
    label: str
    default: bool = False
    help: str = ""
    rule: str = ""
    stated: tuple[str, ...] = ()

    def wrong(self, value: Any) -> str:
        """Return why *value* doesn't fit, or an empty text."""
        return "" if isinstance(value, bool) else f"{self.label} must be yes or no."


class EffectField(Struct, frozen=True, tag="effect"):
    """A place for other effects or conditions. *group:* the verbs that fit. *many:* holds a list of them."""

    key: str
    label: str
    group: str
    many: bool = False
    optional: bool = False


PlainField = Number | Choice | Flag
Field = PlainField | EffectField


def rules_of(field: PlainField) -> tuple[str, ...]:
    """Return the anchors of all paragraphs that *field* concerns, the rule about it first."""
    return tuple(dict.fromkeys((*([field.rule] if field.rule else []), *field.stated)))


def check_values(
    fields: tuple[PlainField, ...], values: Mapping[str, Value], at: str, problems: Problems
) -> None:
    """Add to *problems* every value that no field takes."""
    known = {field.key: field for field in fields}
    for key, value in values.items():
        if key not in known:
            problems.add(f"{at}/{key}", f"There is nothing called “{key}” here.")
        elif reason := known[key].wrong(value):
            problems.add(f"{at}/{key}", reason)


def _shown(number: int) -> str:
    return str(number).replace("-", "−")

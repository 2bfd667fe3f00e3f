"""Which draws of chance a title makes, as data: for checkers that know no rules.

A list of rules, each a tuple that begins with a word. A purpose or a name may have parts in braces, which
stand for a field of the event, for `n` (the seat of a `seats` rule) or for a number or text set before. A
number may also be written as `$field` or `-$field` (of the event), `#name` (set before), `@name` (an option)
or `seats`.

- `shuffle`, purpose, size: a draw below size, then one below size - 1, and so on down to 2.
- `some`, purpose, size, count: so many draws, the first below size, each next one below one less.
- `dice`, purpose, sides, field: a draw for each number in the event's list, which is the value drawn and one.
- `told`, purpose, field, values: the event's field is that of *values* which the last such draw chose.
- `set`, name, number and `add`, name, number: what is remembered for later steps.
- `option`, name, value, rules: the rules apply if the match's option has this value.
- `seats`, rules: the rules apply once for each seat.
- `case`, purpose, rules by value: those for the value of the last such draw apply, if there are any.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Rule = tuple[Any, ...]


class Draws(Struct, frozen=True):
    """All draws of an edition. *deal:* those of the deal, in order. *events:* by type of an event, the draws
    that it tells of; a step makes those of its events, in their order, and no others.
    """

    deal: tuple[Rule, ...]
    events: Mapping[str, tuple[Rule, ...]]

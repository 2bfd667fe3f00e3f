"""Links of ULTs and triggers of BOTs as choices: one value for each."""

from collections.abc import Callable

from msgspec.structs import replace

from games.titles.scrap_knights.box import ACT_KINDS, ATTACKS, PRINTS, TYPES
from games.titles.scrap_knights.cards.parts import Link, Trigger
from games.titles.scrap_knights.cards.printing import TRIGGERS

RESETS = "When the ACT phase begins the tokens are lost."
SAFE = "No effect takes tokens away."
Name = Callable[[str], str]

_ORDINALS = ("", "", "second", "third", "fourth")
_PLAIN = (
    Link("hit-unique", "A hit with a unique Attack, but not with copies that this made."),
    Link("use-unique", "A unique ACT is used."),
    Link("use-bot", "A BOT is used."),
    Link("use-frame", "Frame Advantage is used."),
    Link("vent-to-0", "A vent to 0 heat."),
)


def _from(distance: int) -> str:
    if distance == 0:
        return "A hit from distance 0."
    return f"A hit from distance 0 {'or' if distance == 1 else 'to'} {distance}."


def _in_a_row(turns: int) -> str:
    later = f", the {_ORDINALS[turns]} turn in a row or later" if turns > 1 else ""
    return f"A Defend against an Attack{later}."


def _start_hot(heat: int) -> str:
    return f"The ACT phase begins with {heat} heat or more. Below {heat} heat the tokens are lost."


def _used(kind: str) -> str:
    return f"{'An' if TYPES[kind][0] in 'AEIOU' else 'A'} {TYPES[kind]} is used."


def _all() -> dict[str, Link]:
    links = [
        *(Link("hit-from", _from(distance), value=distance) for distance in range(5)),
        *(Link("hit-range", f"A hit with an Attack of range {most}.", value=most) for most in range(6)),
        *(Link("hit-with", f"A hit with {PRINTS[act].name}.", card=act) for act in ATTACKS),
        *(Link("use-kind", _used(kind), card=kind) for kind in ACT_KINDS),
        *(Link("start-hot", _start_hot(heat), value=heat) for heat in range(1, 12)),
        *(Link("defend-in-a-row", _in_a_row(turns), value=turns) for turns in range(1, 5)),
        *_PLAIN,
    ]
    return {link_value(link): link for link in links}


def link_value(link: Link) -> str:
    """Return the value that stands for *link*, whatever is lost when a turn begins or can't be taken."""
    if link.card:
        return f"{link.kind}-{link.card}"
    return link.kind if link.kind in (plain.kind for plain in _PLAIN) else f"{link.kind}-{link.value}"


LINKS = _all()
LINK_CHOICES = tuple((value, link.words.rstrip(".")) for value, link in LINKS.items())
TRIGGER_CHOICES = tuple((f"{whose}-{what}", words.rstrip(".")) for (whose, what), words in TRIGGERS.items())


def link_of(value: str, resets: bool, is_safe: bool, name: Name) -> Link:
    """Return the link that *value* stands for. *name:* returns a card's name by slug."""
    link = LINKS[value]
    words = [f"A hit with {name(link.card)}." if link.kind == "hit-with" else link.words]
    words += [RESETS] * resets + [SAFE] * is_safe
    return replace(link, words=" ".join(words), resets_on_act=resets, is_safe=is_safe)


def trigger_value(trigger: Trigger) -> str:
    """Return the value that stands for *trigger*."""
    return f"{trigger.whose}-{trigger.what}"


def trigger_of(value: str) -> Trigger:
    """Return the trigger that *value* stands for."""
    whose, _, what = value.partition("-")
    return Trigger(whose, what)  # type: ignore[arg-type]

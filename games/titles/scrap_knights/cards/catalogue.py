"""What each card does, joined by slug to the figures in cards.csv."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from games.engine.cards import Card
from games.engine.codec import fingerprint
from games.titles.scrap_knights.box import DEFEND, MOVEMENT, PREP_SIZES, SPECIAL, Print, prints
from games.titles.scrap_knights.cards.conditions import (
    AtDistance,
    DyingAndNamed,
    FromDistance,
    Interrupted,
    OpponentUses,
    OriginalOnly,
    Uninterrupted,
)
from games.titles.scrap_knights.cards.effects import (
    Back,
    Block,
    CoolDown,
    CopyFromHand,
    CopyNextTurn,
    CopyPrep,
    CopyTurns,
    Deal,
    DealCloseness,
    DealDistance,
    DealHeat,
    DiscardAct,
    DrawMore,
    Forward,
    Gain,
    Grow,
    HeatOpponent,
    If,
    Meltdown,
    Move,
    MoveAnywhere,
    MoveTo,
    MoveX,
    PlayAnother,
    PlayTwo,
    PreventAll,
    PreventNext,
    ReduceLinks,
    ReloadBarrage,
    ReturnBot,
    SetAside,
    StealLink,
    Steps,
    Trade,
    Vent,
    VentAll,
    Verb,
)
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.cards.parts import Link, Part, Priority, Trigger
from games.titles.scrap_knights.cards.printing import card_of


class Behaviour(Struct, frozen=True):
    """What a card does. *trigger:* of a BOT."""

    parts: tuple[Part, ...]
    trigger: Trigger | None = None


def at(priority: Priority, *effects: Verb, overcharged: bool = False) -> Part:
    """Return the effects that stand at *priority*."""
    return Part(priority, effects[0] if len(effects) == 1 else Steps(effects), overcharged)


def does(*effects: Verb) -> Behaviour:
    """Return the behaviour of an ACT without a printed priority."""
    return Behaviour((at(0, *effects),))


def act(*parts: Part) -> Behaviour:
    """Return the behaviour of an ACT with these parts."""
    return Behaviour(parts)


def ult(*parts: Part) -> Behaviour:
    """Return the behaviour of an ULT; its link is in `LINKS`."""
    return Behaviour(parts)


def bot(trigger: Trigger, *parts: Part) -> Behaviour:
    """Return the behaviour of a BOT."""
    return Behaviour(parts, trigger=trigger)


def damage(amount: int, on_hit: Verb | None = None) -> Deal:
    """Return damage, with what follows on a hit."""
    return Deal(amount=amount, on_hit=on_hit)


UNINTERRUPTED, INTERRUPTED = Uninterrupted(), Interrupted()
FRAME_ADVANTAGE, BLITZ = Gain(("frame-advantage",)), Gain(("blitz",))

LINKS: Mapping[str, Link] = {
    "1000-cuts": Link("hit-from", "A hit from distance 0 or 1.", value=1),
    "big-tuna-kahuna": Link("hit-with", "A hit with Fishslap.", card="fishslap"),
    "eraser-las": Link("use-unique", "A unique ACT is used."),
    "heatsink-blade": Link(
        "start-hot",
        "The ACT phase begins with 5 heat or more. Below 5 heat the tokens are lost.",
        value=5,
    ),
    "mechromancers-siphon": Link("vent-to-0", "A vent to 0 heat."),
    "missile-barrage": Link(
        "use-frame",
        "Frame Advantage is used. When the ACT phase begins the tokens are lost.",
        resets_on_act=True,
    ),
    "nanomech-lance": Link("use-bot", "A BOT is used. No effect takes tokens away.", is_safe=True),
    "orbital-lobotomy": Link(
        "defend-in-a-row", "A Defend against an Attack, the second turn in a row or later.", value=2
    ),
    "plummet-buster": Link("hit-range", "A hit with an Attack of range 0.", value=0),
    "tas-custom": Link("hit-unique", "A hit with a unique Attack, but not with copies that this made."),
    "test": Link("use-kind", "A Special is used.", card=SPECIAL),
    "wavedash-crash": Link("use-kind", "A Movement is used.", card=MOVEMENT),
}

BEHAVIOURS: Mapping[str, Behaviour] = {
    # Attacks
    "can-opener": act(at(-1, damage(1, PlayAnother()))),
    "fishslap": does(damage(0, Grow(1))),
    "shock-palm": does(damage(1)),
    "crash": does(Forward(2), If(FromDistance(2, or_less=True), damage(1))),
    "cross-lunge": does(Forward(1), If(FromDistance(0), damage(3))),
    "dagger-jab": act(at(1, damage(2))),
    "las-shot": does(damage(1)),
    "slash": does(damage(3)),
    "stab": does(damage(2)),
    "dolphin-crash": act(
        at(1, Forward(2), If(FromDistance(2, or_less=True), damage(1))),
        at(-1, Back(1), If(FromDistance(1, or_less=True), damage(2)), overcharged=True),
    ),
    "missile": does(damage(2, FRAME_ADVANTAGE)),
    "pirated-cannon": does(DealCloseness(most=4)),
    "scorpion-spear": does(If(AtDistance(2), damage(5))),
    "siphon-drill": does(damage(2, StealLink())),
    "springlock": act(at(-1, If(UNINTERRUPTED, damage(5)))),
    "flamethrower": does(HeatOpponent(2)),
    "scope-shot": does(DealDistance()),
    "machina-deus": act(at("first", If(DyingAndNamed(), damage(1001)))),
    # Defends
    "meditation": does(Block(2), Vent(1)),
    "parry-shield": act(at("x", Block(2))),
    "stonewall": does(Block(3)),
    "taunt": act(at(-3, If(UNINTERRUPTED, Vent(5)))),
    "vent": does(Vent(3)),
    "coward-call": does(If(OpponentUses(DEFEND), VentAll()), BLITZ),
    "wide-guard": act(at(1, Block(2)), at(0, Block(2)), at(-1, Block(2))),
    # Movements
    "dash": does(Move(2)),
    "home-base": act(at(1, MoveTo(1))),
    "step": does(Move(1), FRAME_ADVANTAGE),
    "warp": act(at(-1, If(UNINTERRUPTED, MoveAnywhere()))),
    "thruster-launch": does(MoveX(choices=(1, 2, 3, 4, 5, 6))),
    # Specials
    "ghostblade": does(CopyNextTurn("slash"), FRAME_ADVANTAGE),
    "overclock": act(at(0, BLITZ), at(0, BLITZ, overcharged=True)),
    "wait": does(Gain(("frame-advantage", "armored"))),
    "burstflare": act(at(-3, If(UNINTERRUPTED, Vent(3)), If(INTERRUPTED, damage(1)))),
    "meltdown": does(Meltdown()),
    "oneliner": act(at(-1, If(UNINTERRUPTED, PlayTwo()))),
    # ULTs
    "1000-cuts": ult(
        at("last", damage(2), BLITZ, If(OriginalOnly(), CopyTurns(2))),
    ),
    "big-tuna-kahuna": ult(at(0, damage(4), MoveTo(5))),
    "eraser-las": ult(at(0, damage(2, SetAside()))),
    "heatsink-blade": ult(
        at("first", If(AtDistance(2, or_less=True), DealHeat()), CoolDown()),
    ),
    "mechromancers-siphon": ult(at(0, damage(2, ReturnBot()))),
    "missile-barrage": ult(
        at(0, damage(2, ReloadBarrage())),
    ),
    "nanomech-lance": ult(
        at("last", damage(2), BLITZ, If(OriginalOnly(), CopyTurns(2))),
    ),
    "orbital-lobotomy": ult(
        at("last", damage(6), DiscardAct()),
    ),
    "plummet-buster": ult(
        at(-3, damage(5), If(UNINTERRUPTED, damage(3))),
    ),
    "tas-custom": ult(
        at(0, CopyPrep()),
    ),
    "test": ult(
        at(0, Trade()),
        at(0, DrawMore(2), overcharged=True),
    ),
    "wavedash-crash": ult(
        at("first", MoveTo(5)),
        at(-1, MoveTo(0), damage(5)),
    ),
    # BOTs
    "ad-chain": bot(Trigger("opp", "threatened"), at("tag", CopyFromHand())),
    "ad-pester": bot(Trigger("opp", "uninterrupted"), at("first", damage(1))),
    "dd-burst": bot(Trigger("you", "threatened"), at("use", ReduceLinks()), at("first", PreventAll())),
    "dd-soothe": bot(Trigger("you", "overheat"), at("tag", Vent(3))),
    "md-close": bot(Trigger("you", "miss"), at("first", MoveTo(0))),
    "md-dash": bot(Trigger("you", "move"), at("tag", Move(2))),
    "sd-hats": bot(Trigger("opp", "miss"), at(0, Gain(("frame-advantage", "armored", "blitz")), Vent(3))),
    "sd-terror": bot(Trigger("opp", "threatened"), at("tag", PreventNext())),
}


def kinds(edition: str) -> tuple[Kind, ...]:
    """Return all that the rules need of the cards of *edition*, in the order of the box."""
    return tuple(_kind(printed) for printed in prints(edition))


def cards_hash(edition: str) -> str:
    """Return the digest of what the rules use of the edition; every match pins it."""
    return hash_of(kinds(edition), {})


def hash_of(kinds: Iterable[Kind], figures: Mapping[str, int]) -> str:
    """Return the digest of what the rules use of *kinds*. *figures:* of rules, where they are unusual."""
    rules = [_rules_of(kind) for kind in kinds]
    return fingerprint([rules, dict(figures)] if figures else rules)


def _rules_of(kind: Kind) -> tuple[object, ...]:
    link = kind.link and replace(kind.link, words="")
    figures = (kind.heat, kind.range, kind.overcharge)
    return (kind.slug, kind.kind, *figures, kind.parts, link, kind.trigger)


def catalogue_cards(edition: str) -> tuple[Card, ...]:
    """Return the cards as the catalogue shows them, text made from what they do."""
    return tuple(card_of(edition, _kind(card), PREP_SIZES, card.lines) for card in prints(edition))


def _kind(printed: Print) -> Kind:
    behaviour = BEHAVIOURS[printed.slug]
    return Kind(
        slug=printed.slug,
        name=printed.name,
        kind=printed.kind,
        heat=printed.heat or 0,
        range=printed.range,
        overcharge=printed.overcharge,
        parts=behaviour.parts,
        link=LINKS.get(printed.slug),
        trigger=behaviour.trigger,
        icon=printed.icon,
    )

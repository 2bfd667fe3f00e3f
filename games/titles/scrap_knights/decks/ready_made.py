"""Ready-made mechs, one for each ULT, together with all ACTs and BOTs. *Source:* `scrap-knights:setup-6`."""

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from games.titles.scrap_knights.box import PLACES, PRINTS, TAS_CUSTOM, TEST
from games.titles.scrap_knights.decks.deck import Deck, is_legal, make_deck
from games.titles.scrap_knights.decks.pool import Pool


class Mech(Struct, frozen=True):
    """A mech that can be played at once. *line:* how to play it, in a sentence or two.

    *level:* how hard it is to play. *why:* what makes it so, in a sentence.
    """

    slug: str
    name: str
    line: str
    level: Literal["easy", "medium", "hard"]
    why: str
    deck: Deck


MECHS: tuple[Mech, ...] = (
    Mech(
        "threshing-floor",
        "Threshing Floor",
        "Stay close and hit every turn; once the thousand cuts begin, they go on for two more turns.",
        "easy",
        "Each hit from close by is a link, and the ULT triggers by itself.",
        make_deck(
            ("shock-palm", "flamethrower", "slash", "cross-lunge", "coward-call", "step"),
            "1000-cuts",
            ("ad-chain", "ad-pester", "md-close"),
        ),
    ),
    Mech(
        "fishmonger",
        "Fishmonger",
        "Slap from distance 1 or less, crash back in, slap again; three slaps trigger the big one.",
        "easy",
        "One Attack does the work; you only watch the distance.",
        make_deck(
            ("fishslap", "crash", "pirated-cannon", "slash", "home-base", "vent"),
            "big-tuna-kahuna",
            ("ad-chain", "dd-soothe", "md-close"),
        ),
    ),
    Mech(
        "clean-slate",
        "Clean Slate",
        "Never use the same ACT twice before the laser fires, and take the best card off the table with it.",
        "hard",
        "You keep in mind which ACTs you have used, and save the others up.",
        make_deck(
            ("las-shot", "scope-shot", "pirated-cannon", "vent", "dash", "wide-guard"),
            "eraser-las",
            ("dd-soothe", "md-dash", "sd-hats"),
        ),
    ),
    Mech(
        "furnace-heart",
        "Furnace Heart",
        "Live at 5 or 6 heat for three turns, then put all of it into one blow.",
        "hard",
        "One heat too many loses the match.",
        make_deck(
            ("slash", "stab", "scope-shot", "dolphin-crash", "taunt", "thruster-launch"),
            "heatsink-blade",
            ("dd-soothe", "ad-pester", "dd-burst"),
        ),
    ),
    Mech(
        "second-wind",
        "Second Wind",
        "Vent to 0 heat again and again; every third time, you get a used BOT back.",
        "medium",
        "You plan your heat some turns ahead, and when to use a BOT.",
        make_deck(
            ("slash", "stab", "siphon-drill", "meditation", "vent", "ghostblade"),
            "mechromancers-siphon",
            ("ad-pester", "dd-burst", "sd-terror"),
        ),
    ),
    Mech(
        "salvo",
        "Salvo",
        "Save up Frame Advantage and spend three in one turn; each barrage loads the next.",
        "medium",
        "You save up for a big turn, and choose when it comes.",
        make_deck(
            ("las-shot", "missile", "vent", "step", "ghostblade", "wait"),
            "missile-barrage",
            ("ad-chain", "dd-soothe", "sd-hats"),
        ),
    ),
    Mech(
        "hive-keeper",
        "Hive Keeper",
        "Use all three BOTs as soon as they are armed; the lance they build strikes three times.",
        "medium",
        "Three BOTs with three triggers want to be armed and used in time.",
        make_deck(
            ("crash", "stab", "scorpion-spear", "las-shot", "meditation", "step"),
            "nanomech-lance",
            ("ad-chain", "dd-soothe", "md-dash"),
        ),
    ),
    Mech(
        "quiet-room",
        "Quiet Room",
        "Guess when your opponent will attack, block it, and take the cards they rely on.",
        "hard",
        "Nearly everything depends on guessing what the other mech does.",
        make_deck(
            ("slash", "stab", "meditation", "stonewall", "wide-guard", "machina-deus"),
            "orbital-lobotomy",
            ("dd-burst", "ad-pester", "sd-terror"),
        ),
    ),
    Mech(
        "pile-driver",
        "Pile Driver",
        "Get to distance 0 and hold on: three hits from there and the pile comes down.",
        "easy",
        "You look for one distance only; from there half of your ACTs give links.",
        make_deck(
            ("can-opener", "cross-lunge", "dagger-jab", "springlock", "slash", "vent"),
            "plummet-buster",
            ("ad-pester", "md-close", "dd-burst"),
        ),
    ),
    Mech(
        "choreographer",
        "Choreographer",
        "Hit with three different Attacks from distance 1, and the whole routine follows at once.",
        "hard",
        "You choose a prepared deck, and have its three Attacks in mind from the beginning.",
        make_deck(
            ("shock-palm", "stab", "dolphin-crash", "las-shot", "vent", "step"),
            TAS_CUSTOM,
            ("ad-chain", "dd-soothe", "sd-hats"),
            ("shock-palm", "stab", "las-shot"),
        ),
    ),
    Mech(
        "prototype",
        "Prototype",
        "Begin with Specials; after three of them, trade what you don’t need for better parts.",
        "hard",
        "You trade ACTs during the match, so you know all twelve of its deck.",
        make_deck(
            ("slash", "stab", "scope-shot", "dolphin-crash", "ghostblade", "oneliner"),
            TEST,
            ("ad-pester", "dd-burst", "dd-soothe"),
            (
                *("overclock", "las-shot", "missile", "pirated-cannon", "scorpion-spear", "wait"),
                *("meditation", "stonewall", "burstflare", "parry-shield", "home-base", "meltdown"),
            ),
        ),
    ),
    Mech(
        "riptide",
        "Riptide",
        "Move out, shoot, move in, lunge; every third Movement ends with the crash.",
        "medium",
        "You change the distance nearly every turn, and attack from where you end.",
        make_deck(
            ("cross-lunge", "scope-shot", "taunt", "dash", "step", "warp"),
            "wavedash-crash",
            ("dd-soothe", "md-close", "md-dash"),
        ),
    ),
)

BY_SLUG: Mapping[str, Mech] = {mech.slug: mech for mech in MECHS}


def mechs_of(pool: Pool, mechs: Iterable[Mech] = MECHS) -> tuple[Mech, ...]:
    """Return *mechs* as they can be put together from *pool*; without their ULT they can't.

    A card that is missing is replaced by the next one of its type, in the order of the box, that isn't in the
    deck; if there is none, by the next ACT of any type. The same fills larger decks. Smaller ones keep their
    first cards.
    """
    found = (_refit(mech, pool) for mech in mechs if mech.deck.ult in pool.ults)
    return tuple(mech for mech in found if is_legal(mech.deck, pool))


def _refit(mech: Mech, pool: Pool) -> Mech:
    deck = mech.deck
    is_apart = deck.ult == TEST  # no ACT may be in both of its decks
    kept = [card for card in deck.prep if card in pool.acts] if is_apart else []
    acts = _fill(deck.acts, pool.hand, pool, pool.acts, kept)
    bots = _fill(deck.bots, pool.bot_count, pool, pool.bots)
    allowed, size = pool.may_prepare(deck.ult), pool.prep_size(deck.ult)
    prep = _fill(deck.prep, size, pool, allowed, acts if is_apart else ()) if size else []
    refitted = make_deck(acts, deck.ult, bots, prep, pool)
    return mech if refitted == deck else replace(mech, deck=refitted)


def _fill(
    cards: Iterable[str], size: int, pool: Pool, allowed: tuple[str, ...], taken: Collection[str] = ()
) -> list[str]:
    """Return *size* of *cards*, with others in place of those that aren't *allowed* or are missing."""
    wanted = list(cards)[:size]
    found = [card for card in wanted if card in allowed]
    lost = [PRINTS[card] for card in wanted if card not in allowed]
    for place in range(size - len(found)):
        free = [card for card in allowed if card not in found and card not in taken]
        kind, after = (lost[place].kind, PLACES[lost[place].slug]) if place < len(lost) else ("", 0)
        free.sort(key=lambda card: (pool.kind(card).kind != kind, PLACES.get(card, len(PLACES)) < after))
        found += free[:1]
    return found

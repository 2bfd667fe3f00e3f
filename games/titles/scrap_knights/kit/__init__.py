"""What people need to play Scrap Knights at a real table."""

from collections.abc import Iterable, Iterator

from games.engine.kit import BOX, Deck, Die, Kit, Marker, Share
from games.titles.scrap_knights.decks.deck import PREP_RULES
from games.titles.scrap_knights.decks.pool import Pool
from games.titles.scrap_knights.decks.ready_made import Mech
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.kit.aids import turn_aid
from games.titles.scrap_knights.kit.mats import duel_mat, mech_mat
from games.titles.scrap_knights.state import SEATS, Limits
from games.titles.scrap_knights.words import in_words

# As many dice as the rulebook asks for: of each mech two for HP, one for heat and one for links, and one for
# the distance.
DICE = 9
# There is no limit to tokens; with more than these, players put a die on one.
TOKENS = (
    ("frame-advantage", "Frame Advantage", "token-frame", "card-movement", "Frame\nAdvantage\n+{0}", 8),
    ("armored", "Armored", "token-armored", "card-defend", "Armored\nBlock {1}", 6),
    ("blitz", "Blitz", "token-blitz", "card-attack", "Blitz\n+{2}", 6),
)


def kit(edition: Edition) -> Kit:
    """Return what *edition* needs. *Source:* `scrap-knights:setup-1` to `setup-9`."""
    return Kit(
        seats=SEATS,
        decks=tuple(deck for seat in range(SEATS) for deck in _box(edition.pool, seat)),
        deals=(),
        mats=(duel_mat(edition), mech_mat(edition)),
        markers=(
            *(marker for seat in range(SEATS) for marker in _of(edition, seat)),
            *_tokens(edition.limits),
        ),
        dice=(Die("die", "Six-sided die", ("1", "2", "3", "4", "5", "6"), DICE, "setup-4"),),
        aids=(turn_aid(edition.limits),),
        picks=tuple(pick for mech in edition.mechs for pick in _ready_made(mech)),
        needs=(
            "A pencil for each player, to write secrets on the note cards.",
            "The mats have tracks for HP, heat, link tokens and the distance. With them one die for ties is "
            "enough; the rulebook counts with nine.",
        ),
    )


def _box(pool: Pool, seat: int) -> tuple[Deck, ...]:
    """Return all cards, for one player to choose from. *Source:* `scrap-knights:setup-5`."""
    return tuple(
        Deck(
            f"{slug}-{seat + 1}",
            f"{name} of player {seat + 1}",
            _shares(cards),
            BOX,
            words,
            "setup-5",
            owner=seat,
            is_shuffled=False,
        )
        for slug, name, cards, words in (
            ("acts", "ACTs", pool.acts, f"Choose {in_words(pool.hand)} different ones in secret."),
            ("ults", "ULTs", pool.ults, "Choose one in secret."),
            ("bots", "BOTs", pool.bots, f"Choose {in_words(pool.bot_count)} different ones in secret."),
        )
    )


def _ready_made(mech: Mech) -> Iterator[Deck]:
    """Yield a mech deck, and the deck that its ULT needs besides."""
    deck = mech.deck
    cards = _shares((*deck.acts, deck.ult, *deck.bots))
    yield Deck(mech.slug, mech.name, cards, BOX, mech.line, "setup-6", is_shuffled=False)
    if deck.prep:
        name = f"{mech.name}: deck for its ULT"
        words = "Keep it beside the mat."
        yield Deck(f"{mech.slug}-prep", name, _shares(deck.prep), BOX, words, PREP_RULES[deck.ult])


def _shares(cards: Iterable[str]) -> tuple[Share, ...]:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    return tuple(Share(card, copies) for card, copies in counts.items())


def _of(edition: Edition, seat: int) -> tuple[Marker, ...]:
    number, paint = str(seat + 1), f"seat-{seat}"
    tracks = (
        ("hp", "HP", "damage-1", edition.hp),
        ("heat", "Heat", "heat-1", edition.start_heat),
        ("links", "Link", "ult-1", 0),
    )
    return (
        Marker(
            f"mech-{number}",
            f"Mech of player {number}",
            "standee",
            1,
            26,
            38,
            paint,
            f"duel/distance-{0 if seat == 0 else edition.start_distance}",
            "distance-1",
            number,
            icon="mecha-head" if seat == 0 else "battle-mech",
            owner=seat,
        ),
        *(
            Marker(
                f"{slug}-{number}",
                f"{name} marker of player {number}",
                "disc",
                1,
                9,
                9,
                paint,
                f"mech/{slug}-{start}",
                rule,
                number,
                owner=seat,
            )
            for slug, name, rule, start in tracks
        ),
        Marker(
            f"note-{number}",
            f"Note card of player {number}",
            "tile",
            4,
            63,
            44,
            "",
            BOX,
            "secret-1",
            "Secrets",
            owner=seat,
        ),
    )


def _tokens(limits: Limits) -> tuple[Marker, ...]:
    adds = (limits.frame_priority, limits.armored_block, limits.blitz_damage)
    return tuple(
        Marker(slug, name, "disc", copies, 19, 19, paint, BOX, rule, words.format(*adds))
        for slug, name, rule, paint, words, copies in TOKENS
    )

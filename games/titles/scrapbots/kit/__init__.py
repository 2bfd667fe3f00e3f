"""What people need to play an edition of Scrapbots at a real table."""

from games.engine.kit import BOX, HAND, TABLE, Deal, Deck, Die, Kit, Marker, Share
from games.titles.scrapbots.edition import SCRAPBOT, WOUND_TYPE, Edition, Kind
from games.titles.scrapbots.kit.aids import turn_aid
from games.titles.scrapbots.kit.mats import LANE_MAT, market_mat
from games.titles.scrapbots.state import LANES

SEATS = 2
A_COUNTER = 10  # points of damage


def kit_of(edition: Edition) -> Kit:
    """Return what *edition* needs. *Source:* `scrapbots:setup-1` to `setup-6`."""
    return Kit(
        seats=SEATS,
        decks=(*(_starter(edition, seat) for seat in range(SEATS)), _main(edition), _wounds(edition)),
        deals=_deals(edition),
        mats=(LANE_MAT, market_mat(edition.market_size)),
        markers=(
            *_damage(edition),
            *(marker for seat in range(SEATS) for marker in _pool(seat)),
            _waiting(),
        ),
        dice=(Die("coin", "Coin", ("Heads", "Tails"), 1, "coin-1"),),
        aids=(turn_aid(edition),),
    )


def _starter(edition: Edition, seat: int) -> Deck:
    return Deck(
        f"starter-{seat + 1}",
        f"Starting deck of player {seat + 1}",
        tuple(Share(kind.slug, kind.starter) for kind in edition.rows.values() if kind.starter),
        "lanes/deck",
        "Shuffle it and put it face down on the mat of its player.",
        "setup-1",
        owner=seat,
    )


def _main(edition: Edition) -> Deck:
    rows = [kind for kind in edition.rows.values() if kind.type != WOUND_TYPE]
    left = [(kind.slug, kind.quantity - SEATS * kind.starter) for kind in rows]
    return Deck(
        "main",
        "Main deck",
        tuple(Share(slug, copies) for slug, copies in left if copies),
        "market/main-deck",
        f"Shuffle it, put it face down and turn up {_cards(edition.market_size)} of it: the Market.",
        "setup-3",
    )


def _wounds(edition: Edition) -> Deck:
    return Deck(
        "wounds",
        "Wounds",
        tuple(Share(kind.slug, kind.quantity) for kind in edition.rows.values() if kind.type == WOUND_TYPE),
        "market/wounds",
        "Stack them face up.",
        "setup-2",
        is_shuffled=False,
        is_open=True,
    )


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _deals(edition: Edition) -> tuple[Deal, ...]:
    market = (
        Deal("main", f"market/market-{place + 1}", 1, "setup-3", is_open=True)
        for place in range(edition.market_size)
    )
    hands = (("starter-1", edition.first_hand), ("starter-2", edition.hand_size))
    return (*market, *(Deal(deck, HAND, count, "setup-6") for deck, count in hands if count))


def _damage(edition: Edition) -> tuple[Marker, ...]:
    """Return as many counters as can ever lie on all Lanes. *Source:* `scrapbots:damage-1`."""
    counters = sorted(_counters(kind) for kind in edition.rows.values() for _ in range(kind.quantity))
    most = sum(counters[-SEATS * LANES :])
    return (
        Marker("damage", "Damage counter", "disc", most, 13, 13, "bad", TABLE, "damage-1", str(A_COUNTER)),
    )


def _counters(kind: Kind) -> int:
    return (kind.health - 1) // A_COUNTER if kind.type == SCRAPBOT else 0


def _pool(seat: int) -> tuple[Marker, ...]:
    """Return the markers of a player's pool, with one more of each for large sums."""
    return tuple(
        Marker(
            f"{slug}-{seat + 1}",
            f"{slug.capitalize()} marker of player {seat + 1}",
            "disc",
            2,
            11,
            11,
            f"seat-{seat}",
            f"lanes/{slug}-0",
            "scrap-1" if slug == "scrap" else "energy-1",
            slug[0].upper(),
            owner=seat,
        )
        for slug in ("scrap", "energy")
    )


def _waiting() -> Marker:
    return Marker(
        "waiting",
        "Ready after its next attack",
        "disc",
        SEATS * LANES,
        16,
        16,
        "good",
        BOX,
        "effect-servo",
        "Ready",
        icon="robot-leg",
    )

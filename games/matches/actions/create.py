"""Making a match, and the deal that begins it."""

import hashlib
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from games import bots, catalog
from games.engine import codec
from games.engine.chain import opening
from games.engine.chance import MatchChance
from games.engine.errors import BadOptions
from games.engine.proofs import (
    CURRENT,
    FIRST,
    NONCE_BYTES,
    SEED_BYTES,
    commitment,
    given_part,
    mix,
    site_part,
)
from games.engine.protocol import EditionInfo, Game, OptionInfo, Title
from games.matches.actions.invitations import find_players, send_invitation
from games.matches.actions.terms import PLAIN, Terms, check_terms
from games.matches.changes import Change, hooks
from games.matches.errors import RulesChanged
from games.matches.locked_match import locked_before_deal
from games.matches.models import Match, MatchSecret, Seat, Step
from games.matches.notifications import OPENED, announce
from games.matches.steps import store
from scrapsite.common import limits
from scrapsite.server.work.once import Note, forget

KEY_BYTES = 12
_NONCE = re.compile(r"(?:[0-9a-fA-F]{2}){1,32}\Z")


Dealt = Callable[[Game[Any], Any, MatchChance], tuple[Any, Sequence[Any]]]


@dataclass(frozen=True, slots=True)
class Place:
    """A requested seat. *kind:* `me`, `bot` or `open`. *bot:* the bot's name or empty.

    *nonce:* bytes that whoever takes this seat has given to be mixed into the seed, empty if none.
    """

    kind: str
    bot: str
    nonce: bytes


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """A match to be made, fully checked. *clock:* JSON text, as the match will store it."""

    title: Title
    edition: EditionInfo
    options: Any
    places: list[Place]
    clock: str
    terms: Terms = PLAIN
    is_listed: bool = False


def create_match(
    user: Any,
    title: object,
    edition: object,
    options: object,
    seats: object,
    *,
    is_listed: bool = False,
    clock: Any = None,
    terms: Terms = PLAIN,
    invited: Sequence[str] = (),
    note: Note = forget,
) -> Match:
    """Make a match for *user* and return it. It is dealt at once if no seat is open.

    *seats:* a list of {"kind": "me"}, {"kind": "bot", "bot": name} and {"kind": "open"}, in seat order,
    with exactly one “me”, which may have a "nonce" in hexadecimal digits.
    *is_listed:* show its free seats in the lobby, unless it is private or has none. *clock:* None for the
    system's; ignored against bots only. *invited:* names of players to invite to the free seats.
    *note:* see `once`.
    *Raises:* `BadOptions`, `Full`; no match is made then.
    """
    _check_may_create(user, title, edition, terms)
    setup = read_setup(title, edition, options, seats, is_listed, clock, terms)
    with transaction.atomic(durable=True):
        others = find_players(list(invited), user, _free_places(setup))
        match = make_match(user, setup)
        for other in others:
            send_invitation(match, user, other)
        note(match.pk)
    return match


def check_setup(
    title: object,
    edition: object,
    options: object,
    seats: object,
    *,
    is_listed: bool = False,
    clock: Any = None,
    terms: Terms = PLAIN,
    invited: Sequence[str] = (),
    user: Any = None,
) -> None:
    """Make the checks of `create_match` before a visitor becomes a guest for it. *Raises:* `BadOptions`."""
    _check_may_create(user, title, edition, terms)
    setup = read_setup(title, edition, options, seats, is_listed, clock, terms)
    find_players(list(invited), user, _free_places(setup))


def make_match(user: Any, setup: MatchSetup, rematch_of: Match | None = None) -> Match:
    """Make and return the match; deal it if no seat is open. Call it in a transaction. *Raises:* `Full`."""
    limits.require_quota("matches", user)
    match = Match.objects.create(
        **played_by(setup),
        created_by=user,
        is_listed=setup.is_listed and not setup.terms.is_private and _free_places(setup) > 0,
        deadline=hooks.timekeeper.open_until(),
        name=setup.terms.name,
        is_private=setup.terms.is_private,
        invite_key=secrets.token_urlsafe(KEY_BYTES) if setup.terms.is_private else "",
        watch=setup.terms.watch,
        watch_delay=setup.terms.watch_delay,
        rematch_of=rematch_of,
    )
    take_seats(match, user, setup.places, draw_secret(match))
    if _free_places(setup):
        announce(OPENED, match)
    else:
        deal(match)
    return match


def played_by(setup: MatchSetup) -> dict[str, Any]:
    """Return the fields of a match in which matches that are played alike are the same."""
    return {
        "title": setup.title.slug,
        "edition": setup.edition.slug,
        "engine_version": setup.title.engine_version,
        "cards_hash": setup.edition.cards_hash,
        "options": codec.to_json(setup.options),
        "bots": [place.bot for place in setup.places],
        "clock": setup.clock,
        "is_rated": setup.terms.is_rated,
    }


def open_place(kind: str, bot: str = "") -> Place:
    """Return a place for which nobody has given a nonce."""
    return Place(kind, bot, b"")


def _check_may_create(user: Any, title: object, edition: object, terms: Terms) -> None:
    for check in hooks.on_create:
        check(user, title, edition, terms.is_rated)


def _free_places(setup: MatchSetup) -> int:
    return sum(place.kind == "open" for place in setup.places)


def deal(match: Match) -> None:
    """Begin the match, whose seats are all taken. Call it in the transaction that took the last one.

    *Raises:* `RulesChanged` if it waited so long that the site no longer has its rules.
    """
    begin(match, lambda game, options, chance: game.new(options, len(match.bots), chance))


def begin(match: Match, dealt: Dealt) -> None:
    """Begin the match with the state and the events that *dealt* returns for game, options and chance.

    *Raises:* `RulesChanged`, like `deal`.
    """
    if not catalog.fits(*match.rules):
        raise RulesChanged
    secret = MatchSecret.objects.get(match=match)
    nonces = [bytes(nonce) for nonce in match.seats.order_by("number").values_list("nonce", flat=True)]
    secret.played = mix(secret.version, bytes(secret.seed), nonces)
    secret.save(update_fields=["played"])
    game = catalog.game_of(*match.rules)
    chance = MatchChance(secret.played, 0, secret.version)
    options = codec.from_json(game.options_type, match.options)
    state, events = dealt(game, options, chance)
    change = Change(
        kind=Step.Kind.START,
        seat=-1,
        events=events,
        state=state,
        draws=chance.counter,
        to_act=tuple(game.to_act(state)),
        result=game.result(state),
        head=-1,
        drawn=chance.made,
    )
    locked = locked_before_deal(match, secret)
    pins = (*match.pins(), secret.commitment) if secret.version == FIRST else (secret.commitment,)
    locked.chain = opening(secret.version, locked.salt, pins, nonces)
    store(locked, change)
    match.refresh_from_db()


def read_nonce(text: object) -> bytes:
    """Return the nonce written in *text* as hexadecimal digits; empty bytes if it is empty or None.

    *Raises:* `BadOptions`.
    """
    if text is None or text == "":
        return b""
    if not isinstance(text, str) or not _NONCE.match(text):
        raise BadOptions("A nonce is 1 to 32 bytes in hexadecimal digits.")
    return bytes.fromhex(text)


def read_setup(
    title: object,
    edition: object,
    options: object,
    seats: object,
    is_listed: bool,
    clock: Any,
    terms: Terms,
) -> MatchSetup:
    """Return the match that `create_match` would make of these, fully checked. *Raises:* `BadOptions`."""
    if not isinstance(title, str) or not isinstance(edition, str):
        raise BadOptions("Give the game and the edition by name.")
    found, info = catalog.title(title), catalog.edition(title, edition)
    chosen = codec.read_options(info.game.options_type, _checked_options(found, info, options))
    places = _read_seats(found, seats)
    check_terms(terms)
    people = sum(place.kind != "bot" for place in places)
    pinned = hooks.timekeeper.pin(clock, people, is_rated=terms.is_rated and not terms.is_private)
    return MatchSetup(found, info, chosen, places, pinned, terms, is_listed)


def _checked_options(title: Title, edition: EditionInfo, options: object) -> object:
    """Return *options* unchanged if all names and values fit the edition. *Raises:* `BadOptions` if not."""
    if isinstance(options, dict):
        known = {option.name: option for option in title.options_of(edition)}
        for name, value in options.items():
            if name not in known:
                raise BadOptions(f"{title.name} has no option “{name}”; it has {', '.join(known) or 'none'}.")
            _check_option(known[name], value)
    return options


def _check_option(option: OptionInfo, value: object) -> None:
    if option.picks:
        slugs = [slug for slug, _ in option.picks]
        picked = value if isinstance(value, list) else [None]
        if any(slug not in slugs for slug in picked) or len(set(picked)) != len(picked):
            raise BadOptions(f"{option.label}: choose among {', '.join(slugs)}, each once.", option.rule)
        if picked and not option.low <= len(picked) <= option.high:
            many = str(option.low) if option.low == option.high else f"{option.low} to {option.high}"
            raise BadOptions(f"{option.label}: choose {many} of them; these are {len(picked)}.", option.rule)
    elif isinstance(value, int) and not option.low <= value <= option.high:
        raise BadOptions(f"{option.label} goes from {option.low} to {option.high}.", option.rule)


def _read_seats(title: Title, seats: object) -> list[Place]:
    if not isinstance(seats, list):
        raise BadOptions("Seats are a list.")
    if len(seats) not in title.seats:
        counts = " or ".join(str(count) for count in title.seats)
        raise BadOptions(f"{title.name} is for {counts} players, not {len(seats)}.")
    places = [_read_seat(title, seat) for seat in seats]
    if sum(place.kind == "me" for place in places) != 1:
        raise BadOptions("Exactly one seat is of kind “me”.")
    return places


def _read_seat(title: Title, seat: object) -> Place:
    kind = seat.get("kind") if isinstance(seat, dict) else None
    if not isinstance(seat, dict) or kind not in ("me", "bot", "open"):
        raise BadOptions("A seat is an object whose “kind” is “me”, “bot” or “open”.")
    allowed = {"me": {"kind", "nonce"}, "bot": {"kind", "bot"}, "open": {"kind"}}[kind]
    if not set(seat) <= allowed:
        raise BadOptions(f"A seat of kind “{kind}” has no “{min(set(seat) - allowed)}”.")
    if kind == "bot":
        return Place(kind, _bot_name(title, seat.get("bot")), b"")
    return Place(kind, "", read_nonce(seat.get("nonce")) if kind == "me" else b"")


def _bot_name(title: Title, name: object) -> str:
    if not isinstance(name, str) or name not in title.bots or name not in bots.BOTS:
        raise BadOptions(f"{title.name} has the bots {', '.join(title.bots)}; give one as “bot”.")
    return name


def take_seats(match: Match, user: Any, places: Sequence[Place], secret: MatchSecret) -> None:
    """Create the seats of *match*, and put *user* in the place of kind `me`."""
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            user=user if place.kind == "me" else None,
            bot=place.bot,
            nonce=b"" if place.kind == "open" else part_of(secret, number, place.nonce),
        )
        for number, place in enumerate(places)
    )


def part_of(secret: MatchSecret, seat: int, given: bytes) -> bytes:
    """Return the nonce of *seat*: the *given* one or, if that is empty, one that the site makes."""
    if secret.version == FIRST:
        return given or secrets.token_bytes(NONCE_BYTES[FIRST])
    return given_part(given) if given else site_part(bytes(secret.salt), seat)


def draw_secret(match: Match, begins: bytes = b"", luck: str = "") -> MatchSecret:
    """Draw the seed and the salt of *match*; store and return them with their commitment.

    *begins:* the encoded state that a practice match begins with. *luck:* names its chance, if that is no
    secret: then seed and salt are made of the name.
    """
    seed, salt = _named(luck, "seed"), _named(luck, "salt")
    pins = (*match.pins(), codec.to_json(match.bots), begins.hex())
    return MatchSecret.objects.create(
        match=match,
        seed=seed,
        salt=salt,
        commitment=commitment(seed, salt, pins),
        version=CURRENT,
        pins=codec.to_json(pins),
    )


def _named(luck: str, part: str) -> bytes:
    """Return the bytes that stand for *part* of the chance of that name, or random ones for no name."""
    return hashlib.sha256(f"{part} {luck}".encode()).digest() if luck else secrets.token_bytes(SEED_BYTES)

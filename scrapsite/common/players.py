"""Players. Everybody who takes a seat has a user row, guests included.

Other apps use `ensure_player` when somebody does something that needs a seat, `new_guest` when there is
no browser session (the API), and `display_name` to show a player. Nothing here imports another app.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from scrapsite.common.models import Profile
from scrapsite.common.requests import UNSEEN

if TYPE_CHECKING:
    from django.http import HttpRequest

GUEST_PREFIX = "guest-"
FORMER_PLAYER, FORMER_MEMBER = "a former player", "a former member"
SHORTEST_NAME, LONGEST_NAME = 2, 30
# What the site itself calls somebody, or nobody; bots are called “Greedy bot” and so on.
SITES_NAMES, BOTS_LAST_WORD = frozenset({FORMER_PLAYER, FORMER_MEMBER, "free seat"}), " bot"
# Older builds of SQLite accept few values in one statement.
MOST_AT_ONCE = 500
NAME_PUNCTUATION = frozenset(" -_.'")
# Whose a guest's session is, the same backend says as for everybody else.
BACKEND = settings.AUTHENTICATION_BACKENDS[0]
# Made-up names for guests, such as Rusty Sprocket 417.
FIRST = tuple(
    "Bent Blunt Bolted Brazen Brass Cobbled Copper Corroded Cranky Creaky Dented Dusty Forged Fused "
    "Galvanic Geared Greasy Grimy Gritty Grubby Hammered Humming Iron Jagged Jolted Jury-rigged Knurled "
    "Leaky Loose Magnetic Mended Oily Patched Pitted Polished Rattling Rebuilt Riveted Rumbling Rusty "
    "Salvaged Scorched Scratched Smoking Soldered Sooty Sparking Spare Stamped Steel Stripped Surplus "
    "Tarnished Tempered Thrifty Tin Twisted Welded Whirring Wired Wobbly Worn".split()
)
SECOND = tuple(
    "Anvil Axle Battery Bearing Bellows Bolt Bracket Bucket Bushing Cable Camshaft Capacitor Chassis "
    "Clamp Clutch Cog Coil Conduit Crank Diode Dynamo Fan Flange Flywheel Funnel Fuse Gasket Gear Girder "
    "Grommet Hinge Hopper Hub Lever Magnet Manifold Nozzle Piston Pliers Pulley Pump Ratchet Relay Rivet "
    "Rotor Servo Shim Socket Solenoid Spanner Spindle Spring Sprocket Stator Switch Toolbox Toggle "
    "Turbine Valve Washer Winch Wrench".split()
)


def ensure_player(request: HttpRequest) -> User:
    """Return the signed-in user, or create a guest and sign them in.

    Call this only while handling a POST, so that a mere visit creates no guest.
    """
    if not request.user.is_authenticated:
        login(request, new_guest(), backend=BACKEND)
    return cast(User, request.user)


def new_guest() -> User:
    """Create and return a guest: a user without a password, under a made-up name nobody else has."""
    with transaction.atomic():
        user = get_user_model().objects.create_user(GUEST_PREFIX + secrets.token_hex(8))
        _name_freely(user, made_up_name, is_guest=True)
    return user


def display_name(user: User) -> str:
    """Return the name others see. For a list of users, load `profile` with them."""
    try:
        return user.profile.display_name
    except Profile.DoesNotExist:
        return user.get_username()


def author_name(user: User | None) -> str:
    """Return the name to show for an author; None is a deleted account. Load `profile` with the user."""
    return FORMER_MEMBER if user is None else display_name(user)


def time_zone_of(user: object) -> str:
    """Return the IANA name of the user's time zone."""
    profile = getattr(user, "profile", None)
    return profile.time_zone if profile else "UTC"


def is_guest(user: object) -> bool:
    """Return whether this is a guest: signed in, but without a name and password to come back with."""
    profile = getattr(user, "profile", None) if getattr(user, "is_authenticated", False) else None
    return profile is not None and profile.is_guest


def join(user: User, profile: Profile | None) -> User:
    """Return *user*, who knows from now on without asking that *profile*, or none, is theirs."""
    User.profile.related.set_cached_value(user, profile)
    if profile is not None:
        profile.user = user
    return user


def profile_of(user: User) -> Profile:
    """Return the user's profile. For an account made on the command line, create it now."""
    try:
        return user.profile
    except Profile.DoesNotExist:
        return give_profile(user)


def give_profile(user: User) -> Profile:
    """Create and return an account's profile. Its name is the user name, or a made-up one.

    A user name may be taken or can't be shown: an e-mail address is nobody else's business.
    """
    try:
        wanted = clean_name(user.get_username()[:LONGEST_NAME])
        with transaction.atomic():
            return Profile.objects.create(user=user, display_name=wanted, name_key=name_key(wanted))
    except (ValidationError, IntegrityError):
        return _name_freely(user, made_up_name, is_guest=False)


def rename(user: User, wanted: str) -> Profile:
    """Change the name others see.

    *Raises:* `ValidationError` for a name that can't be shown well or that belongs to somebody else.
    """
    name = clean_name(wanted)
    profile = profile_of(user)
    profile.display_name, profile.name_key = name, name_key(name)
    try:
        with transaction.atomic():
            profile.save(update_fields=["display_name", "name_key"])
    except IntegrityError:
        profile.refresh_from_db()
        raise ValidationError("Somebody else already has that name.", code="taken") from None
    return profile


def player_named(name: str) -> User | None:
    """Return the player called *name*, or by a name that looks the same, or None."""
    wanted = " ".join(unicodedata.normalize("NFKC", name).split())
    found = Profile.objects.filter(name_key=name_key(wanted), user__is_active=True)
    profile = found.select_related("user").first()
    return cast(User, profile.user) if profile else None


def players_named(names: Iterable[str]) -> dict[str, User]:
    """Return the accounts called so, by the names they were asked for; guests aren't among them."""
    keys: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        keys.setdefault(name_key(name), []).append(name)
    wanted = list(keys)
    found: dict[str, User] = {}
    for start in range(0, len(wanted), MOST_AT_ONCE):
        rows = Profile.objects.filter(
            name_key__in=wanted[start : start + MOST_AT_ONCE], is_guest=False, user__is_active=True
        )
        for profile in rows.select_related("user"):
            found |= {name: cast(User, profile.user) for name in keys[profile.name_key]}
    return found


def clean_name(wanted: str) -> str:
    """Return the name with its spaces tidied. *Raises:* `ValidationError` when it can't be shown well."""
    name = " ".join(unicodedata.normalize("NFKC", wanted).split())
    if not SHORTEST_NAME <= len(name) <= LONGEST_NAME:
        raise ValidationError(f"A name has {SHORTEST_NAME} to {LONGEST_NAME} characters.", code="length")
    if not all(_is_of_names(char) for char in name):
        raise ValidationError(
            "Use letters, digits, spaces and - _ . ' only.",
            code="characters",
        )
    if not any(char.isalnum() for char in name):
        raise ValidationError("A name needs at least one letter or digit.", code="characters")
    if name_key(name) in SITES_NAMES or name_key(name).endswith(BOTS_LAST_WORD):
        raise ValidationError(
            "Others would take you for a bot or a free seat. Choose another name.", code="reserved"
        )
    return name


def name_key(name: str) -> str:
    """Return a key that names share if people would mistake them; without NUL, which PostgreSQL refuses."""
    return unicodedata.normalize("NFKC", name.replace("\0", "\ufffd")).casefold()


def _is_of_names(char: str) -> bool:
    return char in NAME_PUNCTUATION or (char.isalnum() and char not in UNSEEN)


def _name_freely(user: User, make_name: Callable[[], str], *, is_guest: bool) -> Profile:
    """Create the user's profile under the first made-up name that is free."""
    for _ in range(20):
        name = make_name()
        try:
            with transaction.atomic():
                return Profile.objects.create(
                    user=user, display_name=name, name_key=name_key(name), is_guest=is_guest
                )
        except IntegrityError:
            continue
    name = f"Robot {secrets.token_hex(6)}"
    return Profile.objects.create(user=user, display_name=name, name_key=name_key(name), is_guest=is_guest)


def made_up_name() -> str:
    """Return a random name out of a few million. Two can be the same."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)} {100 + secrets.randbelow(900)}"

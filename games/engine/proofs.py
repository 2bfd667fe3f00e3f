"""The values by which anybody can check a match: commitment, parts, played seed, draws and links.

There are two versions; `docs/fairness.md` describes both. A match keeps the version that it was made with.
In version 2 each value has a label of its own and stands for a list of texts; each text is preceded by its
length, so no two lists give the same bytes. *Source:* `fair-1`, `fair-2`.
"""

import hashlib
import hmac
from collections.abc import Callable, Sequence

FIRST, CURRENT = 1, 2
VERSIONS = ((FIRST, "1"), (CURRENT, "2"))
SEED_BYTES = 32
NONCE_BYTES = {FIRST: 16, CURRENT: 32}


def framed(label: str, *texts: str) -> bytes:
    """Return label and *texts* as bytes, each after its length in four bytes, the greatest first."""
    framing = []
    for text in (f"scrapsite-2 {label}", *texts):
        part = text.encode()
        size = len(part)
        framing.append(_SIZES[size] if size < _KEPT else size.to_bytes(4))
        framing.append(part)
    return b"".join(framing)


# Every move makes a link, so the lengths of short texts are made once.
_KEPT = 512
_SIZES = tuple(size.to_bytes(4) for size in range(_KEPT))


def commitment(seed: bytes, salt: bytes, pins: Sequence[str]) -> str:
    """Return what is published before the first deal, as 64 hexadecimal digits.

    *pins:* what is fixed together with the seed: match, game, edition, engine version, digest of the cards,
    options, bots by seat, and the state that a practice match begins with. *Raises:* `ValueError` unless seed
    and salt have 32 bytes each.
    """
    if {len(seed), len(salt)} != {SEED_BYTES}:
        raise ValueError("Seed and salt have 32 bytes each.")
    return hashlib.sha256(framed("commitment", seed.hex(), salt.hex(), *pins)).hexdigest()


def first_commitment(seed: bytes, salt: bytes) -> str:
    """Return the commitment of version 1: SHA-256 of *seed* then *salt*."""
    return hashlib.sha256(seed + salt).hexdigest()


def site_part(salt: bytes, seat: int) -> bytes:
    """Return the nonce of a seat that gives none: it is fixed with the salt, never chosen later."""
    return hmac.digest(salt, framed("part", str(seat)), "sha256")


def given_part(nonce: bytes) -> bytes:
    """Return the given *nonce* with zeros behind it, as long as version 2 wants it."""
    return nonce.ljust(NONCE_BYTES[CURRENT], b"\0")


def mix(version: int, seed: bytes, nonces: Sequence[bytes]) -> bytes:
    """Return the seed that is played with, made of *seed* and every seat's nonce, in seat order."""
    digits = [nonce.hex() for nonce in nonces]
    message = "|".join(digits).encode() if version == FIRST else framed("played", *digits)
    return hmac.digest(seed, message, "sha256")


def _first_draw(purpose: str, counter: int, limit: int) -> bytes:
    return f"{purpose}|{counter}".encode()


def _draw(purpose: str, counter: int, limit: int) -> bytes:
    return framed("draw", purpose, str(counter), str(limit))


draw_message: dict[int, Callable[[str, int, int], bytes]] = {FIRST: _first_draw, CURRENT: _draw}

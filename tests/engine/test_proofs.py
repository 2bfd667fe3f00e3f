"""The values by which a match can be checked: known answers worked out here with hashlib."""

import hashlib

import pytest

from games.engine.proofs import (
    CURRENT,
    FIRST,
    commitment,
    first_commitment,
    framed,
    given_part,
    mix,
    site_part,
)
from tests.table import ruling

SEED, SALT = bytes(range(32)), bytes(range(32, 64))


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Return HMAC-SHA256 by its definition (RFC 2104), for keys of at most 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def told(label: str, *texts: str) -> bytes:
    """Return what version 2 takes a digest of."""
    whole = b""
    for text in (f"scrapsite-2 {label}", *texts):
        whole += bytes([0, 0, len(text.encode()) // 256, len(text.encode()) % 256]) + text.encode()
    return whole


def test_our_hmac_is_that_of_rfc_4231():
    known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert hmac_sha256(b"Jefe", b"what do ya want for nothing?").hex() == known


def test_no_two_lists_of_texts_give_the_same_bytes():
    lists = [("ab", "c"), ("a", "bc"), ("abc",), ("abc", ""), ("", "abc"), ("a\nb", "c"), ("ü" * 200,)]
    assert len({framed("link", *texts) for texts in lists}) == len(lists)
    assert [framed("link", *texts) for texts in lists] == [told("link", *texts) for texts in lists]


def test_each_value_has_a_label_of_its_own():
    assert framed("link", "x") != framed("draw", "x")
    assert not framed("link", "x").startswith(framed("lin"))


@ruling("fair-1")
def test_the_commitment_stands_for_seed_salt_and_all_that_is_fixed_with_them():
    pins = ["match", "scrapbots", "3.6", "4", "c" * 64, "{}", '["",""]', ""]
    message = told("commitment", SEED.hex(), SALT.hex(), *pins)
    assert commitment(SEED, SALT, pins) == hashlib.sha256(message).hexdigest()
    others = [[*pins[:place], pins[place] + "x", *pins[place + 1 :]] for place in range(len(pins))]
    assert len({commitment(SEED, SALT, other) for other in (pins, *others)}) == len(pins) + 1


@pytest.mark.parametrize("place", [0, 31, 33, 64])
def test_seed_and_salt_have_no_boundary_to_move(place):
    whole = SEED + SALT
    with pytest.raises(ValueError, match="32 bytes each"):
        commitment(whole[:place], whole[place:], [])


@ruling("fair-1")
def test_the_commitment_of_version_1_is_sha256_of_seed_then_salt():
    assert first_commitment(b"seed", b"salt") == hashlib.sha256(b"seedsalt").hexdigest()
    assert first_commitment(SEED, SALT) != commitment(SEED, SALT, [])


@ruling("fair-1")
def test_every_seat_has_a_hand_in_the_seed_that_is_played():
    nonces = [b"\2" * 32, b"\3" * 32]
    message = told("played", "02" * 32, "03" * 32)
    assert mix(CURRENT, SEED, nonces) == hmac_sha256(SEED, message)
    assert mix(CURRENT, SEED, nonces) != mix(CURRENT, SEED, nonces[::-1])
    first = b"|".join(nonce.hex().encode() for nonce in nonces)
    assert mix(FIRST, SEED, nonces) == hmac_sha256(SEED, first)


def test_the_part_of_a_seat_that_gives_none_follows_from_the_salt():
    assert site_part(SALT, 1) == hmac_sha256(SALT, told("part", "1"))
    assert len({site_part(SALT, 0), site_part(SALT, 1), site_part(SEED, 0)}) == 3


def test_a_short_part_is_filled_up_with_zeros():
    assert given_part(b"\xab") == b"\xab" + b"\0" * 31
    assert given_part(b"x" * 32) == b"x" * 32

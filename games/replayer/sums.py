"""The sums of a record: commitment, parts and chain. *Source:* `fair-1`, `fair-2`."""

from collections.abc import Sequence

from games.engine import codec
from games.engine.chain import next_link, opening
from games.engine.proofs import CURRENT, FIRST, commitment, first_commitment, mix, site_part
from games.replayer.record import Mismatch, Record, Step


def check_sums(record: Record) -> None:
    """Check all sums but those of the draws, which follow from playing. *Raises:* `Mismatch`."""
    seed, salt = bytes.fromhex(record.seed), bytes.fromhex(record.salt)
    if commitment_of(record.version, seed, salt, record.pins) != record.commitment:
        raise Mismatch("Seed, salt and what is fixed with them aren't what the commitment promised.")
    if record.version == CURRENT:
        _check_parts(record, salt)
    nonces = [bytes.fromhex(nonce) for nonce in record.nonces]
    check_chain(record.version, salt, record.commitment, record.pins, nonces, record.steps)


def commitment_of(version: int, seed: bytes, salt: bytes, pins: Sequence[str]) -> str:
    """Return the commitment that promises all this."""
    return first_commitment(seed, salt) if version == FIRST else commitment(seed, salt, pins)


def played_seed(record: Record) -> bytes:
    """Return the seed that was played with."""
    nonces = [bytes.fromhex(nonce) for nonce in record.nonces]
    return mix(record.version, bytes.fromhex(record.seed), nonces)


def opening_of(
    version: int, salt: bytes, committed: str, pins: Sequence[str], nonces: Sequence[bytes]
) -> str:
    """Return what comes before the first link. *committed:* the commitment."""
    return opening(version, salt, (*pins, committed) if version == FIRST else (committed,), nonces)


def check_chain(
    version: int,
    salt: bytes,
    committed: str,
    pins: Sequence[str],
    nonces: Sequence[bytes],
    steps: Sequence[Step],
) -> None:
    """Check the numbers and the links of all steps. *Raises:* `Mismatch`."""
    link = opening_of(version, salt, committed, pins, nonces)
    for number, step in enumerate(steps):
        if step.seq != number:
            raise Mismatch(f"Step {number} is missing or out of order.")
        link = next_link(version, salt, link, step.linked)
        if link != step.link:
            raise Mismatch(f"Step {step.seq} ({step.kind}): it isn't what its link of the chain says.")


def seen(record: Record, value: str) -> str:
    """Return what of the record a value is that somebody noted, in words; an empty text if nothing is."""
    noted = value.strip().lower()
    if noted == record.commitment:
        return "the commitment"
    for step in record.steps:
        if noted == step.link:
            return f"the link of step {step.seq}"
    part = noted.ljust(64, "0") if record.version == CURRENT else noted
    return f"the part of seat {record.nonces.index(part) + 1}" if part in record.nonces else ""


def _check_parts(record: Record, salt: bytes) -> None:
    """Check that the parts of bots are those that were fixed with the salt. *Raises:* `Mismatch`."""
    bots = codec.from_json(list[str], record.bots or "")
    if codec.to_json(bots) != record.bots or len(bots) != len(record.nonces):
        raise Mismatch("There isn't one part for each seat.")
    for seat, (bot, nonce) in enumerate(zip(bots, record.nonces, strict=True)):
        if bot and nonce != site_part(salt, seat).hex():
            raise Mismatch(f"The part of seat {seat + 1}, a bot, isn't the one that was fixed with the salt.")

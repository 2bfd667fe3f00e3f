"""The content of the page about a match's fairness."""

from dataclasses import dataclass

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions
from games.engine.viewers import Viewer
from games.fairness.record import check_record, shown_link
from games.matches import access
from games.matches.errors import NoRecord
from games.matches.models import Match, MatchSecret, Status
from scrapsite.common.links import rule_name, rule_url


@dataclass(frozen=True, slots=True)
class Proof:
    """The secret values behind a finished match, in hexadecimal digits.

    *nonces:* the seats' parts, mixed into the seed, in seat order. docs/fairness.md says how they follow.
    """

    seed: str
    salt: str
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fairness:
    """What a viewer can check. *link:* the newest link the viewer may see, empty before the deal.

    *version:* how the values are made, 1 or 2; the first one proves less. *proof:* only when the match is
    finished. *no_record:* why there is no record to check, or empty. *draws:* those of a draft edition as
    JSON text, which the browser’s check takes in; empty for published editions. *is_lost:* the site can't
    make the draft edition any more, so nobody knows its draws. *rules:* anchor and address of each rule about
    fairness.
    """

    match: str
    title_name: str
    edition: str
    status: str
    version: int
    commitment: str
    link: str
    proof: Proof | None
    no_record: str
    draws: str
    is_lost: bool
    rules: tuple[tuple[str, str], ...]


def fairness(match: Match, viewer: Viewer) -> Fairness:
    """Return what *viewer* can check of *match*."""
    secret = MatchSecret.objects.get(match=match)
    draws = _draws(match)
    return Fairness(
        match=match.pk,
        title_name=catalog.title(match.title).name,
        edition=match.edition,
        status=match.status,
        version=secret.version,
        commitment=secret.commitment,
        link=shown_link(match, access.visible_until(viewer, match)),
        proof=proof(match),
        no_record=_no_record(match),
        draws=draws,
        is_lost=catalog.is_draft(match.edition) and not draws,
        rules=tuple(
            (rule_name(anchor, url := rule_url(match.title, match.edition, anchor)), url)
            for anchor in ("fair-1", "fair-2")
        ),
    )


def proof(match: Match) -> Proof | None:
    """Return the seed, the salt and the seats' nonces if the match is finished, else None."""
    if match.status != Status.FINISHED:
        return None
    secret = MatchSecret.objects.get(match=match)
    nonces = match.seats.order_by("number").values_list("nonce", flat=True)
    return Proof(
        seed=bytes(secret.seed).hex(),
        salt=bytes(secret.salt).hex(),
        nonces=tuple(bytes(nonce).hex() for nonce in nonces),
    )


def _draws(match: Match) -> str:
    if not catalog.is_draft(match.edition):
        return ""
    try:
        draws = catalog.edition(match.title, match.edition).draws
    except BadOptions:
        return ""
    return codec.to_json({match.title: {match.edition: draws}})


def _no_record(match: Match) -> str:
    try:
        check_record(match)
    except NoRecord as error:
        return error.reason
    return ""

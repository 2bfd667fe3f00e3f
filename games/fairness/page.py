"""What the page about a match's fairness shows."""

from dataclasses import dataclass

from games import catalog
from games.engine.viewers import Viewer
from games.fairness.record import check_record, shown_link
from games.matches import access
from games.matches.errors import NoRecord
from games.matches.models import Match, MatchSecret, Status
from scrapsite.common.links import rule_url


@dataclass(frozen=True, slots=True)
class Proof:
    """What it takes to check the dealing after the end; all in hexadecimal digits.

    SHA-256(*seed* then *salt*) is the commitment; *nonces* are mixed in, in seat order.
    """

    seed: str
    salt: str
    nonces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fairness:
    """*link:* the newest that everybody may see, empty before the deal. *proof:* only when finished.

    *no_record:* why there is no record to check, or empty. *rules:* anchors and addresses of the rules.
    """

    match: str
    title_name: str
    edition: str
    status: str
    commitment: str
    link: str
    proof: Proof | None
    no_record: str
    rules: tuple[tuple[str, str], ...]


def fairness(match: Match, viewer: Viewer) -> Fairness:
    """Return what *viewer* can check of *match*."""
    return Fairness(
        match=match.pk,
        title_name=catalog.title(match.title).name,
        edition=match.edition,
        status=match.status,
        commitment=MatchSecret.objects.get(match=match).commitment,
        link=shown_link(match, access.visible_until(viewer, match)),
        proof=proof(match),
        no_record=_no_record(match),
        rules=tuple(
            (anchor, rule_url(match.title, match.edition, anchor)) for anchor in ("fair-1", "fair-2")
        ),
    )


def proof(match: Match) -> Proof | None:
    """Return seed, salt and the seats' parts, once the match is over."""
    if match.status != Status.FINISHED:
        return None
    secret = MatchSecret.objects.get(match=match)
    nonces = match.seats.order_by("number").values_list("nonce", flat=True)
    return Proof(
        seed=bytes(secret.seed).hex(),
        salt=bytes(secret.salt).hex(),
        nonces=tuple(bytes(nonce).hex() for nonce in nonces),
    )


def _no_record(match: Match) -> str:
    try:
        check_record(match)
    except NoRecord as error:
        return error.reason
    return ""

"""What the pages of proposals show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.urls import reverse

from rules.merging import changed_keys
from rules.models import Edition, Proposal, ProposalStatus
from rules.shelf import pieces_of
from scrapsite.players import display_name

OPEN = (ProposalStatus.OPEN, ProposalStatus.CHANGES_ASKED)
GONE = "somebody who left"


@dataclass(frozen=True, slots=True)
class OpenProposal:
    """A proposal that waits to be decided. *touched:* the keys of the pieces it changes; most are anchors."""

    pk: int
    summary: str
    author: str
    submitted_at: datetime
    touched: frozenset[str]

    @property
    def url(self) -> str:
        """Its page."""
        return reverse("rules:proposal_detail", args=[self.pk])


def open_proposals(edition: Edition) -> tuple[OpenProposal, ...]:
    """Return the edition's proposals that wait to be decided, the newest first."""
    found = (
        Proposal.objects.filter(edition=edition, status__in=OPEN)
        .select_related("author__profile")
        .defer("pieces", "reason", "reason_html")
        .order_by("-submitted_at", "-pk")
    )
    return tuple(_open(proposal) for proposal in found)


def visible_to(user: User | AnonymousUser) -> QuerySet[Proposal]:
    """Return the proposals that *user* may see: what was submitted, and one's own."""
    found = Q(submitted_at__isnull=False)
    if user.is_authenticated:
        found |= Q(author=user)
    return Proposal.objects.filter(found)


def author_of(proposal: Proposal) -> str:
    """Return the name of who proposes."""
    return display_name(proposal.author) if proposal.author else GONE


def _open(proposal: Proposal) -> OpenProposal:
    since = proposal.submitted_at or proposal.created_at
    touched = _touched(proposal.pk, proposal.version, proposal.updated_at)
    return OpenProposal(proposal.pk, proposal.summary, author_of(proposal), since, touched)


@lru_cache(maxsize=512)
def _touched(pk: int, version: int, at: datetime) -> frozenset[str]:
    proposal = Proposal.objects.select_related("base").get(pk=pk)
    return frozenset(changed_keys(pieces_of(proposal.base.pieces), pieces_of(proposal.pieces)))

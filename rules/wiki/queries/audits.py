"""The audit trail of a rulebook, page by page."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.utils.http import url_has_allowed_host_and_scheme

from rules.wiki.models import AuditEntry, Rulebook
from scrapsite.common.players import display_name

PER_PAGE = 50
NOBODY = "the site itself, or a former member"
# Deeds that only moderators see, as people who report a comment are promised.
IN_CONFIDENCE = ("comment/reported",)


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One action. *deed:* its name in words. *address:* its page; empty if there is none."""

    at: datetime
    who: str
    deed: str
    about: str
    address: str


@dataclass(frozen=True, slots=True)
class AuditPage:
    """A page of the trail, newest first. *whats:* the kinds of deeds, as value and words."""

    lines: tuple[AuditLine, ...]
    whats: tuple[tuple[str, str], ...]
    what: str
    number: int
    pages: int
    total: int


def audit_page(rulebook: Rulebook, what: str, page: str | None, *, for_moderator: bool) -> AuditPage:
    """Return a page of the trail, of one kind of action if *what* names one. Page numbers are corrected."""
    entries = AuditEntry.objects.filter(rulebook=rulebook)
    if not for_moderator:
        entries = entries.exclude(what__in=IN_CONFIDENCE)
    whats = sorted(set(entries.order_by().values_list("what", flat=True).distinct()))
    chosen = what if what in whats else ""
    if chosen:
        entries = entries.filter(what=chosen)
    found = Paginator(entries.select_related("actor__profile"), PER_PAGE).get_page(page)
    return AuditPage(
        lines=tuple(_line(entry) for entry in found.object_list),
        whats=tuple((one, in_words(one)) for one in whats),
        what=chosen,
        number=found.number,
        pages=found.paginator.num_pages,
        total=found.paginator.count,
    )


def in_words(what: str) -> str:
    """Return `revision/published` as `Revision published`."""
    return what.replace("/", " ").replace("-", " ").capitalize()


def _line(entry: AuditEntry) -> AuditLine:
    is_ours = url_has_allowed_host_and_scheme(entry.address, allowed_hosts=None)
    return AuditLine(
        at=entry.at,
        who=display_name(entry.actor) if isinstance(entry.actor, User) else NOBODY,
        deed=in_words(entry.what),
        about=entry.about,
        address=entry.address if is_ours else "",
    )

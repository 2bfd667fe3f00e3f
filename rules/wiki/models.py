"""The tables of the rules wiki: rulebooks, editions, revisions, proposals, rights and the audit trail.

A revision never changes once it is made. `rules.wiki.stored_books` reads books from revisions, and
`rules.wiki.actions.publishing` makes new ones.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models

from rules.document.blocks import DIGEST_LENGTH
from rules.document.text_limits import MOST_CHARACTERS

# Editions without a known date come last, on every database.
NEWEST_FIRST = models.F("date").desc(nulls_last=True)


class Rulebook(models.Model):
    """All rules of one game. Rights are given for a rulebook or for all of them."""

    game = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=100)

    class Meta:
        ordering = ["game"]
        permissions = [
            ("discuss_rulebook", "Can comment on rules and propose changes to them"),
            ("edit_rulebook", "Can review proposals, publish revisions and give rulings"),
            ("moderate_rulebook", "Can hide comments and settle reports"),
        ]

    def __str__(self) -> str:
        return self.title


class Edition(models.Model):
    """A playable edition, which matches pin.

    *date:* when its rules came out; None if nobody knows. *head:* the revision in force.
    *keeps_words:* what it says of itself was changed here, so that a newer file doesn't replace it.
    """

    rulebook = models.ForeignKey(Rulebook, models.PROTECT, related_name="editions")
    slug = models.CharField(max_length=60)
    date = models.DateField(null=True)
    summary = models.TextField()
    source = models.TextField()
    credit = models.TextField()
    licence = models.CharField(max_length=100)
    keeps_words = models.BooleanField(
        "keeps these words", default=False, help_text="An update of the site doesn’t replace them."
    )
    head = models.ForeignKey("Revision", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["rulebook", NEWEST_FIRST]
        constraints = [models.UniqueConstraint(fields=["rulebook", "slug"], name="rules_one_edition_a_slug")]

    def __str__(self) -> str:
        return f"{self.rulebook} {self.slug}"


class RevisionKind(models.TextChoices):
    """Where a revision came from."""

    SHIPPED = "shipped", "came with the site"
    PROPOSAL = "proposal", "accepted proposal"
    REVERT = "revert", "return to an older revision"


class Revision(models.Model):
    """The whole text of an edition as it stood from *created_at* on; it never changes.

    *blocks:* in order, each `[source, kind, html, anchor, classes, title, where]`, in old revisions without
    *where*.
    *author:* None for what came with the site, or for a deleted account.
    """

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=RevisionKind)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    summary = models.CharField(max_length=300)
    blocks = models.JSONField()
    returns_to = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["edition", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "number"], name="rules_one_revision_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.edition}, revision {self.number}"

    def save(self, *args: Any, **options: Any) -> None:
        """Store a new revision. *Raises:* ValueError for one that is stored already."""
        if self.pk is not None:
            raise ValueError("A revision never changes. Publish a new one.")
        super().save(*args, **options)


class Shipment(models.Model):
    """A text that came with the site and was taken into an edition. *digest:* of its file.

    *blocks:* as of a revision: what the file said, whatever people had made of it by then.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="shipments")
    digest = models.CharField(max_length=64)
    blocks = models.JSONField()
    taken_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["edition", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "digest"], name="rules_one_shipment_a_file")
        ]

    def __str__(self) -> str:
        return f"{self.edition} of {self.taken_at:%Y-%m-%d}"


class Paragraph(models.Model):
    """A citable paragraph of a revision, for search and history. *digest:* of its Markdown and marks.

    *number:* empty for a term of the glossary, whose word is *term*. *place:* in the book, from 0.
    *words*, *title_words:* what it says and what it is called, cut by `scrapsite.common.fulltext.words`.
    """

    revision = models.ForeignKey(Revision, models.CASCADE, related_name="paragraphs")
    anchor = models.CharField(max_length=80, db_index=True)
    place = models.PositiveIntegerField()
    number = models.CharField(max_length=20, blank=True)
    term = models.CharField(max_length=200, blank=True)
    section = models.CharField(max_length=200)
    heading = models.CharField(max_length=200)
    text = models.TextField()
    words = models.TextField()
    title_words = models.TextField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["revision", "place"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "anchor"], name="rules_one_paragraph_an_anchor")
        ]

    def __str__(self) -> str:
        return f"{self.anchor} of revision {self.revision_id}"


class Appointment(models.Model):
    """A user has the rights of a group, but for one rulebook only."""

    rulebook = models.ForeignKey(Rulebook, models.CASCADE, related_name="appointments")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    group = models.ForeignKey(Group, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["rulebook", "user", "group"], name="rules_one_appointment_a_group"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.group} of {self.rulebook}"


class AuditEntry(models.Model):
    """Who did what to a rulebook and its talk. *what:* such as `revision/published`. Never changes."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    rulebook = models.ForeignKey(Rulebook, models.CASCADE, null=True, related_name="audit")
    what = models.CharField(max_length=60)
    about = models.CharField(max_length=300)
    address = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.what}: {self.about}"


class ProposalStatus(models.TextChoices):
    """The status of a proposal."""

    DRAFT = "draft", "Draft"
    OPEN = "open", "Waiting for review"
    CHANGES_ASKED = "asked", "Changes asked for"
    ACCEPTED = "accepted", "Accepted"
    DECLINED = "declined", "Declined"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Proposal(models.Model):
    """A changed text of an edition. *base:* the revision it changes. *blocks:* as of a revision, all of them.

    *version:* raised with every change, so that two windows can't overwrite each other unseen.
    *revision:* what it became when it was accepted.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="proposals")
    base = models.ForeignKey(Revision, models.PROTECT, related_name="+")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="rules_proposals"
    )
    status = models.CharField(max_length=10, choices=ProposalStatus, default=ProposalStatus.DRAFT)
    summary = models.CharField(max_length=300, blank=True)
    reason = models.TextField(blank=True, max_length=MOST_CHARACTERS)
    reason_html = models.TextField(blank=True)
    blocks = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    submitted_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    revision = models.ForeignKey(Revision, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["-updated_at"]

    def __str__(self) -> str:
        return f"Proposal {self.pk}: {self.summary or 'untitled'}"


class Verdict(models.TextChoices):
    """The verdict of a review."""

    COMMENT = "comment", "Comment"
    ACCEPT = "accept", "Accept and publish"
    ASK = "ask", "Ask for changes"
    DECLINE = "decline", "Decline"


class Review(models.Model):
    """A review of a proposal. Only editors of the rulebook can do more than comment."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="reviews")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    verdict = models.CharField(max_length=10, choices=Verdict)
    source = models.TextField(blank=True, max_length=MOST_CHARACTERS)
    html = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.get_verdict_display()} on proposal {self.proposal_id}"


class CheckVerdict(models.TextChoices):
    """What an editor said of a paragraph whose words have changed: for the game, or about their source."""

    HOLDS = "holds", "The game does what it says"
    FOLLOW = "follow", "The program must follow"
    SOURCE = "source", "The source says so"


class ProgramCheck(models.Model):
    """An editor's word on a paragraph: the program does what it says, or the source says so. Never changes.

    *digest:* of its words, for the source with the marks that name it. *program:* of the words that the
    program was made for, as `rules/citations/checked` has them: another program needs another check; empty
    for the source. *revision:* the one in force.
    """

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="program_checks")
    anchor = models.CharField(max_length=80)
    digest = models.CharField(max_length=DIGEST_LENGTH)
    program = models.CharField(max_length=DIGEST_LENGTH, blank=True)
    verdict = models.CharField(max_length=10, choices=CheckVerdict)
    revision = models.ForeignKey(Revision, models.PROTECT, related_name="+")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    note = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["edition", "anchor"], name="rules_checks_at_a_paragraph")]

    def __str__(self) -> str:
        return f"{self.edition} {self.anchor}: {self.get_verdict_display()}"

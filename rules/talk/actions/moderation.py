"""Moderation: reporting, hiding and showing comments. The audit trail doesn't hold their words."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from rules.document.errors import BadText, Refused
from rules.document.text_limits import checked_line
from rules.talk.actions.notifying import settle_news, tell_of_report
from rules.talk.models import Comment, Report
from rules.talk.queries.news import ANSWERED, COMMENT, MENTION, OPENING, RULING
from rules.talk.queries.work import REPORT
from rules.talk.words import address_of
from rules.wiki.audit import note
from rules.wiki.permissions import require
from scrapsite.common.versions import bump_data_version

LONGEST_REASON = 500


def report(reporter: User, comment: Comment, reason: str) -> Report:
    """Report *comment* to the moderators. *Raises:* Refused if *reporter* already did; BadText.

    A report that is settled is open again with the new reason if the comment was edited since.
    """
    require(reporter, "discuss", comment.thread.edition.rulebook)
    reason = checked_line(reason, LONGEST_REASON, "A reason", "text/long")
    if not reason:
        raise BadText("Say what is wrong with the comment.", "text/empty")
    if comment.author_id == reporter.pk:
        raise Refused("This is your own comment. You can edit or delete it.", "rules/own-comment")
    try:
        with transaction.atomic():
            made = Report.objects.create(comment=comment, reporter=reporter, reason=reason)
            _note(reporter, "comment/reported", comment)
            tell_of_report(made)
    except IntegrityError:
        return _report_again(reporter, comment, reason)
    return made


@transaction.atomic
def hide(moderator: User, comment_id: int) -> Comment:
    """Hide a comment from everybody but moderators, and return it. That settles its open reports.

    *Raises:* Comment.DoesNotExist, Refused.
    """
    comment = _locked(moderator, comment_id)
    if comment.deleted_at is not None:
        raise Refused("Its author has deleted this comment, so there is nothing to hide.", "rules/no-comment")
    if comment.hidden_at is None:
        comment.hidden_at, comment.hidden_by = timezone.now(), moderator
        comment.save(update_fields=["hidden_at", "hidden_by"])
        _note(moderator, "comment/hidden", comment)
        settle_news(comment.pk, COMMENT, OPENING, MENTION)
        if comment.thread.answer_id == comment.pk:
            settle_news(comment.thread_id, ANSWERED, RULING)
        transaction.on_commit(bump_data_version)
        for open_report in comment.reports.filter(settled_at=None):
            _settle(moderator, open_report, comment)
    return comment


@transaction.atomic
def show(moderator: User, comment_id: int) -> Comment:
    """Show a hidden comment to everybody again, and return it. *Raises:* Comment.DoesNotExist, Refused."""
    comment = _locked(moderator, comment_id)
    if comment.hidden_at is not None:
        comment.hidden_at = comment.hidden_by = None
        comment.save(update_fields=["hidden_at", "hidden_by"])
        _note(moderator, "comment/shown", comment)
        transaction.on_commit(bump_data_version)
    return comment


@transaction.atomic
def settle(moderator: User, report_id: int) -> Report:
    """Mark a report as settled. *Raises:* Report.DoesNotExist, Refused."""
    found = Report.objects.select_for_update(of=("self",)).select_related(
        "comment__thread__edition__rulebook"
    )
    open_report = found.get(pk=report_id)
    require(moderator, "moderate", open_report.comment.thread.edition.rulebook)
    if open_report.settled_at is None:
        _settle(moderator, open_report, open_report.comment)
    return open_report


@transaction.atomic
def _report_again(reporter: User, comment: Comment, reason: str) -> Report:
    """Open *reporter*'s settled report again. *Raises:* Refused unless the comment was edited since."""
    found = Report.objects.select_for_update(of=("self",)).select_related(
        "comment__thread__edition__rulebook"
    )
    made = found.get(comment=comment, reporter=reporter)
    edited_at = made.comment.edited_at
    if made.settled_at is None or edited_at is None or edited_at <= made.settled_at:
        raise Refused("You have reported this comment already.", "rules/reported")
    made.reason, made.created_at = reason, timezone.now()
    made.settled_at = made.settled_by = None
    made.save(update_fields=["reason", "created_at", "settled_at", "settled_by"])
    _note(reporter, "comment/reported", comment)
    tell_of_report(made)
    return made


def _settle(moderator: User, open_report: Report, comment: Comment) -> None:
    open_report.settled_at, open_report.settled_by = timezone.now(), moderator
    open_report.save(update_fields=["settled_at", "settled_by"])
    settle_news(open_report.pk, REPORT)
    _note(moderator, "report/settled", comment)


def _locked(moderator: User, comment_id: int) -> Comment:
    found = Comment.objects.select_for_update(of=("self",)).select_related("thread__edition__rulebook")
    comment = found.get(pk=comment_id)
    require(moderator, "moderate", comment.thread.edition.rulebook)
    return comment


def _note(actor: User, what: str, comment: Comment) -> None:
    thread = comment.thread
    note(actor, what, thread.edition.rulebook, f"{comment} in {thread}", address_of(thread, comment))

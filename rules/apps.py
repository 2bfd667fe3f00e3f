"""The app config, which connects the signals between the rooms."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Rulebooks"

    def ready(self) -> None:
        """Connect what loads the shipped rulebooks, notifies followers and tells who has powers."""
        from rules.answers.wiki import WikiRulebook
        from rules.talk.actions.notifying import (
            forget_submission,
            tell_of_revision,
            tell_of_submission,
        )
        from rules.talk.actions.taking_part import hear_of_review
        from rules.talk.notifications import SOURCE
        from rules.wiki.actions.proposals import (
            proposal_reviewed,
            proposal_submitted,
            proposal_withdrawn,
        )
        from rules.wiki.actions.publishing import revision_published
        from rules.wiki.permissions import has_powers
        from rules.wiki.program import changed_addresses
        from rules.wiki.queries.chapters import chapters_of
        from rules.wiki.queries.figures import examples_of
        from rules.wiki.stored_books import names_of
        from scrapsite.accounts.second_factor.powers import register_power
        from scrapsite.common import rulebook
        from scrapsite.common.links import (
            connect_examples,
            connect_rule_chapters,
            connect_rule_names,
            tell_changed_rules,
        )
        from scrapsite.notifications.registry import register

        connect_rule_names(names_of)
        connect_rule_chapters(chapters_of)
        connect_examples(examples_of)
        rulebook.connect(WikiRulebook())
        post_migrate.connect(_load_rulebooks, sender=self)
        revision_published.connect(tell_of_revision)
        proposal_submitted.connect(tell_of_submission)
        proposal_reviewed.connect(hear_of_review)
        proposal_withdrawn.connect(forget_submission)
        register(SOURCE)
        tell_changed_rules(changed_addresses)
        register_power(has_powers)
        _tell_of_data()


def _tell_of_data() -> None:
    """Say what belongs to users, and what happens to it when they go."""
    from rules.wiki.actions.drafting import delete_drafts
    from scrapsite.accounts.own_data.registry import add_part, leaving

    leaving.append(delete_drafts)
    add_part("comments", "rules.Comment", "thread_id source created_at edited_at deleted_at", "author")
    add_part("mentions", "rules.Mention", "comment_id review_id created_at")
    add_part("threads", "rules.Thread", "edition_id anchor kind title created_at", "author")
    add_part("proposals", "rules.Proposal", "edition_id status summary reason blocks created_at", "author")
    add_part("reviews", "rules.Review", "proposal_id verdict source created_at", "author")
    add_part("revisions", "rules.Revision", "edition_id number created_at", "author")
    add_part("program checks", "rules.ProgramCheck", "edition_id anchor verdict note created_at", "author")
    add_part("reports of comments", "rules.Report", "comment_id reason created_at", "reporter")
    add_part("follows", "rules.Follow", "rulebook_id anchor thread_id created_at")
    add_part("appointments", "rules.Appointment", "rulebook_id group__name")


def _load_rulebooks(using: str, **said: Any) -> None:
    from rules.wiki.actions.loading import load_rules
    from rules.wiki.models import Review
    from rules.wiki.permissions import ensure_groups

    if using == "default" and Review._meta.db_table in connections[using].introspection.table_names():
        ensure_groups()
        load_rules()

"""All tables as they are after the migrations that this one replaces, for a new database in one step."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from scrapsite.common.fulltext.schema import full_text


class Migration(migrations.Migration):
    replaces = [
        ("rules", "0001_wiki"),
        ("rules", "0002_words"),
        ("rules", "0003_full_text"),
        ("rules", "0004_words_kept"),
        ("rules", "0005_blocks"),
        ("rules", "0006_provenance"),
        ("rules", "0007_program_checks"),
        ("rules", "0008_answered_by_rule"),
        ("rules", "0009_titles"),
        ("rules", "0010_talk_full_text"),
        ("rules", "0011_mentions"),
        ("rules", "0012_mentions_in_reviews"),
        ("rules", "0013_checks_of_sources"),
        ("rules", "0014_ideas"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Edition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.CharField(max_length=60)),
                ("date", models.DateField(null=True)),
                ("summary", models.TextField()),
                ("source", models.TextField()),
                ("credit", models.TextField()),
                ("licence", models.CharField(max_length=100)),
                (
                    "keeps_words",
                    models.BooleanField(
                        default=False,
                        help_text="An update of the site doesn’t replace them.",
                        verbose_name="keeps these words",
                    ),
                ),
            ],
            options={
                "ordering": ["rulebook", models.OrderBy(models.F("date"), descending=True, nulls_last=True)],
            },
        ),
        migrations.CreateModel(
            name="Rulebook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(max_length=60, unique=True)),
                ("title", models.CharField(max_length=100)),
            ],
            options={
                "ordering": ["game"],
                "permissions": [
                    ("discuss_rulebook", "Can comment on rules and propose changes to them"),
                    ("edit_rulebook", "Can review proposals, publish revisions and give rulings"),
                    ("moderate_rulebook", "Can hide comments and settle reports"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("source", models.TextField(max_length=10000)),
                ("html", models.TextField()),
                ("words", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("edited_at", models.DateTimeField(null=True)),
                ("deleted_at", models.DateTimeField(null=True)),
                ("hidden_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hidden_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Proposal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("open", "Waiting for review"),
                            ("asked", "Changes asked for"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("summary", models.CharField(blank=True, max_length=300)),
                ("reason", models.TextField(blank=True, max_length=10000)),
                ("reason_html", models.TextField(blank=True)),
                ("blocks", models.JSONField()),
                ("version", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("submitted_at", models.DateTimeField(null=True)),
                ("decided_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rules_proposals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="proposals",
                        to="rules.edition",
                    ),
                ),
            ],
            options={
                "ordering": ["-updated_at"],
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("comment", "Comment"),
                            ("accept", "Accept and publish"),
                            ("ask", "Ask for changes"),
                            ("decline", "Decline"),
                        ],
                        max_length=10,
                    ),
                ),
                ("source", models.TextField(blank=True, max_length=10000)),
                ("html", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reviews",
                        to="rules.proposal",
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("shipped", "came with the site"),
                            ("proposal", "accepted proposal"),
                            ("revert", "return to an older revision"),
                        ],
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("summary", models.CharField(max_length=300)),
                ("blocks", models.JSONField()),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="revisions",
                        to="rules.edition",
                    ),
                ),
                (
                    "returns_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rules.revision",
                    ),
                ),
            ],
            options={
                "ordering": ["edition", "-number"],
            },
        ),
        migrations.AddField(
            model_name="proposal",
            name="base",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rules.revision"
            ),
        ),
        migrations.AddField(
            model_name="proposal",
            name="revision",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rules.revision"
            ),
        ),
        migrations.CreateModel(
            name="ProgramCheck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("anchor", models.CharField(max_length=80)),
                ("digest", models.CharField(max_length=16)),
                ("program", models.CharField(blank=True, max_length=16)),
                (
                    "verdict",
                    models.CharField(
                        choices=[
                            ("holds", "The game does what it says"),
                            ("follow", "The program must follow"),
                            ("source", "The source says so"),
                        ],
                        max_length=10,
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=300)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="program_checks",
                        to="rules.edition",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rules.revision"
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Paragraph",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("anchor", models.CharField(db_index=True, max_length=80)),
                ("place", models.PositiveIntegerField()),
                ("number", models.CharField(blank=True, max_length=20)),
                ("term", models.CharField(blank=True, max_length=200)),
                ("section", models.CharField(max_length=200)),
                ("heading", models.CharField(max_length=200)),
                ("text", models.TextField()),
                ("words", models.TextField()),
                ("title_words", models.TextField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="paragraphs",
                        to="rules.revision",
                    ),
                ),
            ],
            options={
                "ordering": ["revision", "place"],
            },
        ),
        migrations.AddField(
            model_name="edition",
            name="head",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rules.revision"
            ),
        ),
        migrations.AddField(
            model_name="edition",
            name="rulebook",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="editions", to="rules.rulebook"
            ),
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("what", models.CharField(max_length=60)),
                ("about", models.CharField(max_length=300)),
                ("address", models.CharField(blank=True, max_length=300)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rulebook",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="audit",
                        to="rules.rulebook",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "audit entries",
                "ordering": ["-at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Appointment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="auth.group"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rulebook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appointments",
                        to="rules.rulebook",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Shipment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("blocks", models.JSONField()),
                ("taken_at", models.DateTimeField(auto_now_add=True)),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shipments",
                        to="rules.edition",
                    ),
                ),
            ],
            options={
                "ordering": ["edition", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Thread",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("anchor", models.CharField(max_length=80)),
                (
                    "kind",
                    models.CharField(
                        choices=[("question", "Question"), ("proposal", "Idea"), ("ruling", "Ruling")],
                        max_length=10,
                    ),
                ),
                ("title", models.CharField(blank=True, default="", max_length=100)),
                ("quote", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now_add=True)),
                ("answer_anchor", models.CharField(blank=True, default="", max_length=80)),
                ("resolved_at", models.DateTimeField(null=True)),
                ("ruled_at", models.DateTimeField(null=True)),
                (
                    "answer",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="rules.comment",
                    ),
                ),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "edition",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="threads",
                        to="rules.edition",
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rules.revision"
                    ),
                ),
            ],
            options={
                "ordering": ["-updated_at"],
            },
        ),
        migrations.CreateModel(
            name="Follow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("anchor", models.CharField(blank=True, max_length=80)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rules_follows",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rulebook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="rules.rulebook"
                    ),
                ),
                (
                    "thread",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="follows",
                        to="rules.thread",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at"],
            },
        ),
        migrations.AddField(
            model_name="comment",
            name="thread",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="comments", to="rules.thread"
            ),
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(max_length=500)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "comment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="rules.comment",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["created_at"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("comment", "reporter"), name="rules_one_report_a_reporter"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Mention",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "comment",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mentions",
                        to="rules.comment",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "review",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mentions",
                        to="rules.review",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("comment", "user"), name="rules_mentioned_once"),
                    models.UniqueConstraint(fields=("review", "user"), name="rules_mentioned_once_in_review"),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="revision",
            constraint=models.UniqueConstraint(
                fields=("edition", "number"), name="rules_one_revision_a_number"
            ),
        ),
        migrations.AddIndex(
            model_name="programcheck",
            index=models.Index(fields=["edition", "anchor"], name="rules_checks_at_a_paragraph"),
        ),
        migrations.AddConstraint(
            model_name="paragraph",
            constraint=models.UniqueConstraint(
                fields=("revision", "anchor"), name="rules_one_paragraph_an_anchor"
            ),
        ),
        migrations.AddConstraint(
            model_name="edition",
            constraint=models.UniqueConstraint(fields=("rulebook", "slug"), name="rules_one_edition_a_slug"),
        ),
        migrations.AddConstraint(
            model_name="appointment",
            constraint=models.UniqueConstraint(
                fields=("rulebook", "user", "group"), name="rules_one_appointment_a_group"
            ),
        ),
        migrations.AddConstraint(
            model_name="shipment",
            constraint=models.UniqueConstraint(
                fields=("edition", "digest"), name="rules_one_shipment_a_file"
            ),
        ),
        migrations.AddIndex(
            model_name="thread",
            index=models.Index(fields=["edition", "anchor"], name="rules_threads_of_paragraph"),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.UniqueConstraint(
                condition=models.Q(("thread__isnull", True)),
                fields=("user", "rulebook", "anchor"),
                name="rules_follow_paragraph_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="follow",
            constraint=models.UniqueConstraint(
                condition=models.Q(("thread__isnull", False)),
                fields=("user", "thread"),
                name="rules_follow_thread_once",
            ),
        ),
        full_text("rules", "rules_paragraph", ("words", "title_words")),
        full_text("rules_talk", "rules_comment", ("words",)),
    ]

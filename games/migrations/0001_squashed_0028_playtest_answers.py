"""All tables as they are after the migrations that this one replaces, for a new database in one step."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.drafts.models
import games.matches.models


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_card_plays"),
        ("games", "0003_secret_steps"),
        ("games", "0004_standing_orders"),
        ("games", "0005_client_ids_by_seat"),
        ("games", "0006_over_days"),
        ("games", "0007_step_chain"),
        ("games", "0008_deadlines"),
        ("games", "0009_undo_requests"),
        ("games", "0010_table_talk"),
        ("games", "0011_to_act"),
        ("games", "0012_secret_version"),
        ("games", "0013_stopped_matches"),
        ("games", "0014_ended_seats"),
        ("games", "0015_rating_results"),
        ("games", "0016_match_to_watch"),
        ("games", "0017_rating_range"),
        ("games", "0018_example_of_a_practice_match"),
        ("games", "0019_level_of_card_plays"),
        ("games", "0020_match_pictures"),
        ("games", "0021_analysis"),
        ("games", "0022_lessons"),
        ("games", "0023_hint"),
        ("games", "0024_solved_puzzles"),
        ("games", "0025_counterfactuals"),
        ("games", "0026_lab"),
        ("games", "0027_drafts"),
        ("games", "0028_playtest_answers"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.matches.models.new_match_id,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=40)),
                ("engine_version", models.CharField(max_length=40)),
                ("cards_hash", models.CharField(max_length=64)),
                ("options", models.TextField(default="{}")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "waiting for players"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("cancelled", "called off"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("seq", models.IntegerField(default=-1)),
                ("tick", models.IntegerField(default=-1)),
                ("to_act", models.JSONField(default=list)),
                ("bots", models.JSONField(default=list)),
                ("bot_to_act", models.BooleanField(default=False)),
                ("result", models.TextField(blank=True, default="")),
                ("is_listed", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("plays_counted", models.BooleanField(default=False)),
                ("name", models.CharField(blank=True, default="", max_length=60)),
                ("is_private", models.BooleanField(default=False)),
                ("invite_key", models.CharField(blank=True, default="", max_length=24)),
                (
                    "watch",
                    models.CharField(
                        choices=[("all", "everybody who has the link"), ("nobody", "nobody")],
                        default="all",
                        max_length=6,
                    ),
                ),
                ("watch_delay", models.PositiveIntegerField(default=0)),
                ("clock", models.TextField(blank=True, default="")),
                ("clocks", models.JSONField(blank=True, default=list)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("practice_seq", models.IntegerField(blank=True, null=True)),
                ("position", models.CharField(blank=True, default="", max_length=40)),
                ("is_rated", models.BooleanField(default=False)),
                ("ratings_done", models.BooleanField(default=False)),
                ("rating_range", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("chain", models.CharField(blank=True, default="", max_length=64)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
                ("agreed", models.JSONField(blank=True, default=list)),
                ("later_version", models.CharField(blank=True, default="", max_length=40)),
                ("later_hash", models.CharField(blank=True, default="", max_length=64)),
                ("later_since", models.IntegerField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="created_matches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "practice_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="practices",
                        to="games.match",
                    ),
                ),
                (
                    "rematch_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematches",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="analysis",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=7,
                    ),
                ),
                ("looked_at", models.IntegerField(default=-1)),
                ("done", models.IntegerField(default=0)),
                ("whole", models.IntegerField()),
                ("every", models.IntegerField(default=1)),
                ("rounds", models.IntegerField()),
                ("slices", models.IntegerField(default=0)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("touched_at", models.DateTimeField(auto_now=True)),
                ("made_at", models.DateTimeField(blank=True, null=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="analyses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
            },
        ),
        migrations.CreateModel(
            name="LessonMark",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="lesson",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("read", models.JSONField(blank=True, default=list)),
                ("is_left", models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name="MatchSecret",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="secret",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("seed", models.BinaryField()),
                ("salt", models.BinaryField()),
                ("commitment", models.CharField(max_length=64)),
                ("played", models.BinaryField(default=bytes)),
                ("version", models.SmallIntegerField(choices=[(1, "1"), (2, "2")], default=1)),
                ("pins", models.TextField(default="[]")),
            ],
        ),
        migrations.CreateModel(
            name="TalkMark",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="talk_mark",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("at", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="BugReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("seq", models.IntegerField()),
                ("edition", models.CharField(max_length=40)),
                ("words", models.TextField(max_length=5000)),
                ("shown", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bug_reports",
                        to="games.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="CardPlays",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=40)),
                ("card", models.CharField(max_length=60)),
                ("player", models.CharField(choices=[("person", "Person"), ("bot", "Bot")], max_length=6)),
                ("level", models.CharField(blank=True, default="", max_length=20)),
                ("plays", models.JSONField(default=dict)),
                ("seats", models.IntegerField(default=0)),
                ("wins", models.IntegerField(default=0)),
                ("ratings", models.FloatField(default=0)),
            ],
            options={
                "verbose_name_plural": "card plays",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("title", "edition", "card", "player", "level"), name="card_plays_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("text", models.CharField(max_length=1000)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("hidden_at", models.DateTimeField(blank=True, null=True)),
                (
                    "hidden_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="messages", to="games.match"
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
            ],
            options={
                "ordering": ["pk"],
                "permissions": [
                    ("moderate_talk", "Can read reported table talk, hide it and settle reports")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=500)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.chatmessage",
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
            ],
        ),
        migrations.CreateModel(
            name="CounterfactualReport",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.matches.models.new_match_id,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("base", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=40)),
                ("base_hash", models.CharField(max_length=64)),
                ("edition_hash", models.CharField(max_length=64)),
                ("engine_version", models.CharField(max_length=40)),
                (
                    "scope",
                    models.CharField(
                        choices=[("public", "all public matches"), ("mine", "my matches")],
                        default="public",
                        max_length=6,
                    ),
                ),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("matches", models.JSONField(default=list)),
                ("done", models.IntegerField(default=0)),
                ("skipped", models.IntegerField(default=0)),
                ("slices", models.IntegerField(default=0)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("touched_at", models.DateTimeField(auto_now=True)),
                (
                    "asked_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="counterfactuals",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="CounterfactualMatch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.IntegerField()),
                ("kind", models.CharField(max_length=8)),
                ("course", models.TextField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="counterfactuals",
                        to="games.match",
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="courses",
                        to="games.counterfactualreport",
                    ),
                ),
            ],
            options={
                "ordering": ["place"],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.drafts.models.new_draft_id,
                        max_length=10,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("base", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=60)),
                ("summary", models.CharField(blank=True, default="", max_length=300)),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("private", "you alone"),
                            ("link", "everybody who has the link"),
                            ("listed", "everybody"),
                        ],
                        default="private",
                        max_length=7,
                    ),
                ),
                ("share_key", models.CharField(blank=True, default="", max_length=24)),
                ("hidden_at", models.DateTimeField(blank=True, null=True)),
                (
                    "questions",
                    models.CharField(
                        blank=True, default="fun length fairness confusion words", max_length=60
                    ),
                ),
                ("working", models.TextField(default="{}")),
                ("before", models.TextField(default="[]")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "owner",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-changed_at"],
            },
        ),
        migrations.CreateModel(
            name="DraftReader",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=24)),
                ("opened_at", models.DateTimeField(auto_now=True)),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="readers", to="games.draft"
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
            ],
        ),
        migrations.CreateModel(
            name="DraftRevision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("changes", models.TextField()),
                ("cards_hash", models.CharField(db_index=True, max_length=64)),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "stage",
                    models.CharField(
                        choices=[("checking", "Checking"), ("playable", "Playable"), ("refused", "Refused")],
                        default="checking",
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=300)),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="revisions",
                        to="games.draft",
                    ),
                ),
            ],
            options={
                "ordering": ["draft", "-number"],
            },
        ),
        migrations.AddField(
            model_name="draft",
            name="copied_from",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="copies",
                to="games.draftrevision",
            ),
        ),
        migrations.CreateModel(
            name="Hint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("number", models.IntegerField()),
                ("found", models.TextField(blank=True, default="")),
                ("asked_at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hints", to="games.match"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "answer",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not answered"),
                            ("accepted", "Accepted"),
                            ("declined", "Declined"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invited",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LabReport",
            fields=[
                ("id", models.CharField(max_length=24, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=40)),
                ("edition", models.CharField(max_length=60)),
                ("against", models.CharField(blank=True, default="", max_length=60)),
                ("level", models.CharField(max_length=20)),
                ("rival", models.CharField(blank=True, default="", max_length=20)),
                ("games", models.IntegerField()),
                ("seed", models.IntegerField()),
                ("seats", models.SmallIntegerField()),
                ("options", models.JSONField(default=dict)),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("cancelled", "Cancelled"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("whole", models.IntegerField()),
                ("done", models.IntegerField(default=0)),
                ("why", models.CharField(blank=True, default="", max_length=300)),
                ("summary", models.TextField(blank=True, default="")),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("touched_at", models.DateTimeField(auto_now=True)),
                ("made_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("stage__in", ("waiting", "running"))),
                        fields=["touched_at"],
                        name="lab_report_under_way",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="LabRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("edition", models.CharField(max_length=60)),
                ("against", models.CharField(blank=True, default="", max_length=60)),
                ("asked_at", models.DateTimeField()),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="games.labreport",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lab_requests",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LabShard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.IntegerField()),
                ("games", models.BinaryField()),
                (
                    "report",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shards",
                        to="games.labreport",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="MatchNote",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(blank=True, default="", max_length=10000)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notes", to="games.match"
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
            ],
        ),
        migrations.CreateModel(
            name="MatchPicture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("step", models.IntegerField()),
                ("names", models.CharField(max_length=24)),
                ("png", models.BinaryField()),
                ("drawn_at", models.DateTimeField(auto_now=True, db_index=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="pictures", to="games.match"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PlaytestAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fun", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("length", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("fairness", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("confusion", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("words", models.TextField(blank=True, default="", max_length=2000)),
                ("is_anonymous", models.BooleanField(default=False)),
                ("is_skipped", models.BooleanField(default=False)),
                ("answered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.match"
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="games.draftrevision",
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
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40)),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("matches", models.IntegerField(default=0)),
                ("won", models.IntegerField(default=0)),
                ("drawn", models.IntegerField(default=0)),
                ("lost", models.IntegerField(default=0)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("place", models.SmallIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="games.match",
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="changes", to="games.rating"
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.SmallIntegerField()),
                ("bot", models.CharField(blank=True, default="", max_length=20)),
                ("nonce", models.BinaryField(default=bytes)),
                ("seen", models.IntegerField(default=-1)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="games.match"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="SolvedPuzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("puzzle", models.CharField(max_length=30)),
                ("solved_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="solved_puzzles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("order", models.CharField(max_length=500)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="orders", to="games.match"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Step",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.IntegerField()),
                ("tick", models.IntegerField()),
                (
                    "notice",
                    models.SmallIntegerField(
                        choices=[(0, "only its seat"), (1, "everybody, in passing"), (2, "everybody")],
                        default=2,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("start", "Start"),
                            ("move", "Move"),
                            ("undo", "Undo"),
                            ("resign", "Resign"),
                            ("timeout", "Timeout"),
                            ("ask", "Ask"),
                            ("rules", "Rules"),
                        ],
                        max_length=10,
                    ),
                ),
                ("seat", models.SmallIntegerField(default=-1)),
                ("client_move_id", models.CharField(blank=True, max_length=64, null=True)),
                ("move", models.TextField(blank=True, default="")),
                ("events", models.TextField()),
                ("state", models.BinaryField()),
                ("draws", models.IntegerField()),
                ("head", models.IntegerField()),
                ("undoable", models.BooleanField(default=False)),
                ("undoes", models.IntegerField(blank=True, null=True)),
                ("drawn", models.TextField(default="[]")),
                ("link", models.CharField(blank=True, default="", max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "ordering": ["match", "seq"],
            },
        ),
        migrations.CreateModel(
            name="UndoRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.SmallIntegerField()),
                ("seq", models.IntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "Asked"),
                            ("granted", "Granted"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                            ("overtaken", "the match went on"),
                        ],
                        default="asked",
                        max_length=10,
                    ),
                ),
                ("granted", models.JSONField(default=list)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undo_requests",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("starts", models.DateTimeField()),
                ("ends", models.DateTimeField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["starts"],
            },
        ),
        migrations.CreateModel(
            name="JudgedDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.IntegerField()),
                ("seat", models.SmallIntegerField()),
                ("turn", models.IntegerField()),
                (
                    "stage",
                    models.SmallIntegerField(
                        choices=[
                            (1, "the move that was made is to be weighed alone"),
                            (2, "so is the best one"),
                            (3, "nothing is left to do"),
                        ]
                    ),
                ),
                ("moves", models.IntegerField()),
                ("best", models.TextField()),
                ("best_value", models.FloatField()),
                ("made_value", models.FloatField()),
                ("made_words", models.CharField(max_length=300)),
                ("best_words", models.CharField(max_length=300)),
                ("line", models.JSONField(default=list)),
                (
                    "analysis",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="games.analysis",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
            },
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("deadline__isnull", False)), fields=["deadline"], name="match_due"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_rated", True), ("ratings_done", False)),
                fields=["status"],
                name="match_to_rate",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_listed", True), ("status", "open")),
                fields=["-created_at"],
                name="match_in_lobby",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("is_listed", True), ("status", "running")),
                fields=["-updated_at"],
                name="match_to_watch",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("bot_to_act", True)), fields=["updated_at"], name="match_bot_to_act"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("status__in", ("finished", "cancelled"))),
                fields=["updated_at"],
                name="match_over",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("plays_counted", False)), fields=["status"], name="match_plays_to_count"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["edition"], name="match_of_edition"),
        ),
        migrations.AddConstraint(
            model_name="chatreport",
            constraint=models.UniqueConstraint(fields=("message", "user"), name="message_reported_once"),
        ),
        migrations.AddIndex(
            model_name="counterfactualreport",
            index=models.Index(
                condition=models.Q(("stage__in", ("waiting", "running"))),
                fields=["touched_at"],
                name="counterfactual_under_way",
            ),
        ),
        migrations.AddConstraint(
            model_name="counterfactualmatch",
            constraint=models.UniqueConstraint(
                fields=("report", "match"), name="match_counted_once_a_report"
            ),
        ),
        migrations.AddConstraint(
            model_name="draftreader",
            constraint=models.UniqueConstraint(fields=("draft", "user"), name="draft_reader_once"),
        ),
        migrations.AddConstraint(
            model_name="draftrevision",
            constraint=models.UniqueConstraint(fields=("draft", "number"), name="draft_revision_once"),
        ),
        migrations.AddIndex(
            model_name="draft",
            index=models.Index(
                condition=models.Q(("hidden_at__isnull", True), ("visibility", "listed")),
                fields=["-changed_at"],
                name="draft_listed",
            ),
        ),
        migrations.AddConstraint(
            model_name="hint",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="hint_of_a_seat_once"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("match", "user"), name="invited_once"),
        ),
        migrations.AddConstraint(
            model_name="labrequest",
            constraint=models.UniqueConstraint(fields=("report", "user"), name="lab_request_once"),
        ),
        migrations.AddConstraint(
            model_name="labshard",
            constraint=models.UniqueConstraint(fields=("report", "number"), name="lab_shard_once"),
        ),
        migrations.AddConstraint(
            model_name="matchnote",
            constraint=models.UniqueConstraint(fields=("match", "user"), name="noted_once"),
        ),
        migrations.AddConstraint(
            model_name="matchpicture",
            constraint=models.UniqueConstraint(fields=("match", "step"), name="match_picture_once"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("user", "muted"), name="muted_once"),
        ),
        migrations.AddConstraint(
            model_name="playtestanswer",
            constraint=models.UniqueConstraint(fields=("match", "user"), name="playtest_answer_once"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("bot", "")), fields=("title", "user"), name="rating_user_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", True)), fields=("title", "bot"), name="rating_bot_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="rated_once"),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["user", "ended_at"], name="seat_of_user"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="seat_number_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "user"), name="seat_user_once"),
        ),
        migrations.AddConstraint(
            model_name="solvedpuzzle",
            constraint=models.UniqueConstraint(fields=("user", "puzzle"), name="puzzle_solved_once"),
        ),
        migrations.AddConstraint(
            model_name="standingorder",
            constraint=models.UniqueConstraint(fields=("match", "seat", "order"), name="order_once"),
        ),
        migrations.AddConstraint(
            model_name="step",
            constraint=models.UniqueConstraint(fields=("match", "seq"), name="step_seq_once"),
        ),
        migrations.AddConstraint(
            model_name="step",
            constraint=models.UniqueConstraint(
                fields=("match", "seat", "client_move_id"), name="step_client_id_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="undorequest",
            constraint=models.UniqueConstraint(fields=("match", "seq"), name="undo_asked_once"),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends__gt", models.F("starts"))), name="vacation_ends_later"
            ),
        ),
        migrations.AddConstraint(
            model_name="judgeddecision",
            constraint=models.UniqueConstraint(fields=("analysis", "seq"), name="decision_judged_once"),
        ),
        migrations.AddIndex(
            model_name="analysis",
            index=models.Index(
                condition=models.Q(("stage__in", ("waiting", "running"))),
                fields=["touched_at"],
                name="analysis_under_way",
            ),
        ),
    ]

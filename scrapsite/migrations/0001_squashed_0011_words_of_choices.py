"""All tables as they are after the migrations that this one replaces, for a new database in one step."""

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import scrapsite.notifications.models


class Migration(migrations.Migration):
    replaces = [
        ("scrapsite", "0001_initial"),
        ("scrapsite", "0002_time_zone"),
        ("scrapsite", "0003_alerts"),
        ("scrapsite", "0004_notifications"),
        ("scrapsite", "0005_heartbeat"),
        ("scrapsite", "0006_list_sessions"),
        ("scrapsite", "0007_keys_with_names"),
        ("scrapsite", "0008_done_requests"),
        ("scrapsite", "0009_news"),
        ("scrapsite", "0010_choices_in_plain_english"),
        ("scrapsite", "0011_words_of_choices"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0028_playtest_answers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="NotificationPreference",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notification_preference",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rhythm",
                    models.CharField(
                        choices=[("soon", "Within a few minutes"), ("daily", "One e-mail a day")],
                        default="soon",
                        max_length=5,
                    ),
                ),
                ("hour", models.PositiveSmallIntegerField(default=8)),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("url", models.CharField(max_length=500)),
                (
                    "form",
                    models.CharField(
                        choices=[
                            ("plain", "Signed JSON"),
                            ("discord", "Discord"),
                            ("slack", "Slack, Mattermost"),
                        ],
                        default="plain",
                        max_length=10,
                    ),
                ),
                ("secret", models.CharField(blank=True, default="", max_length=64)),
                ("kinds", models.JSONField(blank=True, default=list)),
                ("games", models.JSONField(blank=True, default=list)),
                ("is_active", models.BooleanField(default=True)),
                ("failures", models.PositiveSmallIntegerField(default=0)),
                ("last_error", models.CharField(blank=True, default="", max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["name"],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("name", models.CharField(default="first key", max_length=40)),
                (
                    "scope",
                    models.CharField(
                        choices=[
                            ("read", "read what you can read"),
                            (
                                "play",
                                "read what you can read, and play: create and join matches, move, and chat",
                            ),
                            (
                                "all",
                                "do everything that the API allows, including changing your decks, time off and notifications",
                            ),
                        ],
                        default="all",
                        max_length=4,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(null=True)),
                ("last_used_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FeedKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "serial",
                    models.CharField(
                        default=scrapsite.notifications.models.new_serial, max_length=20, unique=True
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feed_key",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("display_name", models.CharField(max_length=30)),
                ("name_key", models.CharField(editable=False, max_length=90, unique=True)),
                ("is_guest", models.BooleanField(default=False)),
                ("time_zone", models.CharField(default="UTC", max_length=64)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="profile",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("endpoint", models.CharField(max_length=500, unique=True)),
                ("p256dh", models.CharField(max_length=120)),
                ("auth", models.CharField(max_length=40)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False),
                ),
                ("channel", models.CharField(max_length=10)),
                ("content", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("next_try", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("lease", models.CharField(blank=True, default="", max_length=32)),
                ("lease_until", models.DateTimeField(null=True)),
                ("sent_at", models.DateTimeField(null=True)),
                ("given_up_at", models.DateTimeField(null=True)),
                ("error", models.CharField(blank=True, default="", max_length=200)),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scrapsite.pushsubscription",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="scrapsite.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["created_at"],
            },
        ),
        migrations.CreateModel(
            name="DoneRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64)),
                ("what", models.CharField(max_length=100)),
                ("result", models.CharField(max_length=40)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_index=True)),
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
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="request_done_once")],
            },
        ),
        migrations.CreateModel(
            name="NotificationChoice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("channel", models.CharField(max_length=10)),
                ("kind", models.CharField(blank=True, default="", max_length=20)),
                ("game", models.CharField(blank=True, default="", max_length=40)),
                ("wanted", models.BooleanField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notification_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "channel", "kind", "game"), name="notification_choice_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("channel", models.CharField(max_length=10)),
                ("kind", models.CharField(max_length=20)),
                ("key", models.CharField(max_length=100)),
                ("game", models.CharField(blank=True, default="", max_length=40)),
                ("about", models.BigIntegerField(default=0)),
                ("detail", models.CharField(blank=True, default="", max_length=20)),
                ("created_at", models.DateTimeField()),
                ("due_at", models.DateTimeField()),
                ("digested_at", models.DateTimeField(null=True)),
                ("was_dropped", models.BooleanField(default=False)),
                ("read_at", models.DateTimeField(null=True)),
                (
                    "delivery",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="notifications",
                        to="scrapsite.delivery",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to="scrapsite.webhook",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("digested_at__isnull", True)),
                        fields=["due_at"],
                        name="notification_due",
                    ),
                    models.Index(fields=["user", "channel", "-created_at"], name="notification_of_feed"),
                    models.Index(
                        condition=models.Q(("channel", "site"), ("read_at__isnull", True)),
                        fields=["user"],
                        name="notification_unread",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("user__isnull", False)),
                        fields=("user", "channel", "key"),
                        name="notification_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("webhook__isnull", False)),
                        fields=("webhook", "key"),
                        name="announced_once",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("given_up_at__isnull", True), ("sent_at__isnull", True)),
                fields=["next_try"],
                name="delivery_due",
            ),
        ),
    ]

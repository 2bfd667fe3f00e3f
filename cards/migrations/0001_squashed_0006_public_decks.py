"""All tables as they are after the migrations that this one replaces, for a new database in one step."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from scrapsite.common.fulltext.schema import full_text


class Migration(migrations.Migration):
    replaces = [
        ("cards", "0001_card_index"),
        ("cards", "0002_full_text"),
        ("cards", "0003_copies_differ"),
        ("cards", "0004_saved_decks"),
        ("cards", "0005_moved_tasks"),
        ("cards", "0006_public_decks"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="IndexState",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=128)),
                ("loaded_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="DeckPlays",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=24)),
                ("against", models.CharField(choices=[("people", "People"), ("bots", "Bots")], max_length=6)),
                ("matches", models.IntegerField(default=0)),
                ("wins", models.IntegerField(default=0)),
            ],
            options={
                "verbose_name_plural": "deck plays",
                "constraints": [
                    models.UniqueConstraint(fields=("fingerprint", "against"), name="cards_deck_plays_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="IndexedCard",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=60)),
                ("edition", models.CharField(db_index=True, max_length=60)),
                ("slug", models.CharField(max_length=100)),
                ("name", models.CharField(max_length=200)),
                ("type", models.CharField(db_index=True, max_length=100)),
                ("sub", models.CharField(db_index=True, max_length=100)),
                ("text", models.TextField()),
                ("name_words", models.TextField()),
                ("kind_words", models.TextField()),
                ("text_words", models.TextField()),
                ("flips", models.BooleanField()),
                ("is_newest", models.BooleanField()),
                ("qty", models.IntegerField(db_index=True)),
                ("cost", models.IntegerField(db_index=True, null=True)),
                ("energy", models.IntegerField(db_index=True, null=True)),
                ("health", models.IntegerField(db_index=True, null=True)),
                ("heat", models.IntegerField(db_index=True, null=True)),
                ("range", models.IntegerField(db_index=True, null=True)),
                ("priority", models.IntegerField(db_index=True, null=True)),
                ("initiative", models.IntegerField(db_index=True, null=True)),
                ("initiative_last", models.IntegerField(db_index=True, null=True)),
                ("charge", models.IntegerField(db_index=True, null=True)),
                ("value", models.IntegerField(db_index=True, null=True)),
                ("game_rank", models.IntegerField()),
                ("edition_rank", models.IntegerField()),
                ("place", models.IntegerField()),
                ("name_rank", models.IntegerField()),
                ("type_rank", models.IntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["game_rank", "edition_rank", "place"], name="cards_box_order")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "edition", "slug"), name="cards_one_row_a_card")
                ],
            },
        ),
        migrations.CreateModel(
            name="PublicDeck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=60)),
                ("edition", models.CharField(max_length=40)),
                ("name", models.CharField(max_length=60)),
                ("lists", models.JSONField()),
                ("fingerprint", models.CharField(max_length=24)),
                ("description", models.TextField(blank=True, default="", max_length=2000)),
                ("published_at", models.DateTimeField(auto_now_add=True)),
                ("hidden_at", models.DateTimeField(null=True)),
                (
                    "hidden_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="public_decks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-published_at", "-pk"],
                "permissions": [
                    ("moderate_decks", "Can read reports of public decks, hide decks and settle reports")
                ],
            },
        ),
        migrations.CreateModel(
            name="DeckReport",
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
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="cards.publicdeck",
                    ),
                ),
            ],
            options={
                "ordering": ["created_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="DeckLike",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="likes",
                        to="cards.publicdeck",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SavedDeck",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.CharField(max_length=60)),
                ("name", models.CharField(max_length=60)),
                ("lists", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_decks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-changed_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="CardFacet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("word", models.CharField(max_length=60)),
                (
                    "card",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="cards.indexedcard"),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("word", "card"), name="cards_one_row_a_facet")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="publicdeck",
            index=models.Index(fields=["game", "-published_at"], name="cards_public_decks_of_a_game"),
        ),
        migrations.AddConstraint(
            model_name="publicdeck",
            constraint=models.UniqueConstraint(
                fields=("owner", "fingerprint"), name="cards_deck_published_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="deckreport",
            constraint=models.UniqueConstraint(fields=("deck", "user"), name="cards_deck_reported_once"),
        ),
        migrations.AddConstraint(
            model_name="decklike",
            constraint=models.UniqueConstraint(fields=("deck", "user"), name="cards_deck_liked_once"),
        ),
        migrations.AddIndex(
            model_name="saveddeck",
            index=models.Index(fields=["user", "game", "-changed_at"], name="cards_decks_of_a_user"),
        ),
        full_text("cards", "cards_indexedcard", ("name_words", "kind_words", "text_words")),
    ]

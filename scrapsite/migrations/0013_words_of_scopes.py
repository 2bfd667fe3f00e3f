"""The words of what a key may do: drafts can be changed through the API, decks can't."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scrapsite", "0012_push_sessions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="apitoken",
            name="scope",
            field=models.CharField(
                choices=[
                    ("read", "read what you can read"),
                    ("play", "read what you can read, and play: create and join matches, move, and chat"),
                    (
                        "all",
                        "do everything that the API allows, including changing your drafts, time off and notifications",
                    ),
                ],
                default="all",
                max_length=4,
            ),
        ),
    ]

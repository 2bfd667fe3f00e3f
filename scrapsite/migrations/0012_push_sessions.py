"""The session in which a browser asked for push messages, with which they end."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scrapsite", "0011_words_of_choices"),
    ]

    operations = [
        migrations.AddField(
            model_name="pushsubscription",
            name="session_key",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]

"""How much bots think in a report, and what who waits for it should know."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0030_draft_talk"),
    ]

    operations = [
        migrations.AddField(
            model_name="labreport",
            name="effort",
            field=models.SmallIntegerField(default=100),
        ),
        migrations.AddField(
            model_name="labreport",
            name="note",
            field=models.CharField(blank=True, default="", max_length=120),
        ),
    ]

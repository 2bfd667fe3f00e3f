from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0016_match_to_watch")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="rating_range",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]

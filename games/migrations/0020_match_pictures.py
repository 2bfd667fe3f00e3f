import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0019_level_of_card_plays")]

    operations = [
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pictures",
                        to="games.match",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("match", "step"), name="match_picture_once")],
            },
        ),
    ]

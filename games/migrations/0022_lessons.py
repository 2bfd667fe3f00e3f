import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0021_analysis")]

    operations = [
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
    ]

"""Whether somebody still waits for a report of the lab that they asked for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0033_pace_of_jobs"),
    ]

    operations = [
        migrations.AddField(
            model_name="labrequest",
            name="is_waiting",
            field=models.BooleanField(default=True),
        ),
    ]

"""Each match's secret says by which version its values are made, and what its commitment stands for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_to_act")]

    operations = [
        migrations.AddField(
            model_name="matchsecret",
            name="version",
            field=models.SmallIntegerField(choices=[(1, "1"), (2, "2")], default=1),
        ),
        migrations.AddField(
            model_name="matchsecret",
            name="pins",
            field=models.TextField(default="[]"),
        ),
    ]

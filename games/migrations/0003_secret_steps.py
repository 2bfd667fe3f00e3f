"""Steps that only their seat notices. Until now there were none: everybody noticed every step."""

from django.db import migrations, models
from django.db.models import F


def number_old_steps(apps, schema_editor):
    for name in ("Match", "Step"):
        apps.get_model("games", name).objects.update(tick=F("seq"))


class Migration(migrations.Migration):
    dependencies = [("games", "0002_card_plays")]

    operations = [
        migrations.AddField("match", "tick", models.IntegerField(default=-1)),
        migrations.AddField("step", "tick", models.IntegerField(default=0), preserve_default=False),
        migrations.AddField(
            "step",
            "notice",
            models.SmallIntegerField(
                choices=[(0, "only its seat"), (1, "everybody, in passing"), (2, "everybody")], default=2
            ),
        ),
        migrations.RunPython(number_old_steps, migrations.RunPython.noop),
    ]

from django.db import migrations, models


def count_anew(apps, schema_editor):
    """The counts so far don't say how strong the players were: the worker makes them again from the matches."""
    apps.get_model("games", "CardPlays").objects.all().delete()
    counted = apps.get_model("games", "Match").objects.filter(status="finished", plays_counted=True)
    counted.update(plays_counted=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0018_example_of_a_practice_match")]

    operations = [
        migrations.RunPython(count_anew, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="cardplays", name="card_plays_once"),
        migrations.AddField(
            model_name="cardplays",
            name="level",
            field=models.CharField(default="", max_length=20),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="cardplays",
            name="ratings",
            field=models.FloatField(default=0),
        ),
        migrations.AddConstraint(
            model_name="cardplays",
            constraint=models.UniqueConstraint(
                fields=("title", "edition", "card", "player", "level"), name="card_plays_once"
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0018_example_of_a_practice_match")]

    operations = [
        migrations.RemoveConstraint(model_name="cardplays", name="card_plays_once"),
        migrations.AddField(
            model_name="cardplays",
            name="level",
            field=models.CharField(blank=True, default="", max_length=20),
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

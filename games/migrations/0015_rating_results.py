from django.db import migrations, models

# What pages have counted until now, each time for all matches of a player.
_COUNTED = """
    UPDATE games_rating SET
        won = (SELECT count(*) FROM games_ratingchange c WHERE c.rating_id = games_rating.id AND c.place = 1
            AND EXISTS (SELECT 1 FROM games_ratingchange o WHERE o.match_id = c.match_id AND o.place > 1)),
        drawn = (SELECT count(*) FROM games_ratingchange c WHERE c.rating_id = games_rating.id AND c.place = 1
            AND NOT EXISTS (SELECT 1 FROM games_ratingchange o WHERE o.match_id = c.match_id AND o.place > 1)),
        lost = (SELECT count(*) FROM games_ratingchange c WHERE c.rating_id = games_rating.id AND c.place > 1)
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_ended_seats"),
    ]

    operations = [
        *(
            migrations.AddField(model_name="rating", name=name, field=models.IntegerField(default=0))
            for name in ("won", "drawn", "lost")
        ),
        migrations.RunSQL(_COUNTED, migrations.RunSQL.noop),
    ]

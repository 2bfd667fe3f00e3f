from django.db import migrations, models


def name_examples(apps, schema_editor):
    """Until now only the name of a practice match said with which example it began."""
    matches = apps.get_model("games", "Match").objects.filter(practice_of=None, practice_seq=0)
    for match in matches.filter(name__startswith="Example: "):
        match.position = match.name.removeprefix("Example: ").replace(" ", "-")[:40]
        match.save(update_fields=["position"])


class Migration(migrations.Migration):
    dependencies = [("games", "0017_rating_range")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="position",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.RunPython(name_examples, migrations.RunPython.noop),
    ]

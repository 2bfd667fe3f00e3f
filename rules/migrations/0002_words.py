"""The words of each paragraph, as the search knows them."""

from django.db import migrations, models

from scrapsite.common.fulltext.words import plain


def fill(apps, schema_editor):
    paragraphs = apps.get_model("rules", "Paragraph").objects
    rows = list(paragraphs.all())
    for row in rows:
        row.words = plain(f"{row.term} {row.text}")
        row.title_words = plain(f"{row.number} {row.anchor} {row.term} {row.heading} {row.section}")
    paragraphs.bulk_update(rows, ["words", "title_words"], batch_size=200)


class Migration(migrations.Migration):
    dependencies = [("rules", "0001_wiki")]

    operations = [
        migrations.AddField("paragraph", "words", models.TextField(default=""), preserve_default=False),
        migrations.AddField("paragraph", "title_words", models.TextField(default=""), preserve_default=False),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]

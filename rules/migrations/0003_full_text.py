"""Full text over the paragraphs."""

from django.db import migrations

from scrapsite.common.fulltext.schema import full_text


class Migration(migrations.Migration):
    dependencies = [("rules", "0002_words")]

    operations = [full_text("rules", "rules_paragraph", ("words", "title_words"))]

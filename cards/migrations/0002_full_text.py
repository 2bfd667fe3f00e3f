"""Full text beside the index."""

from django.db import migrations

from scrapsite.common.fulltext.schema import full_text


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_card_index")]

    operations = [full_text("cards", "cards_indexedcard", ("name_words", "kind_words", "text_words"))]

"""Full text over the comments."""

from django.db import migrations

from scrapsite.common.fulltext.schema import full_text


class Migration(migrations.Migration):
    dependencies = [("rules", "0009_titles")]

    operations = [full_text("rules_talk", "rules_comment", ("words",))]

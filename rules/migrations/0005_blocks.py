"""The blocks of a text are called blocks; what is stored in them stays as it is."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("rules", "0004_words_kept")]

    operations = [
        migrations.RenameField("revision", "pieces", "blocks"),
        migrations.RenameField("shipment", "pieces", "blocks"),
        migrations.RenameField("proposal", "pieces", "blocks"),
    ]

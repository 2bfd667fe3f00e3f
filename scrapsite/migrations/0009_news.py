from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scrapsite", "0008_done_requests")]

    operations = [
        migrations.AddField("notification", "read_at", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "notification",
            models.Index(
                condition=models.Q(("channel", "site"), ("read_at__isnull", True)),
                fields=["user"],
                name="notification_unread",
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_undo_requests"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="chatmessage",
            options={
                "ordering": ["pk"],
                "permissions": [
                    ("moderate_talk", "Can read reported table talk, hide it and settle reports")
                ],
            },
        ),
        migrations.CreateModel(
            name="TalkMark",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=models.CASCADE,
                        primary_key=True,
                        related_name="talk_mark",
                        serialize=False,
                        to="games.match",
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
    ]

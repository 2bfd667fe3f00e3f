from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rules", "0007_program_checks")]

    operations = [
        migrations.AddField(
            "thread", "answer_anchor", models.CharField(blank=True, default="", max_length=80)
        )
    ]

"""Waiting tasks get the addresses of their new modules."""

from django.db import migrations

MOVED = {"cards.tasks.draw_export": "cards.exports.tasks.draw_export"}


def rename_tasks(apps, schema_editor):
    tasks = apps.get_model("django_tasks_database", "DBTaskResult").objects
    for old, new in MOVED.items():
        tasks.filter(task_path=old).update(task_path=new)


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0004_saved_decks"),
        ("django_tasks_database", "0020_update_db_task_result_ordering"),
    ]

    operations = [migrations.RunPython(rename_tasks, migrations.RunPython.noop)]

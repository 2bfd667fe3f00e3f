"""The seats to act get the protocol's name, and waiting tasks the addresses of their new modules."""

from django.db import migrations

MOVED = {"games.tasks.play_bot_turn": "games.matches.tasks.play_bot_turn"}


def rename_tasks(apps, schema_editor):
    tasks = apps.get_model("django_tasks_database", "DBTaskResult").objects
    for old, new in MOVED.items():
        tasks.filter(task_path=old).update(task_path=new)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_table_talk"),
        ("django_tasks_database", "0020_update_db_task_result_ordering"),
    ]

    operations = [
        migrations.RenameField(model_name="match", old_name="deciders", new_name="to_act"),
        migrations.RunPython(rename_tasks, migrations.RunPython.noop),
    ]

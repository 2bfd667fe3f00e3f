"""Alerts are called notifications from now on, and parcels deliveries. Rows stay as they are."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [
        ("scrapsite", "0003_alerts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(model_name="alert", name="alert_due"),
        migrations.RemoveIndex(model_name="alert", name="alert_of_feed"),
        migrations.RemoveConstraint(model_name="alert", name="alert_once"),
        migrations.RemoveConstraint(model_name="alertchoice", name="alert_choice_once"),
        migrations.RemoveIndex(model_name="parcel", name="parcel_due"),
        migrations.RenameModel(old_name="Parcel", new_name="Delivery"),
        migrations.RenameModel(old_name="Alert", new_name="Notification"),
        migrations.RenameModel(old_name="AlertChoice", new_name="NotificationChoice"),
        migrations.RenameModel(old_name="AlertHabit", new_name="NotificationPreference"),
        migrations.RenameField(model_name="notification", old_name="parcel", new_name="delivery"),
        migrations.RenameField(model_name="notification", old_name="packed_at", new_name="digested_at"),
        migrations.AlterField(
            model_name="notification",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notifications",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="notification",
            name="webhook",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notifications",
                to="scrapsite.webhook",
            ),
        ),
        migrations.AlterField(
            model_name="notification",
            name="delivery",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="notifications",
                to="scrapsite.delivery",
            ),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="webhook",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="scrapsite.webhook",
            ),
        ),
        migrations.AlterField(
            model_name="notificationchoice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notification_choices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="notificationpreference",
            name="user",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                primary_key=True,
                related_name="notification_preference",
                serialize=False,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=Q(sent_at__isnull=True, given_up_at__isnull=True),
                fields=["next_try"],
                name="delivery_due",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=Q(digested_at__isnull=True), fields=["due_at"], name="notification_due"
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(fields=["user", "channel", "-created_at"], name="notification_of_feed"),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.UniqueConstraint(
                condition=Q(user__isnull=False),
                fields=("user", "channel", "key"),
                name="notification_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="notificationchoice",
            constraint=models.UniqueConstraint(
                fields=("user", "channel", "kind", "game"), name="notification_choice_once"
            ),
        ),
    ]

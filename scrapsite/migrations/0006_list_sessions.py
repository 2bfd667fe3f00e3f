"""Lists the sessions that accounts have, so that they can be ended."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import migrations
from django.utils import timezone

NOWHERE = "0.0.0.0"  # noqa: S104 (an address that nobody has)


def list_sessions(apps: Any, schema_editor: Any) -> None:
    """Make a row for each running session of an account. Where it came from isn't known."""
    Session = apps.get_model("sessions", "Session")
    UserSession = apps.get_model("usersessions", "UserSession")
    Profile = apps.get_model("scrapsite", "Profile")
    User = apps.get_model("auth", "User")
    guests = set(Profile.objects.filter(is_guest=True).values_list("user_id", flat=True))
    users = set(User.objects.values_list("pk", flat=True)) - guests
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    rows = []
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        owner = str(store.decode(session.session_data).get("_auth_user_id", ""))
        if owner.isdigit() and int(owner) in users:
            rows.append(
                UserSession(user_id=int(owner), session_key=session.session_key, ip=NOWHERE, user_agent="")
            )
    # Guests are forgotten when they haven't been here for long, which nobody noted until now.
    User.objects.filter(profile__is_guest=True).update(last_login=timezone.now())
    UserSession.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("scrapsite", "0005_heartbeat"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]
    operations = [migrations.RunPython(list_sessions, migrations.RunPython.noop)]

"""Removes the second factors of somebody who has lost them all."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template.defaultfilters import pluralize


class Command(BaseCommand):
    """Removes all second factors of an account, which then opens by its password alone."""

    help = "Remove the second factors of an account. Make sure that its owner is the one who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError("There is no account with that name.")
        count, _ = Authenticator.objects.filter(user=user).delete()
        factors = f"{count} second factor{pluralize(count)}"
        print(f"Removed {factors} of {user.username}. Recovery codes count as one.")

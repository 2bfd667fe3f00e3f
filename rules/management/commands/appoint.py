"""``manage.py appoint <user> editor scrapbots``: give somebody rights in a rulebook, or take them away."""

import argparse
from typing import Any

from django.contrib.auth.models import Group, User
from django.core.management.base import BaseCommand, CommandError

from rules.document.errors import Refused
from rules.wiki.actions.appointing import ROLES, appoint, dismiss
from rules.wiki.models import Rulebook
from rules.wiki.permissions import ensure_groups


class Command(BaseCommand):
    help = "Makes somebody a reader, editor or moderator of a game's rulebook."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("user", help="the user name with which they sign in")
        parser.add_argument("role", choices=tuple(ROLES), help="their new role")
        parser.add_argument("game", help="the game of the rulebook, such as scrapbots")
        parser.add_argument("--end", action="store_true", help="end the appointment instead")

    def handle(self, *args: Any, **options: Any) -> None:
        user, rulebook = _user(options["user"]), _rulebook(options["game"])
        ensure_groups()
        group = Group.objects.get(name=ROLES[options["role"]])
        what = f"{options['role']} of {rulebook}"
        if options["end"]:
            was = dismiss(None, user, group, rulebook)
            self.stdout.write(f"{user} is no longer {what}." if was else f"{user} was not {what}.")
            return
        try:
            is_new = appoint(None, user, group, rulebook)
        except Refused as error:
            raise CommandError(error.reason) from None
        self.stdout.write(f"{user} is {what} now." if is_new else f"{user} was already {what}.")


def _user(name: str) -> User:
    found = User.objects.filter(username=name).first()
    if found is None:
        raise CommandError(
            f"There is no account “{name}”. Give the user name that they sign in with, not the name"
            " others see. manage.py createsuperuser makes an admin’s account."
        )
    return found


def _rulebook(game: str) -> Rulebook:
    found = Rulebook.objects.filter(game=game).first()
    if found is None:
        there = ", ".join(Rulebook.objects.values_list("game", flat=True))
        hint = f"There are: {there}." if there else "Load them first: manage.py load_rules."
        raise CommandError(f"There is no rulebook for “{game}”. {hint}")
    return found

"""Letters hold no words of guests: anybody could send mail to others in the name of the site."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from games.matches.actions.create import create_match
from games.matches.actions.terms import Terms
from games.notifications.words import match_name
from scrapsite.common.models import Profile
from tests.playing import ME, OPEN

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("is_guest", [True, False])
def test_a_guests_name_and_the_name_of_a_guests_match_stay_out(
    user: User, guest: User, is_guest: bool
) -> None:
    Profile.objects.filter(user=guest).update(display_name="cheap-pills.example", is_guest=is_guest)
    maker = User.objects.get(pk=guest.pk)
    match = create_match(maker, "scrapbots", "3.6", {}, [ME, OPEN], terms=Terms(name="Buy pills"))
    said = match_name(match, user.pk)
    if is_guest:
        assert said == "Scrapbots against a guest"
    else:
        assert said == "“Buy pills” (Scrapbots against cheap-pills.example)"

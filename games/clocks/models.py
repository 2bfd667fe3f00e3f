"""Time off, during which clocks stand still."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Vacation(models.Model):
    """Time off: the user's clocks stand still from *starts* to *ends*, in matches that allow it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["starts"]
        constraints = [
            models.CheckConstraint(condition=Q(ends__gt=models.F("starts")), name="vacation_ends_later")
        ]

    def __str__(self) -> str:
        return f"vacation {self.pk}"

"""Pictures of moments, drawn for links that are shared."""

from django.db import models

from games.matches.models import Match


class MatchPicture(models.Model):
    """What everybody could see of a match at a *step*, as the public counts, as a PNG.

    *names:* a digest of the players' names that stand on it; by other names it is out of date.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="pictures")
    step = models.IntegerField()
    names = models.CharField(max_length=24)
    png = models.BinaryField()
    drawn_at = models.DateTimeField(auto_now=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "step"], name="match_picture_once")]

    def __str__(self) -> str:
        return f"picture of {self.match_id} at step {self.step}"

"""What players have solved."""

from django.conf import settings
from django.db import models


class SolvedPuzzle(models.Model):
    """*user* has solved *puzzle*, named as in its address."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solved_puzzles"
    )
    puzzle = models.CharField(max_length=30)
    solved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_solved_once")]

    def __str__(self) -> str:
        return f"{self.puzzle} solved by {self.user_id}"

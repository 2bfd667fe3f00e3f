"""What a seat may decide: its legal moves, what the board offers, and its standing orders."""

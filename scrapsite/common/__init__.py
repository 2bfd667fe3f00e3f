"""What every app may use, and which uses no app."""

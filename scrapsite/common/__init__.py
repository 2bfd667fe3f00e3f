"""Code that every app may use. It imports none of the apps."""

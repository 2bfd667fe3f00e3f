"""The deck builder: decks made before a match, for titles whose players bring their own."""

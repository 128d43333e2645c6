"""The boards of the five games: how each is drawn, animated and clicked."""

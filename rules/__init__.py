"""The games, pure: what may be done, what follows, who has won."""

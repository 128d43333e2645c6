"""How the window is used and how the five games go, for somebody at the table."""

"""Buddel-Wuddel: mine carts, goblin spaces, treasures."""

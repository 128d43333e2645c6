"""König der Maulwürfel: a race of towers that spit dice, the family game."""

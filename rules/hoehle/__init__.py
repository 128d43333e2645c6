"""Die Maulwurfshöhle: push and dig, and ring two caves before the others do."""

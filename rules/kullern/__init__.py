"""Das große Kullern: marbles run down a hill, marmots climb it."""

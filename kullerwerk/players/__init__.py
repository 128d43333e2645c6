"""Computer players: ``random``, ``greedy`` and ``search`` for every game, ``aimer`` for koenig.

Those of koenig have a hand that errs.
"""

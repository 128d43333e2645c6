"""Computer players: ``random``, ``greedy`` and ``aimer``, each with a hand that errs."""

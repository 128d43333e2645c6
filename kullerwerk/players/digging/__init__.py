"""Whole games of company played on by machine code: quick moves of everybody, to the very end.

A playout goes by the rules of ``rules.company`` and lets every seat take the move after which it
stands best by ``rules.company.view.standing``, as ``greedy`` does. Two things are simpler than
there: what a further move of a special space is worth is guessed by the chance to fill a hole with
it, and of two discs (option ``tournament``) the first is kept.
"""

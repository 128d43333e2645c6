"""kullerwerk: dexterity board games on a 2-D rigid-body simulation."""

__version__ = "0.1.0"

"""The games as environments of other libraries: PettingZoo and OpenSpiel (extra ``rl``)."""

"""What judges throws, for tests and benchmarks alike.

`geometry`, `oracle`, `between` and `energy` import nothing of ``sim``: they are told in plain
numbers what stood where and what a throw left behind. `layouts` draws what is thrown, `throwing`
throws it and hands the judges their evidence.
"""

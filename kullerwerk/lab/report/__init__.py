"""The report of a study: one page that holds everything, replays included, and needs no network."""

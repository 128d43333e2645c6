"""What stands on the table, as validated data: pieces, tracks, and the files that hold them."""

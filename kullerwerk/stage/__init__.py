"""What a window shows and how it answers, as plain data: no graphics, no display."""

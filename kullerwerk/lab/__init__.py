"""The designer's lab: measure a layout, compare two, and find better ones."""

"""One module per command; each imports only typer, the standard library and the console on top."""

"""Die Maulwurf Company: hex layers that turn and are lifted."""

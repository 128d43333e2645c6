"""What all games share: types, agenda, errors, digests, records and the registry."""

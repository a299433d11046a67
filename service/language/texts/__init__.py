"""Everything that the service says, in English and French."""

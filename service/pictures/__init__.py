"""Pictures of boards and hands: a viewer's view in, SVG or PNG out. Nothing here reads a clock or the store."""

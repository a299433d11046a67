"""Pictures of boards and hands: what a viewer sees in, SVG or PNG out; nothing here reads a clock or a store."""

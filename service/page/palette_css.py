"""The inks of the pictures as custom properties, so that what the page adds to the map looks as if drawn with it."""

from typing import get_args

from service.pictures.drawing.palette import INKS, Theme


def palette_css() -> str:
    """One block for each theme; the page says which one it shows in an attribute of its root."""
    return "\n".join(_block(theme) for theme in get_args(Theme))


def _block(theme: Theme) -> str:
    ink = INKS[theme]
    lines = "".join(f"  --ink-{name}: {getattr(ink, name)};\n" for name in ink.__struct_fields__)
    return f':root[data-theme="{theme}"] {{\n{lines}}}\n'

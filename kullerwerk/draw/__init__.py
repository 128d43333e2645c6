"""Pictures: tracks, throws and races as PNG, SVG and PDF.

matplotlib is imported when something is drawn, not before.
"""

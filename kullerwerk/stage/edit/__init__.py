"""The layout editor: a scene on the table, its handles, panels, and throws that keep arriving."""

from kullerwerk.stage.edit.choose import ChoosePage
from kullerwerk.stage.edit.page import EditPage

__all__ = ["ChoosePage", "EditPage"]

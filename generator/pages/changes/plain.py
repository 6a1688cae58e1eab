"""Markdown of our own as plain text, for a terminal or a feed.

Text of a report is spelled in character references, so that whatever still looks like markup is.
"""

from __future__ import annotations

import html
import re

from generator.pages.escape import Markdown

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"\*+|</?code>")


def plain(text: Markdown) -> str:
    """Return the words of a line of Markdown without its markup."""
    return html.unescape(_MARKUP.sub("", _LINK.sub(r"\1", text)))

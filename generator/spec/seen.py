"""Texts that a person declares public: every character of them can be seen."""

from __future__ import annotations

END = r"$(?!\n)"
"""The end of a text; `$` alone would let a line break by, in Python though not in ECMAScript."""

SEEN = (
    r"[^\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    r"\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]"
)
"""A character that can be seen: no control, no direction mark, nothing of no width."""

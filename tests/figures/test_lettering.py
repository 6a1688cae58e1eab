"""Text in figures: what is not seen is spelled out, what does not fit is cut in its middle."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.pages.figures.lettering import advance, fitted, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("gpt-4.1", "gpt-4.1"),
        ("\u202egpj.exe", "\\u{202e}gpj.exe"),  # a direction mark that would turn the text
        ("a\u200bb", "a\\u{200b}b"),  # no width
        ("a\x85b\u2028c", "a\\u{85}b\\u{2028}c"),  # line ends that are no control in ASCII
        ("\U000e0041", "\\u{e0041}"),  # a tag character
        ("é 東京 😀", "é 東京 😀"),
    ],
)
def test_what_is_not_seen_is_spelled_out(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_a_long_label_keeps_both_its_ends() -> None:
    cut = fitted("vendor-model-large-2025-08-06-high", 100, 10)
    assert cut.startswith("vendor")
    assert cut.endswith("high")
    assert "…" in cut


@given(st.text(min_size=1, max_size=200), st.floats(30, 360))
def test_a_label_never_takes_more_than_its_room(label: str, room: float) -> None:
    assert advance(fitted(label, room, 10), 10) <= room or len(fitted(label, room, 10)) <= 3

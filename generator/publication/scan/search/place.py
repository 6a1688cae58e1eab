"""Where in a file something stands that was found in one reading of it."""

from __future__ import annotations

from collections.abc import Callable

from generator.publication.scan.search.decode import views

_NEAR = 4096


def offset_of(data: bytes, view: str, holds: Callable[[str], bool]) -> int:
    """Return the byte at which it begins, as near as the reading allows.

    A reading has no map back to its bytes. So the file is cut shorter from behind as long as the
    reading still holds what was found, and then from the front.
    """

    def held(start: int, end: int) -> bool:
        return any(holds(each.text) for each in views(data[start:end]) if each.name == view)

    low, high = 0, len(data)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if held(0, middle) else (middle + 1, high)
    end = low
    low, high = max(0, end - _NEAR), end
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if held(middle, end) else (low, middle - 1)
    return low

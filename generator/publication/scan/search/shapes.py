"""Shapes that have no business on a site, whatever the artifacts hold: keys, times, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Shape(NamedTuple):
    """A shape by what it is called in a message; without its `mark` nobody need look for it.

    A `secret` stops a release even where the spec declares it: whoever did had not seen it.
    """

    what: str
    mark: str
    pattern: re.Pattern[str]
    secret: bool


_ADDRESS, _FOLDER, _TIME = "an e-mail address", "a folder of a person", "an exact time"

# What a pattern begins with is looked for first, so a look at what stands before it comes after it.
# What such a look takes in as a group is of the shape, too.
SHAPES = tuple(
    Shape(what, mark, re.compile(pattern), secret=what not in {_ADDRESS, _FOLDER, _TIME})
    for what, mark, pattern in (
        ("a private key", "-----BEGIN", r"-----BEGIN [A-Z ]*PRIVATE KEY-----"),
        ("an AWS key", "AKIA", r"\bAKIA[0-9A-Z]{16}\b"),
        ("a passing AWS key", "ASIA", r"\bASIA[0-9A-Z]{16}\b"),
        ("a GitHub token", "gh", r"gh(?<=\bgh)[pousr]_[A-Za-z0-9]{36,}\b"),
        ("a GitHub token", "github_pat_", r"\bgithub_pat_\w{22,}\b"),
        ("a GitLab token", "glpat-", r"\bglpat-[A-Za-z0-9_-]{20,}"),
        ("a Slack token", "xox", r"\bxox[abeprs]-[A-Za-z0-9-]{10,}"),
        ("a model provider's key", "sk-", r"sk-(?<=\bsk-)(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,}"),
        ("a Google key", "AIza", r"\bAIza[0-9A-Za-z_-]{35}"),
        ("a Hugging Face token", "hf_", r"\bhf_[A-Za-z0-9]{30,}\b"),
        ("a package registry's token", "npm_", r"\bnpm_[A-Za-z0-9]{36}\b"),
        ("a package registry's token", "pypi-AgE", r"\bpypi-AgE[\w-]{50,}"),
        ("a signed token", "eyJ", r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
        (
            "a password in an address",
            "://",
            r"://(?<=([a-z])://)[^\s/:@\"']{1,200}:[^\s/@\"']{1,200}@",
        ),
        (
            _ADDRESS,
            "@",
            r"@(?<=[\w.+-]@)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b",
        ),
        (_FOLDER, "/home/", r"/home/[\w.-]+"),
        (_FOLDER, "/Users/", r"/Users/[\w.-]+"),
        (_FOLDER, ":\\Users\\", r"[A-Z]:\\Users\\[\w.-]+"),
        # Feeds must write a date as its midnight.
        (
            _TIME,
            ":",
            r":(?<=([0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?!00:00:00Z)[0-9]{2}):)[0-9]{2}",
        ),
        (_TIME, "T", r"T(?<=([0-9]{8})T)[0-9]{6}"),
    )
)


def shapes_in(text: str) -> Iterator[tuple[Shape, int, str]]:
    """Yield every shape that stands in a text, with the first place of it and what it is there."""
    for shape in SHAPES:
        match = shape.pattern.search(text) if shape.mark in text else None
        if match:
            begin = match.start(match.lastindex or 0)
            yield shape, begin, text[begin : match.end()]

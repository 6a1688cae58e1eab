"""Shapes that have no business on a site, whatever the artifacts hold: keys, times, addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Shape(NamedTuple):
    """A shape by what it is called in a message; without its `mark` nobody need look for it."""

    what: str
    mark: str
    pattern: re.Pattern[str]


# What a pattern begins with is looked for first, so a look at what stands before it comes after it.
SHAPES = tuple(
    Shape(what, mark, re.compile(pattern))
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
        ("a password in an address", "://", r"[a-z]://[^\s/:@\"']{1,200}:[^\s/@\"']{1,200}@"),
        (
            "an e-mail address",
            "@",
            r"@(?<=[\w.+-]@)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}\b",
        ),
        ("a folder of a person", "/home/", r"/home/[\w.-]+"),
        ("a folder of a person", "/Users/", r"/Users/[\w.-]+"),
        ("a folder of a person", ":\\Users\\", r"[A-Z]:\\Users\\[\w.-]+"),
        # Feeds must write a date as its midnight.
        (
            "an exact time",
            ":",
            r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ](?!00:00:00Z)[0-9]{2}:[0-9]{2}",
        ),
        ("an exact time", "T", r"[0-9]{8}T[0-9]{6}"),
    )
)


def shapes_in(text: str) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield the first place of every shape in a text, with what it is called."""
    for shape in SHAPES:
        match = shape.pattern.search(text) if shape.mark in text else None
        if match:
            yield shape.what, match

"""A content security policy in every page: the site's own files, and inline scripts by hash."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

_INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.S)
_DATA = re.compile(r"""type=["']?application/json""")
_HEAD = re.compile(r"<meta charset=[^>]+>")


def guard(files: Iterable[Path]) -> None:
    """Give pages one policy, which allows the inline scripts of all of them."""
    pages = {path: path.read_text("utf-8") for path in files}
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy(pages.values())}">'
    for path, page in pages.items():
        path.write_text(_HEAD.sub(lambda head: head[0] + meta, page, count=1), "utf-8")


def policy(pages: Iterable[str]) -> str:
    """Return the policy under which pages load nothing from elsewhere and run nothing foreign."""
    hashes = sorted({_hash(code) for page in pages for code in _inline_scripts(page)})
    scripts = " ".join(["'self'", *(f"'sha256-{value}'" for value in hashes)])
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {scripts}",
            "style-src 'self' 'unsafe-inline'",  # alignment of table cells is written inline
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _inline_scripts(page: str) -> Iterable[str]:
    for found in _INLINE.finditer(page):
        if not _DATA.search(found["attributes"]):
            yield found["code"]


def _hash(code: str) -> str:
    return base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()

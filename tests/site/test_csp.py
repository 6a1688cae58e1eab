"""The content security policy: inline scripts by hash, everything else from the site alone."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from generator.site.csp import guard, policy


def source(code: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"


def test_every_inline_script_is_allowed_by_its_hash_and_data_is_not() -> None:
    page = (
        '<script>go("é")</script><script src="a.js"></script>'
        '<script id="x" type="application/json">{"a": 1}</script>'
        '<script type="module">\nb\n</script>'
    )
    allowed = policy([page]).split("script-src ")[1].split(";")[0].split()
    assert sorted(allowed) == sorted(["'self'", source('go("é")'), source("\nb\n")])


def test_pages_share_one_policy_in_their_head(tmp_path: Path) -> None:
    pages = [tmp_path / "a.html", tmp_path / "b.html"]
    for number, page in enumerate(pages):
        page.write_text(f'<head><meta charset="utf-8"><script>{number}</script></head>')
    guard(pages)
    metas = [page.read_text().split("<script>")[0] for page in pages]
    assert metas[0] == metas[1]
    assert source("0") in metas[0]
    assert source("1") in metas[0]
    assert "default-src 'none'" in metas[0]

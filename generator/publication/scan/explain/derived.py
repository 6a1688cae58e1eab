"""What the site's tools make of explained pages: the search index and the maps of the site."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Mapping

from generator.publication.scan.explain.grammar import ARTICLE
from generator.publication.scan.explain.markup import Refused, Start, Text, tokens
from generator.publication.scan.explain.page import Source, squeezed

_SETTINGS = {
    "lang": ["en"],
    "separator": "[\\s\\-]+",
    "pipeline": ["stopWordFilter"],
    "fields": {"title": {"boost": 1000.0}, "text": {"boost": 1.0}, "tags": {"boost": 1000000.0}},
}
_ENTRY = {"location", "title", "text"}
_BLOCKS = {"p", "ul", "ol", "li", "table"}
_GZIP_HEAD = b"\x1f\x8b\x08\x08"
_GZIP_REST = b"\x02\xffsitemap.xml\0"


def check_search_index(data: bytes, pages: Mapping[str, Source]) -> None:
    """Refuse an index that says anything its pages do not."""
    try:
        index = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused(0, "The search index is no JSON.") from None
    if not isinstance(index, dict) or index.keys() != {"config", "docs"}:
        raise Refused(0, "The search index has other parts than its own.")
    if index["config"] != _SETTINGS:
        raise Refused(0, "The search index has other settings than the theme's.")
    for entry in index["docs"]:
        if not isinstance(entry, dict) or entry.keys() != _ENTRY or not _explained(entry, pages):
            at = data.find(json.dumps(entry, separators=(",", ":")).encode())
            raise Refused(max(at, 0), "The page of this entry does not say this.")


def _explained(entry: Mapping[str, object], pages: Mapping[str, Source]) -> bool:
    location, title, text = (str(entry[name]) for name in ("location", "title", "text"))
    path, _, anchor = location.partition("#")
    source = pages.get(path)
    if source is None:
        return False
    headings = {heading for at, heading in source.sections.items() if not anchor or at == anchor}
    blocks = [""]
    for token in tokens(text):
        if isinstance(token, Start) and (token.tag not in ARTICLE or token.attributes):
            return False
        if isinstance(token, Text):
            blocks[-1] += token.text
        elif token.tag in _BLOCKS:
            # A section that has others inside is told without them: its blocks stand apart.
            blocks.append("")
    explained = all(squeezed(block) in source.letters for block in blocks)
    return explained and _plain(title) in headings


def _plain(title: str) -> str:
    return "".join(token.text for token in tokens(title) if isinstance(token, Text))


def check_sitemap(data: bytes, addresses: Collection[str]) -> None:
    """Refuse a map that leads anywhere but to the version's own pages."""
    within = ""
    for token in tokens(data.decode("ascii", errors="replace")):
        if isinstance(token, Start):
            within = token.tag
            stated = dict(token.attributes)
            space = stated.pop("xmlns", None)
            right = space in {None, "http://www.sitemaps.org/schemas/sitemap/0.9"}
            if within not in {"urlset", "url", "loc"} or stated or not right:
                raise Refused(token.at, "A map of the site has no such tag.")
        elif not isinstance(token, Text):
            within = ""
        elif token.text.strip() and not (within == "loc" and token.text in addresses):
            raise Refused(token.at, "A map of the site leads to no page of its version.")


def check_packed_sitemap(data: bytes, sitemap: bytes) -> None:
    """Refuse an archive that holds anything but the map beside it, its header included."""
    head = data[:4] == _GZIP_HEAD and data[8 : 8 + len(_GZIP_REST)] == _GZIP_REST
    unpacker = zlib.decompressobj(31)
    try:
        same = unpacker.decompress(data, len(sitemap) + 1) == sitemap and unpacker.eof
    except zlib.error:
        same = False
    if not (head and same) or unpacker.unused_data:
        raise Refused(0, "The packed map holds something else than the map beside it.")

"""The Atom feed of published versions: stable ids, dates of the versions, no clock.

An entry's id comes from the digest of its report, which never changes once it is published; the
feed's own from its oldest entry. Addresses are relative where the site's own is not stated.
"""

from __future__ import annotations

import datetime as dt
import uuid
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from generator.pages.figures.lettering import plain
from generator.site.history.estimates import HEADLINE
from generator.site.history.past import Past
from generator.site.history.rows import estimate_words
from generator.site.versions import Entry, Versions, correction_of

FILE_NAME = "feed.xml"

_ATOM = "http://www.w3.org/2005/Atom"
_NO_DATE = "2000-01-01"
"""Stands in for the date of a report that has none; Atom asks for one."""


def feed(listed: Versions, past: Past, name: str, site_url: str) -> bytes | None:
    """Return the feed, newest first; None where nothing is published yet."""
    published = [entry for entry in listed if entry.status == "published"]
    if not published:
        return None
    base = f"{site_url.rstrip('/')}/" if site_url else ""
    root = ET.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _add(root, "id", _id("feed", published[-1]))
    _add(root, "title", plain(name))
    _add(root, "updated", max(_updated(entry, listed) for entry in published))
    _add(_add(root, "author"), "name", plain(name))
    _add(root, "link", rel="self", type="application/atom+xml", href=f"{base}{FILE_NAME}")
    _add(root, "link", rel="alternate", type="text/html", href=f"{base}index.html")
    for entry in published:
        element = _add(root, "entry")
        _add(element, "id", _id("entry", entry))
        _add(element, "title", f"Version {entry.title}")
        _add(element, "published", _time(entry.date))
        _add(element, "updated", _updated(entry, listed))
        page = f"{base}{entry.version}/index.html"
        _add(element, "link", rel="alternate", type="text/html", href=page)
        _add(element, "summary", " ".join(_sentences(entry, listed, past)))
    ET.indent(root)
    written = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{written}\n'.encode()


def _add(parent: ET.Element, tag: str, text: str | None = None, **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, tag, attributes)
    child.text = text
    return child


def _id(kind: str, entry: Entry) -> str:
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{kind} {entry.report_sha256}").urn


def _time(day: str | None) -> str:
    try:
        return f"{dt.date.fromisoformat(day or _NO_DATE)}T00:00:00Z"
    except ValueError:  # the type of a date asks for its form, not for a day that was
        return f"{_NO_DATE}T00:00:00Z"


def _updated(entry: Entry, listed: Versions) -> str:
    """Return when an entry last changed: when it was corrected, or else when it came out."""
    correction = _published_correction(entry, listed)
    return max(_time(entry.date), _time(correction.date) if correction else "")


def _published_correction(entry: Entry, listed: Versions) -> Entry | None:
    name = correction_of(listed, entry.version)
    return next((each for each in listed if each.version == name), None)


def _sentences(entry: Entry, listed: Versions, past: Past) -> Sequence[str]:
    said = []
    correction = _published_correction(entry, listed)
    if correction:
        said.append(f"Corrected by version {correction.version}.")
    if entry.corrects:
        said.append(f"Corrects version {entry.corrects}.")
    for arm in past.arms:
        for point in arm.points:
            if point.version == entry.version:
                score = estimate_words(point.estimates.get(HEADLINE))
                said.append(f"{arm.arm}: {score}.")
    return said or ["No arm has runs of its own in this version."]

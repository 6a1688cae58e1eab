"""The frame around an article: nothing but what the theme's own templates can say.

Its words, phrases, scripts and drawings are those of the theme; what a template fills in must be a
title, a version, a date or an address that is explained already.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from generator.publication.scan.explain.grammar import check_frame
from generator.publication.scan.explain.markup import Refused, Start, Text, Token

_NAMED = frozenset({"title", "aria-label", "placeholder"})
_SPACE = re.compile(r"\s+")
_POLICY = re.compile(
    r"default-src 'none'; script-src 'self'(?P<hashes>(?: 'sha256-[A-Za-z0-9+/]{43}=')*); "
    r"style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    r"connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
_JOINTS = r"(?:\s*[-:·,.]?\s*)"


@dataclass(frozen=True)
class Theme:
    """What the theme's templates can say.

    `words` are those of attributes, `numbered` is one that ends in a number; `phrases` are texts,
    `scripts` whole inline scripts with their digests as a policy writes them, and `drawings` the
    paths of icons.
    """

    words: frozenset[str]
    numbered: re.Pattern[str]
    phrases: frozenset[str]
    scripts: Mapping[str, str]
    drawings: frozenset[str]


@dataclass(frozen=True)
class Frame:
    """The frame of one version's pages: the theme, and what this version fills in.

    `said` are titles, names, versions and dates; `anchors` are the explained files by their path
    in the site, each with the places in it that one can link to. The version lies in the folder
    `home`, and will lie at `site_url` where that is stated.
    """

    theme: Theme
    said: frozenset[str]
    anchors: Mapping[str, Collection[str]]
    home: str
    site_url: str

    @cached_property
    def _phrases(self) -> re.Pattern[str]:
        known = sorted({*self.theme.phrases, *self.said}, key=len, reverse=True)
        one = "|".join(re.escape(phrase) for phrase in known)
        return re.compile(rf"(?:{one})(?:{_JOINTS}(?:{one}))*(?: ·)?")

    def check(self, tokens: Iterable[Token], path: str, headings: Collection[str]) -> None:
        """Refuse the first token that the theme cannot have written on the page at `path`."""
        within = ""
        for token in tokens:
            if isinstance(token, Start):
                check_frame(token)
                self._check_attributes(token, path, headings)
                within = _kind(token)
            elif not isinstance(token, Text):
                within = ""
            elif within == "script":
                self._check_script(token)
            elif within == "config":
                self._check_config(token, path)
            elif not self._says(token.text, headings):
                raise Refused(token.at, "The theme has no such text, and no title is it.")

    def _says(self, text: str, headings: Collection[str] = ()) -> bool:
        plain = _SPACE.sub(" ", text).strip()
        return not plain or plain in headings or bool(self._phrases.fullmatch(plain))

    def _worded(self, value: str) -> bool:
        return all(
            word in self.theme.words or self.theme.numbered.fullmatch(word)
            for word in value.split()
        )

    def _check_attributes(self, token: Start, path: str, headings: Collection[str]) -> None:
        values = {name.lower(): value for name, value in token.attributes}
        for name, value in values.items():
            if value is None or value == "":
                continue
            if name in {"href", "src"}:
                known = self._leads(value, path)
            elif name == "d":
                known = value in self.theme.drawings
            elif name == "http-equiv":
                known = value == "Content-Security-Policy"
            elif name == "content" and "http-equiv" in values:
                known = self._is_policy(value)
            elif name == "content" or name in _NAMED:
                known = self._says(value, headings) or self._worded(value)
            else:
                known = self._worded(value)
            if not known:
                raise Refused(token.at, "The theme has no attribute with this value.")

    def _leads(self, address: str, path: str) -> bool:
        """Whether an address is that of an explained file, and of a place in it."""
        place, _, anchor = address.partition("#")
        if self.site_url and place.startswith(self.site_url):
            target = self.home + (place.removeprefix(self.site_url) or "index.html")
        elif place:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), place))
        else:
            target = path
        return target in self.anchors and (not anchor or anchor in self.anchors[target])

    def _is_policy(self, value: str) -> bool:
        match = _POLICY.fullmatch(value)
        stated = re.findall(r"'sha256-([^']+)'", match["hashes"]) if match else [""]
        return set(stated) <= set(self.theme.scripts.values())

    def _check_script(self, token: Text) -> None:
        if token.text not in self.theme.scripts:
            raise Refused(token.at, "The theme has no such script.")

    def _check_config(self, token: Text, path: str) -> None:
        """Refuse settings for the theme's script that hold anything but its own words."""
        try:
            settings = json.loads(token.text)
        except ValueError:
            raise Refused(token.at, "The settings of the page are no JSON.") from None
        for text in _texts(settings):
            known = self._says(text) or self._worded(text) or _UPWARD.fullmatch(text)
            if not known and not self._leads(text, path):
                raise Refused(token.at, "The theme has no setting with this value.")


_UPWARD = re.compile(r"\.|\.\.(?:/\.\.)*")
"""The way from a page to the top of its version, however deep the page lies."""


def _kind(token: Start) -> str:
    if token.tag != "script":
        return ""
    return "config" if ("id", "__config") in token.attributes else "script"


def _texts(value: object) -> Iterator[str]:
    """Yield every text of a JSON value, names and all."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)

"""What the theme's templates can say, read from the templates themselves.

The installed theme's own list of digests pins its files; the project's theme files are its owner's
and are reviewed with it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator, Mapping
from importlib.metadata import files, version
from pathlib import Path
from typing import Any

import jinja2
import material
from jinja2 import nodes

from generator.publication.scan.explain.frame import Theme
from generator.site.settings import project_config, theme_folder

_DISTRIBUTION = "mkdocs-material"
_THEME = Path(material.__file__).parent / "templates"
_LANGUAGE = "partials/languages/en.html"

# What stands in a template's text where it fills something in, and where it decides something.
_FILLED, _DECIDED = "\0", "\1"

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_CODE = re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_VALUE = re.compile(r'="([^"]*)"')
_ICON = re.compile(r"(?:material|fontawesome|octicons|simple)/[a-z0-9/_-]+")
_DRAWING = re.compile(r' d="([^"]*)"')
_BETWEEN = re.compile(f"[{_FILLED}{_DECIDED}]+")
_BASES = (".", "..", "../..")
"""How a page's folder is left for its version's."""


def pinned_assets(mkdocs_yml: Path) -> dict[str, bytes]:
    """Return the theme's files that pages load, by path; an installed one that changed is left out.

    The project's own theme files win over installed ones of the same name.
    """
    found = {}
    for packed in files(_DISTRIBUTION) or ():
        inside = packed.as_posix().removeprefix("material/templates/")
        if inside.startswith("assets/") and packed.hash is not None:
            data = Path(str(packed.locate())).read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            if digest == packed.hash.value:
                found[inside] = data
    own = theme_folder(mkdocs_yml)
    for path in sorted((own / "assets").rglob("*")) if own else ():
        if path.is_file():
            found[path.relative_to(own).as_posix() if own else ""] = path.read_bytes()
    return found


def read_theme(mkdocs_yml: Path) -> Theme:
    """Return what the installed theme's templates, and the project's own, can say."""
    own = theme_folder(mkdocs_yml)
    config = project_config(mkdocs_yml)
    trees = [_parsed(path) for folder in (_THEME, own) if folder for path in _templates(folder)]
    texts = [_text(tree) for tree in trees]
    settings = set(_strings(config))
    constants = {each for tree in trees for each in _constants(tree)} | settings
    icons = list(_icons(constants))
    tags = (tag for text in (*texts, *icons) for tag in _TAG.findall(text))
    values = {value for tag in tags for value in _VALUE.findall(tag)}
    words = {word for text in (*values, *constants) for word in _BETWEEN.sub(" ", text).split()}
    tools = f"mkdocs-{version('mkdocs')}, {_DISTRIBUTION}-{version(_DISTRIBUTION)}"
    return Theme(
        words=frozenset(words | set(tools.split())),
        numbered=_numbered(words),
        phrases=frozenset(_phrases(texts, settings | set(_constants(_parsed(_THEME / _LANGUAGE))))),
        scripts=_scripts(texts),
        drawings=frozenset(path for icon in icons for path in _DRAWING.findall(icon)),
    )


def _templates(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.html") if ".icons" not in path.parts)


def _parsed(path: Path) -> nodes.Template:
    environment = jinja2.Environment(extensions=["jinja2.ext.do"], autoescape=True)
    return environment.parse(path.read_text("utf-8"))


def _text(node: nodes.Node) -> str:
    """Return what a template says as it stands, marked where it fills in and where it decides."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Output):
        return "".join(
            each.data if isinstance(each, nodes.TemplateData) else _FILLED for each in node.nodes
        )
    inner = "".join(_text(child) for child in node.iter_child_nodes())
    return f"{_DECIDED}{inner}{_DECIDED}" if inner else ""


def _constants(tree: nodes.Template) -> Iterator[str]:
    return (each.value for each in tree.find_all(nodes.Const) if isinstance(each.value, str))


def _strings(value: Any) -> Iterator[str]:
    """Yield every text in the project's own settings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield str(name)
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)


def _numbered(words: set[str]) -> re.Pattern[str]:
    """Return the words of attributes that end in a number, such as the ids of navigation items."""
    stems = {word for word in words if re.fullmatch("__[a-z]+_", word)}
    one = "|".join(re.escape(stem) for stem in sorted(stems))
    return re.compile(rf"(?:{one})[0-9]+(?:_[0-9]+)*(?:_label)?")


def _phrases(texts: list[str], known: set[str]) -> Iterator[str]:
    for text in texts:
        for piece in re.split(f"[{_FILLED}{_DECIDED}]", _TAG.sub(_DECIDED, _CODE.sub("", text))):
            if any(char.isalnum() for char in piece):
                yield " ".join(piece.split())
    yield from (" ".join(each.split()) for each in known if any(c.isalnum() for c in each))


def _scripts(texts: list[str]) -> dict[str, str]:
    """Return every inline script of the templates with its digest as a policy writes it."""
    found = {}
    for text in texts:
        for code in _SCRIPT.findall(text):
            if _DECIDED not in code:
                for base in _BASES:
                    script = code.replace(_FILLED, base)
                    digest = hashlib.sha256(script.encode()).digest()
                    found[script] = base64.b64encode(digest).decode()
    return found


def _icons(constants: set[str]) -> Iterator[str]:
    """Yield the icons that a template or the settings name."""
    for name in sorted(constants):
        file = _THEME / ".icons" / f"{name}.svg"
        if _ICON.fullmatch(name) and file.is_file():
            yield file.read_text("utf-8")


def public_texts(mkdocs_yml: Path) -> Iterator[str]:
    """Yield the texts of the theme's templates and of the project's settings."""
    own = theme_folder(mkdocs_yml)
    for folder in (_THEME, own) if own else (_THEME,):
        yield from (path.read_text("utf-8") for path in _templates(folder))
    yield mkdocs_yml.read_text("utf-8")


def public_code(assets: Mapping[str, bytes]) -> Iterator[str]:
    """Yield of the theme's files its scripts and styles, which no artifact has a part in."""
    for path, data in assets.items():
        if path.endswith((".js", ".css")) and "/lunr/" not in path:
            yield data.decode("utf-8")

"""What stands beside the versions: the list of all, history, feed, the latest, the 404 page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import jinja2

from generator.project import shipped
from generator.site import versions
from generator.site.csp import guard
from generator.site.feed import FILE_NAME as FEED
from generator.site.feed import feed
from generator.site.files import take_over
from generator.site.history.files import FOLDER, history_files
from generator.site.history.past import Past
from generator.site.settings import project_config, theme_folder
from generator.site.versions import Versions, correction_of

_OWN = frozenset({"assets", "search", "sitemap.xml", "sitemap.xml.gz"})
"""What a version's pages use themselves: nobody addresses it under `latest`."""


def write_root(site: Path, listed: Versions, mkdocs_yml: Path, past: Past) -> None:
    """Write the files of the site's root; the versions are there already.

    `past` holds what is followed of the reports of all listed versions.
    """
    (site / versions.FILE_NAME).write_bytes(versions.dumps(listed))
    env = _environment(mkdocs_yml)
    config = project_config(mkdocs_yml)
    told = feed(listed, past, config["site_name"], str(config.get("site_url") or ""))
    if told:
        (site / FEED).write_bytes(told)
    rows = [(entry, correction_of(listed, entry.version)) for entry in listed]
    base = urlsplit(config.get("site_url") or "/").path.rstrip("/") + "/"
    for name, at in (("index.html", ""), ("404.html", base)):
        page = env.get_template(name).render(
            name=config["site_name"], rows=rows, base=at, feed=FEED if told else None
        )
        (site / name).write_text(page, "utf-8")
    guard([site / "index.html", site / "404.html"])
    for path, data in history_files(past, listed, env, config["site_name"]).items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    guard(sorted((site / FOLDER).rglob("*.html")))
    if listed:
        _write_latest(site, listed[0].version, env)


def _environment(mkdocs_yml: Path) -> jinja2.Environment:
    """Return the environment of the root's pages: the project's own theme, then the shipped one."""
    own = theme_folder(mkdocs_yml)
    folders = [*([own] if own else []), shipped("templates") / "theme"]
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([folder / "root" for folder in folders]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )


def _write_latest(site: Path, newest: str, env: jinja2.Environment) -> None:
    """Let every address under `latest` lead to the newest version, with its #fragment."""
    template = env.get_template("latest.html")
    source, latest = site / newest, site / versions.LATEST
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_dir() or inside.parts[0] in _OWN:
            continue
        if path.suffix != ".html":
            take_over(path, latest / inside)
        else:
            target = "/".join([*[".."] * len(inside.parts), newest, *inside.parts])
            page = latest / inside
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(template.render(version=newest, target=target), "utf-8")
    guard(sorted(latest.rglob("*.html")))

"""The project's own settings, `mkdocs.yml`: read as MkDocs reads them, refused with a place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from mkdocs.config.base import ValidationError
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import yaml_load

from generator.errors import Problem, UnusableInput

_THEME = "material"
_MEND = "Mend this setting; `stability init` in an empty folder writes one that works."


@dataclass(frozen=True)
class Settings:
    """The project a site belongs to: its `mkdocs.yml` and its page templates."""

    mkdocs_yml: Path
    templates: Path


def project_config(mkdocs_yml: Path) -> dict[str, Any]:
    """Read the project's own configuration."""
    try:
        with mkdocs_yml.open("rb") as file:
            config: object = yaml_load(file)
    except ConfigurationError as error:
        what, line = _said(error)
        raise _refused(mkdocs_yml, what, line=line) from error
    except OSError as error:
        raise _refused(mkdocs_yml, "The settings of the site cannot be read.") from error
    except TypeError as error:  # a list is asked for its INHERIT by MkDocs itself
        raise _refused(mkdocs_yml, "The settings are no mapping of names to values.") from error
    if not isinstance(config, dict):
        raise _refused(mkdocs_yml, "The settings are no mapping of names to values.")
    return config


def theme_folder(mkdocs_yml: Path) -> Path | None:
    """Return the folder of the project's own theme files."""
    theme = project_config(mkdocs_yml).get("theme")
    folder = theme.get("custom_dir") if isinstance(theme, dict) else None
    return mkdocs_yml.parent / folder if folder else None


def check_settings(mkdocs_yml: Path) -> None:
    """Refuse settings that MkDocs would refuse, before anything is computed or written."""
    stated = project_config(mkdocs_yml)
    config = MkDocsConfig(config_file_path=str(mkdocs_yml.resolve()))
    # Pages and the site lie where the command says; here any folder that is there will do.
    config.load_dict(stated | {"docs_dir": str(mkdocs_yml.resolve().parent / "templates")})
    errors, _ = config.validate()
    wrong = [(name, error) for name, error in errors if name != "docs_dir"]
    if wrong:
        raise UnusableInput(*(_wrong(mkdocs_yml, name, error) for name, error in wrong))
    if config.theme.name != _THEME:
        what = f"The pages are made for the theme {_THEME}, and the settings name another."
        raise _refused(mkdocs_yml, what, "theme")
    if theme_folder(mkdocs_yml) is None:
        what = "The settings name no custom_dir, which holds the notices and the list of versions."
        raise _refused(mkdocs_yml, what, "theme")


def _wrong(mkdocs_yml: Path, name: str, error: ValidationError | Exception) -> Problem:
    place = _line(mkdocs_yml, name)
    return Problem("SETTINGS", f"{error}".rstrip(".") + ".", _MEND, mkdocs_yml, place, name)


def _refused(
    mkdocs_yml: Path, what: str, name: str | None = None, line: int | None = None
) -> UnusableInput:
    place = line if name is None else _line(mkdocs_yml, name)
    return UnusableInput(Problem("SETTINGS", what, _MEND, mkdocs_yml, place, name))


def _line(mkdocs_yml: Path, name: str) -> int | None:
    """Return the line on which a setting is stated."""
    lines = mkdocs_yml.read_text("utf-8", errors="replace").splitlines()
    stated = re.compile(rf"{re.escape(name)}\s*:")
    return next((at for at, line in enumerate(lines, 1) if stated.match(line)), None)


def _said(error: ConfigurationError) -> tuple[str, int | None]:
    """Return what is wrong with the settings' form, and on which line."""
    cause = error.__context__
    if isinstance(cause, yaml.MarkedYAMLError) and cause.problem_mark:
        return f"This is no YAML: {cause.problem}.", cause.problem_mark.line + 1
    if isinstance(cause, yaml.YAMLError):
        return "This is no YAML in UTF-8.", None
    return f"{error}".rstrip(".") + ".", None

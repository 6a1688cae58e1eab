from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.errors import UnusableInput
from generator.publication.key import is_demo, load_key, private_texts
from generator.spec.load import LoadedSpec, load_spec

LONG = "0123456789abcdef"


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LoadedSpec:
    monkeypatch.delenv("STABILITY_ALIAS_KEY", raising=False)
    file = tmp_path / "stability.yml"
    file.write_text("alias: {key_file: alias.key}\n")
    return load_spec(file)


def place(tmp_path: Path, text: str, mode: int = 0o600) -> Path:
    file = tmp_path / "alias.key"
    file.write_text(text)
    file.chmod(mode)
    return file


def refused(spec: LoadedSpec) -> str:
    with pytest.raises(UnusableInput) as caught:
        load_key(spec, Path())
    (problem,) = caught.value.problems
    assert "python3 -c" in problem.remedy or "chmod 600" in problem.remedy
    return problem.code


def test_the_key_is_the_bytes_of_the_file_without_white_space_at_the_end(
    spec: LoadedSpec, tmp_path: Path
) -> None:
    place(tmp_path, f"  {LONG} \n\t\n")
    assert load_key(spec, Path()) == f"  {LONG}".encode()


def test_the_variable_wins_over_a_file_that_would_be_refused(
    spec: LoadedSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place(tmp_path, LONG, 0o644)
    monkeypatch.setenv("STABILITY_ALIAS_KEY", f"{LONG}-stated\n")
    assert load_key(spec, Path()) == f"{LONG}-stated".encode()


def test_a_variable_of_white_space_is_no_key(
    spec: LoadedSpec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", " \n")
    assert list(private_texts(spec, Path())) == []
    assert refused(spec) == "NO_ALIAS_KEY"
    file = place(tmp_path, LONG)
    assert load_key(spec, Path()) == LONG.encode()
    assert list(private_texts(spec, Path())) == [(file, LONG)]


@pytest.mark.parametrize("key", ["schlüssel für alle fälle", LONG])
def test_a_key_is_searched_for_as_it_is_read(spec: LoadedSpec, tmp_path: Path, key: str) -> None:
    file = place(tmp_path, key)
    assert list(private_texts(spec, Path())) == [(file, key)]


def test_without_a_key_nothing_is_published(spec: LoadedSpec) -> None:
    assert refused(spec) == "NO_ALIAS_KEY"


@pytest.mark.parametrize("text", ["", "\n", LONG[:-1], LONG[:-1] + "\n"])
def test_an_empty_or_short_key_is_refused(spec: LoadedSpec, tmp_path: Path, text: str) -> None:
    place(tmp_path, text)
    assert refused(spec) == "SHORT_ALIAS_KEY"


@pytest.mark.parametrize(
    "text",
    [
        " public-demo-key: x",
        "PUBLIC-DEMO-KEY: X",
        "my own Public-Demo-Key",
        "\ufeffpublic-demo-key",
    ],
)
def test_the_public_key_is_known_however_it_is_written(text: str) -> None:
    assert is_demo(text.encode())
    assert not is_demo(LONG.encode())


def test_a_short_variable_is_refused_by_its_name(
    spec: LoadedSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "short")
    with pytest.raises(UnusableInput) as caught:
        load_key(spec, Path())
    assert caught.value.problems[0].field == "STABILITY_ALIAS_KEY"
    assert "short" not in caught.value.problems[0].remedy


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o601, 0o644, 0o666])
def test_a_key_that_others_can_read_or_change_is_refused(
    spec: LoadedSpec, tmp_path: Path, mode: int
) -> None:
    place(tmp_path, LONG, mode)
    assert refused(spec) == "OPEN_ALIAS_KEY"


def test_the_public_key_may_be_open(spec: LoadedSpec, tmp_path: Path) -> None:
    place(tmp_path, "public-demo-key: not secret", 0o644)
    assert load_key(spec, Path()).startswith(b"public-demo-key")


def test_a_link_to_a_key_is_followed_and_a_loop_is_refused(
    spec: LoadedSpec, tmp_path: Path
) -> None:
    place(tmp_path, LONG).rename(tmp_path / "mounted")
    (tmp_path / "alias.key").symlink_to("mounted")
    assert load_key(spec, Path()) == LONG.encode()
    (tmp_path / "alias.key").unlink()
    (tmp_path / "alias.key").symlink_to("alias.key")
    with pytest.raises(UnusableInput):
        load_key(spec, Path())


def test_what_is_no_small_file_is_refused_and_nothing_waits_for_it(
    spec: LoadedSpec, tmp_path: Path
) -> None:
    file = tmp_path / "alias.key"
    os.mkfifo(file)
    with pytest.raises(UnusableInput):
        load_key(spec, Path())
    file.unlink()
    file.symlink_to("/dev/zero")
    with pytest.raises(UnusableInput):
        load_key(spec, Path())
    file.unlink()
    place(tmp_path, "x" * 5000)
    assert refused(spec) == "LONG_ALIAS_KEY"

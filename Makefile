# Two commands do all the set-up: `make site` builds the demonstration report and its site,
# `make test` passes the tests. Both work again without a network once they have run.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
JOBS   ?= 2

.PHONY: help site test lint serve demo bench clean

help: ## list what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 8

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed; set PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
		|| { echo "Python's venv is missing: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --editable '.[dev]'
	@touch $@

site: $(READY) ## build the demonstration report, both versions, and the site
	$(BIN)/stability build --results results/2026-09-15 --version 2026.09.15 --no-site
	$(BIN)/stability build --results results --version 2026.09.22 --jobs $(JOBS)

test: $(READY) ## run the tests
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

lint: $(READY) ## check style, types and the import contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

serve: $(READY) ## preview the newest version on localhost
	$(BIN)/stability serve

demo: $(READY) ## write the demonstration data again
	$(BIN)/python -m generator.demo results

bench: $(READY) ## measure speed and coverage
	for script in benchmarks/[a-z]*.py; do \
		$(BIN)/python -m benchmarks.$$(basename $$script .py) || exit 1; done

clean: ## remove what was built and installed
	rm -rf $(VENV) site .site.digests.json .site.searched

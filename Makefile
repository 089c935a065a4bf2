# Each target does its own set-up in .venv, also on a fresh machine with only python3, pip and make.
PYTHON ?= python3
BIN := .venv/bin
HOSTS := .venv/hosts/bin
NODE := .venv/npm/node_modules/.bin
TYPESCRIPT := 7.0.2
AXE := 4.14.0
PRETTIER := 3.10.1
OPENAPI_TYPESCRIPT := 7.13.0
TYPESCRIPT_API := 5.9.3
NODE_22 := 22.23.3
CONFORMANCE := 0.1.16
CONFORMANCE_ALPHA := 0.2.0-alpha.12
INSPECTOR := 2.12.0
DEJAVU := 2.37.3
ARCHIVO := 0.4.2
INTER := 0.4.2
PAGELLA := 0.1.1
BOARDGAME := 0.50.2
PY_SPY := 0.4.3
NPM := npm install --no-package-lock --no-save --no-fund --no-audit --no-update-notifier --fetch-retries 1 --fetch-timeout 60000 --loglevel error
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Byte code is worth having: without it every start compiles the whole house again.
unexport PYTHONDONTWRITEBYTECODE

# Options of the server, as in: make serve SERVE="--port 0 --open", and of the load run: make load LOAD="--quick";
# of the attack: make attack ATTACK="--long"
SERVE ?=
LOAD ?=

# Prints how much of the processor something took, with all it started.
COUNTED := $(PYTHON) bench/processor.py $(MAKE) --no-print-directory

AGAIN := Come back with $(BIN)/parlor or make play. To have the command everywhere: pipx install . or uv tool install .

.DEFAULT_GOAL := help
.PHONY: help play serve setup lint types test browser zsh inner outer hosts hosts-node check prove mutate bench load attack examples pictures dist clean

help:  ## Show what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 10

play: .venv/base  ## Open the parlor
	@$(BIN)/parlor; code=$$?; echo "$(AGAIN)"; exit $$code

serve: .venv/web  ## Open the parlor in the browser
	@$(BIN)/parlor serve $(SERVE)

setup: .venv/full .venv/node  ## Make the complete .venv

lint: .venv/full .venv/node  ## Format, lint, types and who may import whom
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NODE)/tsc -p src/primeparlor/web/static/jsconfig.json
	$(NODE)/prettier --log-level warn --print-width 130 --check 'src/primeparlor/**/*.js' 'bench/**/*.js'

types: .venv/full .venv/node  ## Write the types of the page, from the API's description
	PYTHONPATH=tests $(BIN)/python -m support.web.page_types

test: .venv/full browser zsh  ## Run the tests, with full branch coverage of the inner layers
	@$(COUNTED) inner outer

# Tests use programs that pip cannot bring. As root on Debian they are installed here; elsewhere their tests are
# skipped, loudly. Of Debian's Chromium preferably the shell without windows, which needs less time.
FETCH := test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq --no-install-recommends
browser: .venv/python
	@command -v chromium-headless-shell >/dev/null || { $(FETCH) chromium-headless-shell; } >/dev/null 2>&1 \
		|| command -v chromium >/dev/null || command -v chromium-browser >/dev/null || { $(FETCH) chromium; } >/dev/null 2>&1 \
		|| echo "Chromium is missing, so tests in a browser are skipped. On Debian, as root: apt-get install chromium"
	@$(MAKE) --silent --no-print-directory .venv/node || echo "So tests in a browser are skipped: they need the fonts that npm brings."

zsh:
	@command -v zsh >/dev/null || { $(FETCH) zsh; } >/dev/null 2>&1 \
		|| echo "zsh is missing, so its completion is not tested. On Debian, as root: apt-get install zsh"

# The inner layers are covered by their own tests, wholly (tests/inner.coveragerc); measuring the others too would double the work.
# One process at a time: two share the machine's cores and caches, and take a fifth more of the processor.
INNER := tests/test_core.py tests/test_primes.py tests/notation tests/match tests/records tests/tables \
	$(addprefix tests/games/test_,actions.py facts.py favoured.py game.py variant_words.py) \
	$(wildcard $(addprefix tests/games/*/test_,rules.py form.py facts.py))

inner: .venv/full  # half of `make test`
	$(BIN)/python -m pytest --cov --cov-config=tests/inner.coveragerc $(INNER)

outer: .venv/full  # the other half
	$(BIN)/python -m pytest $(addprefix --ignore=,$(INNER))

hosts: .venv/hosts/made hosts-node  ## Test the ways in for agents with the hosts' own tests
	$(HOSTS)/mypy -p primeparlor.adapters
	$(HOSTS)/python -m pytest tests/adapters tests/suite/test_readers.py

# The conformance suite of MCP and its Inspector need Node.js 22 or newer, which npm brings whatever is installed.
hosts-node: .venv/python
	@if command -v npm >/dev/null; then $(MAKE) --silent --no-print-directory .venv/hosts-npm/made; \
		else echo "npm is missing, so MCP's conformance suite and Inspector are skipped."; fi

prove: .venv/full .venv/hosts/made  ## Long proofs, and the coverage of the whole house
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m prove
	$(HOSTS)/python -m pytest -m prove tests/adapters
	$(BIN)/python -m pytest -n 2 --cov --cov-report=
	$(BIN)/coverage report --fail-under=90

check: lint test  ## The gate: everything above

mutate: .venv/mutate  ## Mutation testing of the inner layers (long)
	$(BIN)/mutmut run

bench: .venv/full  ## Measure what the docs claim
	$(BIN)/python bench/start.py
	$(BIN)/python bench/screen.py
	$(BIN)/python bench/ways.py
	$(BIN)/python bench/analyse.py
	$(BIN)/python bench/matching.py
	$(BIN)/python bench/retrograde.py
	$(BIN)/python bench/memory.py
	$(BIN)/python bench/levels.py regret

# Peers come into a folder of their own. Since 4.2, koa-compose hides the lobby of boardgame.io; its storage in files wants
# the old node-persist.
load: .venv/full  ## Measure the server under load, next to its peers (minutes)
	@$(NPM) --prefix .venv/peers boardgame.io@$(BOARDGAME) koa-compose@4.1.0 node-persist@3.1.3 >/dev/null \
		|| echo "boardgame.io could not be installed: it needs Node.js with npm."
	@$(PIP) --upgrade --target .venv/peers/python py-spy==$(PY_SPY) || echo "py-spy could not be installed, which --profile needs."
	$(BIN)/python bench/load.py $(LOAD)

attack: .venv/full  ## Attack a server on this machine, and tell what came of it (minutes)
	$(BIN)/python bench/attack.py $(ATTACK)

# Each example has an environment of its own in .venv/examples: what they need does not go together.
EXAMPLES ?=
examples: .venv/python  ## Run the examples for agents, and keep their results in the docs (minutes)
	$(BIN)/python examples/agents/run.py $(EXAMPLES)

pictures: .venv/full browser  ## Take the pictures of the page for the docs
	@$(NPM) --prefix .venv/pictures @expo-google-fonts/inter@$(INTER)
	@$(PIP) --no-deps --upgrade --target .venv/pictures rinoh-typeface-texgyrepagella==$(PAGELLA)
	$(BIN)/python docs/pages.py

dist: .venv/full  ## Build wheel and sdist into dist/
	$(BIN)/python -m build --no-isolation

clean:  ## Remove everything made here
	rm -rf .venv dist build mutants .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Prime Parlor needs Python 3.11 or newer: make PYTHON=python3.x …")'
	@test -x $(BIN)/python || { echo "Setting up .venv …"; $(PYTHON) -m venv .venv; }
	@touch $@

.venv/base: .venv/python pyproject.toml constraints.txt
	@echo "Installing what the terminal needs …"
	@$(PIP) --editable .
	@touch $@

.venv/web: .venv/python pyproject.toml constraints.txt
	@echo "Installing what the server needs …"
	@$(PIP) --editable '.[web]'
	@touch $@ .venv/base

# A new pip needs half the time of one that came with Python, and much of what is installed here is never imported.
.venv/full: .venv/python pyproject.toml constraints.txt
	@echo "Installing what development needs …"
	@$(PIP) pip
	@$(PIP) --no-compile --editable '.[dev]'
	@touch $@ .venv/base .venv/web

# Gymnasium, PettingZoo, OpenSpiel, MCP and Inspect have an environment of their own: nobody else needs them.
.venv/hosts/made: .venv/python pyproject.toml constraints.txt
	@echo "Installing the hosts of agents …"
	@test -x $(HOSTS)/python || $(BIN)/python -m venv .venv/hosts
	@$(HOSTS)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip
	@$(HOSTS)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --no-compile --editable '.[hosts]'
	@touch $@

.venv/hosts-npm/made: .venv/python Makefile
	@echo "Installing what checks the MCP server …"
	@$(NPM) --prefix .venv/hosts-npm node@$(NODE_22) @modelcontextprotocol/conformance@$(CONFORMANCE) \
		conformance-alpha@npm:@modelcontextprotocol/conformance@$(CONFORMANCE_ALPHA) \
		@modelcontextprotocol/inspector@$(INSPECTOR) >/dev/null
	@touch $@

.venv/mutate: .venv/full
	@$(PIP) --editable '.[mutate]'
	@touch $@

# The page needs no build: TypeScript checks the types in its comments, Prettier its form, axe who can use it. Tests see
# it with fonts of their own: the fonts of a machine decide where its words break. Its types are generated, by a program
# that needs the last TypeScript written in JavaScript.
.venv/node: .venv/python Makefile
	@{ command -v npm && node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)'; } >/dev/null 2>&1 \
		|| { echo "The page is checked with TypeScript, Prettier and axe, which need Node.js 18 or newer with npm."; exit 1; }
	@echo "Installing what checks the page …"
	@$(NPM) --prefix .venv/npm typescript@$(TYPESCRIPT) prettier@$(PRETTIER) axe-core@$(AXE) \
		dejavu-fonts-ttf@$(DEJAVU) @expo-google-fonts/archivo-narrow@$(ARCHIVO) >/dev/null
	@$(NPM) --prefix .venv/types openapi-typescript@$(OPENAPI_TYPESCRIPT) typescript@$(TYPESCRIPT_API) >/dev/null
	@touch $@

# kullerwerk: "make race" runs a whole race, "make test" all checks; each sets up .venv first.
.POSIX:
SHELL = /bin/sh
.DEFAULT_GOAL = help
.NOTPARALLEL:

VENV = .venv
BIN = $(VENV)/bin
# The first Python >= 3.11 that can make a virtual environment (Debian's can't without python3-venv).
FIND_PYTHON = for p in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { printf '%s' "$$p"; break; }; done
RACE = --seed 1 --record race.jsonl --picture race.png
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" pyproject.toml

.PHONY: help race play screens test lint format reference lock clean

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

race: $(VENV)/ready ## run a whole race: record race.jsonl, picture race.png
	$(BIN)/kullerwerk race $(RACE)

play: $(VENV)/ready ## play a race on the small Kinderrunde in a window, against the computer
	$(BIN)/kullerwerk play koenig --scene kinderrunde

screens: $(VENV)/ready ## draw every screen of the window in both languages into docs/screens
	$(BIN)/python -m kullerwerk.window.screens docs/screens

test: lint ## lint, then run every test
	$(BIN)/python -m pytest -n 2 $(PYTEST)

lint: $(VENV)/ready-dev ## ruff and the strict type checker
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright

format: $(VENV)/ready-dev ## rewrite the sources in the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

reference: $(VENV)/ready ## add the 3-D engine that benchmarks hold the simulation against
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-reference.lock

lock: $(VENV)/ready-dev ## resolve the dependencies anew into the lock files
	$(LOCK) --upgrade --group build -o requirements.lock
	$(LOCK) --upgrade --group dev -c requirements.lock -o requirements-dev.lock
	$(LOCK) --upgrade --extra reference -c requirements.lock -o requirements-reference.lock
	$(LOCK) --upgrade --extra rl -c requirements.lock -o requirements-rl.lock
	$(LOCK) --upgrade --extra tune -c requirements.lock -o requirements-tune.lock
	$(LOCK) --upgrade --extra cluster -c requirements.lock -o requirements-cluster.lock

clean: ## remove what the targets above have made
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis build dist race.jsonl race.png

$(VENV)/ready: requirements.lock pyproject.toml
	$(MAKE) $(VENV)/bin/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/ready-dev: requirements-dev.lock pyproject.toml
	$(MAKE) $(VENV)/bin/pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/bin/pip:
	@python=$$($(FIND_PYTHON)) || true; test -n "$$python" || { echo \
	"kullerwerk needs Python 3.11 or newer with venv: install it (Debian, Ubuntu: apt install python3 python3-venv;" \
	"Fedora: dnf install python3; macOS: brew install python) and run make again." >&2; exit 1; }; \
	echo "setting up $(VENV) with $$("$$python" --version); this takes a minute the first time" >&2; \
	"$$python" -m venv --clear $(VENV)

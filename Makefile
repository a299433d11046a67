# Needs Python 3.11 or newer with pip, and make. Another interpreter: make setup PYTHON=python3.12

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
QUICK := tests/test_docs.py tests/test_tree.py tests/test_voice.py tests/ttr_core/boards/test_maps.py \
	tests/ttr_core/boards/test_check.py tests/ttr_core/rules/variants tests/ttr_core/rules/test_conformance.py \
	tests/ttr_core/rules/test_golden_games.py tests/ttr_core/rules/test_registry.py tests/ttr_core/rules/test_secrets.py \
	tests/service/openapi/test_document.py tests/service/pictures/test_plan.py
SLOW := whatever_is_written or planned_when_it_is_drawn or what_would_be_made_today or any_payment_of_a_large_hand

# Tests start hundreds of processes: what one has compiled, the others read.
unexport PYTHONDONTWRITEBYTECODE

# Options of `ttr up` from the command line of make: what the environment calls HOST or DATA may mean something else.
option = $(if $(filter command,$(origin $(1))),--$(2) "$($(1))")
UP_OPTIONS = $(strip $(call option,HOST,host) $(call option,PORT,port) $(call option,DATA,data) \
	$(call option,WORKERS,workers) $(call option,BOARDS,boards))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup up play test checks quick lint format types imports unit generated intents openapi pictures bench simulate soak screenshots clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Create .venv and install the project with its tools

up: $(READY) ## Run the whole service with a server of its own; takes HOST, PORT, DATA, WORKERS and BOARDS, as in make up PORT=8081
	$(BIN)/ttr up $(UP_OPTIONS)

play: $(READY) ## Play a game on the USA board in the terminal
	$(BIN)/ttr play usa

test: $(READY) ## Run every check: lint, types, imports, tests
	@$(MAKE) --no-print-directory -j 2 checks unit

checks:
	@$(MAKE) --no-print-directory lint imports types

quick: $(READY) ## Run what a board or a rule breaks most often, without types and tests of language
	$(BIN)/python -m ruff check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -q -n auto $(QUICK) -k "not ($(SLOW))"
	@echo "Not checked: types (make types), what is said of rules (pytest tests/service/language), all else in make test."

lint: $(READY) ## Check style and formatting
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .

format: $(READY) ## Format the code and mend what can be mended
	$(BIN)/python -m ruff format .
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

types: $(READY) ## Check types
	$(BIN)/python -m mypy

imports: $(READY) ## Check that imports point inward
	$(BIN)/lint-imports --no-logo

unit: $(READY) ## Run the tests alone
	$(BIN)/python -m pytest -n auto

generated: $(READY) ## Write every generated file that is missing or stale
	$(BIN)/python -m tests.support.generated

intents: $(READY) ## Learn anew what texts ask for, from the examples of each language; installs scikit-learn
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[intents]"
	$(BIN)/python -m tests.support.language.regenerate_intents

openapi: $(READY) ## Write openapi.yaml anew from the code
	$(BIN)/python -m service.openapi

pictures: $(READY) ## Redraw the pictures in docs/
	$(BIN)/python docs/examples/draw_a_board.py docs/pictures/europe.ttr-game Ann Bob Cleo Dan > docs/pictures/europe.svg

bench: $(READY) ## Measure the speed of the engine
	$(BIN)/ttr bench

SEED ?= 1
STORE ?= memory

simulate: $(READY) ## Simulate weeks of play with faults, as SEED=1 says, and tell the story; STORE=real uses a server
	$(BIN)/python -m tests.simulator $(SEED) $(if $(filter real,$(STORE)),--real)

soak: $(READY) ## Run the long tests
	$(BIN)/python -m pytest tests -m soak -n auto

screenshots: $(READY) ## Make the pictures of the page in docs/pictures anew
	TTR_SCREENSHOTS=docs/pictures $(BIN)/python -m pytest -q -n 0 -m soak tests/service/page/test_screenshots.py

clean: ## Remove .venv, caches and builds
	rm -rf $(VENV) build dist ./*.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .git -prune -o -type d -name __pycache__ -exec rm -rf {} +

# The stamp is newer than both files exactly when the environment holds what they ask for.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed, and '$(PYTHON)' is not. Name another: make setup PYTHON=python3.12" >&2; \
		exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) || { \
		echo "Could not create $(VENV). On Debian and Ubuntu the module venv is a package of its own:" \
			"install python3-venv. Elsewhere, check that '$(PYTHON) -m ensurepip --version' works." >&2; \
		exit 1; }
	@echo "Installing into $(VENV); this takes a few minutes the first time."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@

# Two commands do everything on a fresh machine: `make sim` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
PYTEST := $(BIN)/python -m pytest

.PHONY: sim test test-fast bench lint golden torture strength secrets hardware wiring cases tower-flash pictures clean

sim: $(VENV)/.sim
	$(BIN)/croupier sim --open $(ARGS)

test: $(VENV)/.dev
	.ci/setup
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy
	$(PYTEST) -n $(JOBS) --dist worksteal $(ARGS)

test-fast: $(VENV)/.dev
	$(PYTEST) -n $(JOBS) -m "not slow and not browser" $(ARGS)

lint: $(VENV)/.dev
	$(BIN)/ruff check . && $(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.dev
	$(BIN)/python -m tests.bench $(ARGS)

golden: $(VENV)/.dev
	$(BIN)/python -m device.gallery.golden $(ARGS)

torture: $(VENV)/.dev
	.ci/setup
	CROUPIER_TORTURE=1 $(PYTEST) -n $(JOBS) --timeout 7200 $(ARGS)

pictures: $(VENV)/.dev
	.ci/setup
	$(BIN)/python -m tests.shots $(ARGS)

tower-flash: $(VENV)/bin/python
	$(BIN)/python -m pip install -q -e '.[flash]'
	$(BIN)/python firmware/flash.py $(ARGS)

strength: $(VENV)/.dev
	$(BIN)/python -m tests.bench.strength $(ARGS)

secrets: $(VENV)/.dev
	$(BIN)/python -m tests.secrets $(ARGS)

# The builder's folder from the pin table; wiring needs graphviz, cases need openscad, xvfb, xauth.
hardware wiring cases: $(VENV)/.dev
	$(BIN)/python -m hardware.make $(subst hardware,all,$@)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/.sim: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install -q -e .
	touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/python -m pip install -q -e '.[dev]'
	touch $@ $(VENV)/.sim

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache

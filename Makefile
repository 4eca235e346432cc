# One list of commands, for people and for CI. Paths are relative, so that the folder may have any name.

PYTHON ?= python3
python := .venv/bin/python
MUTANTS ?= magnetsim.rules.*
pip := $(python) -m pip install --disable-pip-version-check --quiet

.PHONY: run test slow lint rules golden mutants ways bench messages wheel clean
.NOTPARALLEL:

run: .venv/core.stamp ## play a whole game
	@$(python) -m magnetsim run scenarios/classic.toml

test: .venv/dev.stamp ## the test suite, without what takes minutes
	$(python) -m pytest

slow: .venv/dev.stamp ## what takes minutes: soaks, the wheel in an empty environment
	$(python) -m pytest -m slow

lint: .venv/dev.stamp ## style, types, import order
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	$(python) -m mypy
	$(python) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"

rules: .venv/dev.stamp ## the table of rule clauses: tests, golden games, puzzles; fails when a clause has none
	@$(python) tests/rule_table.py

golden: .venv/dev.stamp ## play the golden games anew; read the diff of their transcripts
	@$(python) -m scripts.golden $(GAMES)
	@git --no-pager diff --stat -- tests/golden || true

mutants: .venv/dev.stamp ## change the rules in every small way: which change does no test notice? MUTANTS: of which modules
	$(python) -m mutmut run $(MUTANTS)
	@$(python) -m mutmut results

ways: .venv/core.stamp ## what each way of shooting does, as in docs/ways.md
	@$(python) scripts/ways.py

bench: .venv/bench.stamp ## the tables of speed, and every aim beside what was measured; then the README's table from it
	@$(python) -m magnetsim bench all --json benchmarks/measured.json
	@$(python) -m pytest benchmarks --quiet --benchmark-columns=median,iqr,rounds
	@$(python) scripts/speed.py

messages: .venv/dev.stamp ## bring the catalogues of both languages up to the source
	$(python) scripts/messages.py

wheel: .venv/dev.stamp ## build the wheel into dist/
	$(python) -m build --wheel

clean: ## remove .venv, caches and what was built; no record
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit("magnetsim needs Python 3.11 or newer, got " + sys.version.split()[0] + ": try make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	"$(PYTHON)" -m venv --clear .venv

.venv/core.stamp: pyproject.toml | .venv/bin/python
	$(pip) --editable .
	@touch $@

# What others' kernels come in; where one cannot be had, the rest is timed all the same.
.venv/bench.stamp: .venv/dev.stamp
	-$(pip) --editable ".[bench]"
	@touch $@

.venv/dev.stamp: pyproject.toml | .venv/bin/python
	$(pip) --editable ".[dev]"
	@touch $@ .venv/core.stamp

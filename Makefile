# The verbs of this repository. `make` alone lists them.
PYTHON_IN = .venv/bin/python
PORT ?= 8000
SCRIPTS = $(shell find lib binder .github -name "*.js")
RUNNING = $(shell find binder -type f)

.PHONY: help book serve lab notebooks offline wheel test test-all test-long lint format figures sync variants addresses \
  assign class-book grade newest push-notebooks attach clean
.DEFAULT_GOAL := help

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

book: .venv/.book ## build the site to _build/html, and say how to serve it
	@$(PYTHON_IN) -m lib.site.build

serve: book ## build, then serve on http://127.0.0.1:8000/ (PORT=… for another)
	@$(PYTHON_IN) -m lib.site.serve --port $(PORT)

lab: PORT = 8888
lab: .venv/.lab ## open the chapters as notebooks in JupyterLab (PORT=… for another than 8888)
	@$(PYTHON_IN) -m lib.site.lab --port $(PORT)

notebooks: book ## write each chapter as notebooks that stand alone to _build/notebooks
	@$(PYTHON_IN) -m lib.site.notebooks

offline: book ## pack the site into one zip that works without a network
	@$(PYTHON_IN) -m lib.site.offline

wheel: .venv/.book ## build the package lib as a wheel, to _build/wheel
	@rm -rf build _build/wheel && $(PYTHON_IN) -m pip wheel -q --no-deps --disable-pip-version-check -w _build/wheel . && rm -rf build

test: .venv/.test book ## everybody's tests: below 5 minutes once installed
	@$(PYTHON_IN) -m pytest -n 2 --dist loadfile -m "not long"

test-all: test test-long ## all tests

test-long: .venv/.test book lint ## what `make test` leaves out
	@$(PYTHON_IN) -m pytest -n 2 --dist loadfile -m long

lint: .venv/.test ## ruff, mypy in strict mode on lib, the JavaScript, and the workflows
	@$(PYTHON_IN) -m ruff check . && $(PYTHON_IN) -m ruff format --check . && $(PYTHON_IN) -m mypy
	@.venv/bin/deno lint -q --ignore=lib/widgets/shared lib binder .github && .venv/bin/deno lint -q --rules-exclude=no-unused-vars lib/widgets/shared && .venv/bin/deno fmt -q --check --line-width=120 $(SCRIPTS)
	@DENO_TLS_CA_STORE=system,mozilla .venv/bin/deno run -q --allow-read --allow-env .github/lint-workflows.js

format: .venv/.test ## write Python and JavaScript the way lint wants them
	@$(PYTHON_IN) -m ruff check -q --fix . ; $(PYTHON_IN) -m ruff format -q . && .venv/bin/deno fmt -q --line-width=120 $(SCRIPTS)

figures: .venv/.book ## draw the files in figures/ anew
	@$(PYTHON_IN) -m lib.plots.files

sync: .venv/.book ## write the bank's prompts, hints and solutions into the chapters
	@$(PYTHON_IN) -m lib.bank.sync

variants: .venv/.book ## draw the new numbers that the pages offer
	@$(PYTHON_IN) -m lib.bank.variants

assign: .venv/.book ## a chapter for a class: CHAPTER=level-2 SALT=file (ROSTER=file TARGETS=moodle,notebook MORE="--to dir" …)
	@$(PYTHON_IN) -m lib.assign $(CHAPTER) $(if $(SALT),--salt $(SALT)) $(if $(ROSTER),--roster $(ROSTER)) $(if $(TARGETS),--targets $(TARGETS)) $(MORE)

grade: .venv/.book ## what a class handed in: MANIFEST=file ANSWERS=folder-or-csv (MORE="--to dir --due time" …)
	@$(PYTHON_IN) -m lib.grade $(MANIFEST) $(ANSWERS) $(MORE)

class-book: .venv/.book ## a class's own book without solutions: CHAPTER=level-2 SALT=file (ROSTER=file MORE="--hints first" …)
	@$(PYTHON_IN) -m lib.site.class_book $(CHAPTER) $(if $(SALT),--salt $(SALT)) $(if $(ROSTER),--roster $(ROSTER)) $(MORE)

addresses: .venv/.test book ## add new pages and anchors to the list of those that must last
	@$(PYTHON_IN) -m tests.addresses

newest: ## build and test with the newest version of every dependency, apart from .venv
	@./install.sh newest && _build/newest/bin/python -m lib.site.build && _build/newest/bin/python -m pytest -n 2 --dist loadfile -m "not long"

push-notebooks: ## put what `make notebooks` wrote on the branch that Colab opens
	@./.github/push-notebooks.sh

attach: ## attach the zip and the wheel to the release of a tag (TAG=v1.0.0)
	@./.github/attach.sh

clean: ## remove what was built (the environment stays: rm -r .venv removes it)
	@rm -rf _build .pytest_cache .mypy_cache .ruff_cache .hypothesis

.venv/.book: requirements.txt constraints.txt pyproject.toml install.sh
	@./install.sh book

.venv/.lab: $(RUNNING) constraints.txt pyproject.toml install.sh
	@./install.sh lab

.venv/.test: .venv/.book $(RUNNING) tests/requirements.txt
	@./install.sh test

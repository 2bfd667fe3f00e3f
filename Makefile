# make play    set up and start the site on http://127.0.0.1:8000/ (PORT=8001 for another port)
# make test    set up and run every check: format, lint, types, import contracts, tests
# make soak    the tests that take long; make soak-tenth: those of today, one in ten
# make test-scale   the service, socket and job tests on PostgreSQL and Redis, with two web processes and two workers
# make lab-scale    a report of the lab by processes of its own and on a Dask cluster: the same bits
# make lint    only the checks that run nothing
# make format  bring code and templates into shape
# make bench   measure engine and server
# make bench-peers PEER=FOLDER   measure moves beside boardgame.io's server; FOLDER holds it, with its packages
# make golden  record the golden playthroughs and the golden boards anew
# make citations  find anew which rules the sources and the tests cite, and list where the rules come from
# make lock    pin the packages of pyproject.toml (UPGRADE=--upgrade moves all to the newest allowed)
# make clean   remove what can be made again (the data in var/ stays)

PORT ?= 8000
PYTHON ?= python3
# Names a Chromium for the browser tests; else requirements/chromium.sh finds one.
export CHROMIUM
# Bytecode is kept, whatever the machine says: a process that a test starts loads in a third of the time then.
export PYTHONDONTWRITEBYTECODE :=

PY := .venv/bin/python
PYTEST := $(PY) -m pytest
# In more processes than processors, for many tests wait for processes of their own; one that has nothing left
# to do takes over what another has not begun. Each that drives a browser has a whole site beside it.
# Those of the soak want peace.
TWO := -n 2 --dist worksteal
THREE := -n 3 --dist worksteal
LOCK := $(PY) -m uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --no-annotate $(UPGRADE)
LINT := lint-types lint-style lint-templates lint-rooms lint-data lint-deployed
# The browser tests live in one folder; to collect all the others only to leave them out takes seconds.
WITHOUT_BROWSER := --ignore=tests/browser --ignore=tests/scale
BROWSER := tests/browser
# What `check --deploy` looks at: the settings of a real installation.
DEPLOYED := SCRAPSITE_PROFILE=production SECRET_KEY=$$($(PY) -c "import secrets; print(secrets.token_urlsafe(60))") \
	ALLOWED_HOSTS=scrapsite.example TRUSTED_PROXY_COUNT=1 EMAIL_URL=smtp+tls://user:password@mail.example:587

.PHONY: help play test test-scale lab-scale redis lint $(LINT) ready database format unit browser soak soak-tenth bench bench-peers golden citations lock clean runtime dev chromium postgresql python

help:
	@sed -n 's/^# make/make/p' Makefile

python:
	@command -v "$(PYTHON)" >/dev/null || { \
		echo "Scrapsite needs Python 3.11 or newer; there is no $(PYTHON) here."; \
		echo "On Debian and Ubuntu: apt install python3 python3-venv"; exit 1; }

runtime: python
	@"$(PYTHON)" requirements/bootstrap.py runtime

dev: python
	@"$(PYTHON)" requirements/bootstrap.py dev

chromium:
	@sh requirements/chromium.sh

postgresql:
	@sh requirements/postgresql.sh

play: runtime
	@exec $(PY) manage.py play --port "$(PORT)"

test: dev ready unit chromium browser $(if $(CI),soak-tenth)
	@echo "All checks passed."

test-scale: dev postgresql redis chromium
	$(PY) -m tests.scale

lab-scale: dev
	$(PY) -m tests.scale.lab

redis:
	@sh requirements/redis.sh

# Two at a time: each of them works in one process.
lint: dev
	@$(MAKE) --no-print-directory -j2 $(LINT)

# The same, and meanwhile the database that all tests begin with: their processes would wait for it.
ready: dev
	@$(MAKE) --no-print-directory -j2 $(LINT) database

database: dev
	@$(PYTEST) tests/setup/test_database.py

lint-types:
	$(PY) -m mypy

lint-style:
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .

lint-templates:
	$(PY) -m djlint templates --check --lint

lint-rooms:
	.venv/bin/lint-imports
	$(PY) -m tests.rooms

lint-data:
	$(PY) manage.py makemigrations --check --dry-run
	$(PY) manage.py index_citations --check
	$(PY) manage.py list_provenance --check

lint-deployed:
	$(DEPLOYED) $(PY) manage.py check --deploy --fail-level WARNING

format: dev
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .
	$(PY) -m djlint templates --reformat --quiet

unit: dev postgresql
	$(PYTEST) $(THREE) $(WITHOUT_BROWSER)

# A run of its own: Playwright leaves an event loop running, which other tests stumble over.
browser: dev chromium
	@if sh requirements/chromium.sh --find >/dev/null; then echo '$(PYTEST) $(THREE) $(BROWSER)'; $(PYTEST) $(THREE) $(BROWSER); \
	else echo "Browser tests left out: there is no Chromium."; fi

# SOAK: all, today, or the number of a tenth.
soak: SOAK ?= all
soak: dev postgresql chromium
	$(PYTEST) $(TWO) --soak $(SOAK) $(WITHOUT_BROWSER)
	@if sh requirements/chromium.sh --find >/dev/null; then echo '$(PYTEST) $(TWO) --soak $(SOAK) $(BROWSER)'; \
	$(PYTEST) $(TWO) --soak $(SOAK) $(BROWSER); \
	else echo "Browser tests left out: there is no Chromium."; fi

soak-tenth:
	@$(MAKE) --no-print-directory soak SOAK=today

bench: dev
	$(PY) -m scrapsite.bench

bench-peers: dev
	@$(PY) -m scrapsite.bench.compared.peer "$(PEER)"

golden: dev
	$(PY) -m tests.playthroughs
	$(PY) -m tests.record_boards

citations: dev
	$(PY) manage.py index_citations
	$(PY) manage.py list_provenance

lock: dev
	$(LOCK) -o requirements/runtime.lock
	$(LOCK) --extra scale -c requirements/runtime.lock -o requirements/scale.lock
	$(LOCK) --extra scale --extra lab -c requirements/scale.lock -o requirements/lab.lock
	$(LOCK) --extra scale --extra lab --extra dev -c requirements/lab.lock -o requirements/dev.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-results var/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

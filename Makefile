# Two commands matter: `make run` and `make test`. Each sets up what it needs first.
PYTHON ?= python3
PORT ?= 8000
BIND ?= 127.0.0.1
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run dev setup test lint bench lock clean

## Serve the loaded catalogue as in production, on this machine only
run: setup
	@$(BIN)/python manage.py prepare_site --address http://$(BIND):$(PORT)/
	@exec $(BIN)/gunicorn site_config.wsgi --bind $(BIND):$(PORT) --workers $(WORKERS) --threads 4 --preload --no-control-socket

## Serve with automatic reloading and error pages for developers
dev: setup
	@DEBUG=on $(BIN)/python manage.py prepare_site --address http://$(BIND):$(PORT)/
	@DEBUG=on $(BIN)/python manage.py runserver $(BIND):$(PORT)

## Virtual environment, secret key, static files
setup: $(VENV)/runtime.stamp
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Carrel needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)

$(VENV)/runtime.stamp: requirements/runtime.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements/runtime.txt
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt $(VENV)/runtime.stamp
	$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements/dev.txt
	@touch $@

## The whole suite: SQLite, then PostgreSQL (all but what pages look like), browser included; `make test ARGS="-k words"` for a part of it
test: setup $(VENV)/dev.stamp
	@status=0; \
	DATABASE_URL=sqlite:///var/carrel.sqlite3 $(BIN)/python -m pytest $(ARGS) || status=1; \
	$(BIN)/python tests/with_postgresql.py $(BIN)/python -m pytest -m "not looks" $(ARGS) || status=1; \
	exit $$status

## Style, types, templates, migrations, settings
lint: setup $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/djade --check --target-version 5.2 $$(git ls-files 'templates/*.html')
	$(BIN)/python manage.py makemigrations --check --dry-run
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(50))') ALLOWED_HOSTS=catalogue.example \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING

## Measure loading, facets, search and pages at 10,000 and 100,000 papers on SQLite, beside Datasette; takes minutes
bench: setup $(VENV)/bench.stamp
	@folder=$$(mktemp -d); trap 'rm -r "$$folder"' EXIT; set -e; \
	export DATABASE_URL=sqlite:///$$folder/load.sqlite3; $(BIN)/python bench/load.py 10000; echo; \
	for papers in 10000 100000; do \
	  export DATABASE_URL=sqlite:///$$folder/$$papers.sqlite3; \
	  $(BIN)/python bench/generate.py $$papers; $(BIN)/python bench/facets.py --sql-times 1; echo; \
	done; \
	$(BIN)/python bench/against_datasette.py $(VENV)/bench/bin/datasette

$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/runtime.stamp
	$(PYTHON) -m venv $(VENV)/bench
	$(VENV)/bench/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements/bench.txt
	@touch $@

## Compile the hashed requirement files again (needs `uv` on the path)
lock:
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet --upgrade -o requirements/runtime.txt
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet --upgrade -c requirements/runtime.txt -o requirements/dev.txt
	uv pip compile --group train --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet --upgrade -o requirements/train.txt
	uv pip compile --group bench --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet --upgrade -o requirements/bench.txt

clean:
	rm -rf $(VENV) var/static

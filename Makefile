# Everything a person types. Needs npm and Node 20 or newer; the project's own Node comes with its packages.
SHELL := /bin/bash
ROOT := $(CURDIR)
NODE := PATH="$(ROOT)/node_modules/.bin:$$PATH" node
RUN := PATH="$(ROOT)/node_modules/.bin:$$PATH"
.DEFAULT_GOAL := help
.PHONY: help install up test mutation rebuild runs bench check format generate clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'
	@echo
	@echo "  LEASHLINE_PORT=8080   first of 16 ports        LEASHLINE_DEMO=0   start empty"
	@echo "  LEASHLINE_DATA=.leashline   where data lies     every setting: docs/operator-guide.md"

install: ## Install what is missing (the other targets do so themselves)
	@bash deploy/ci/install.sh

up: install ## Start Leashline in the foreground; Ctrl-C stops it
	@PATH="$(ROOT)/node_modules/.bin:$$PATH" exec node deploy/up.ts

test: install ## Run every test on real servers of its own
	@$(NODE) deploy/ci/chromium.ts
	@$(RUN) vitest run

mutation: install ## Change the decisions bit by bit and see whether a test notices; ONLY="<files>" for some of them
	@$(RUN) stryker run deploy/test/mutation/stryker.config.json $(if $(ONLY),--mutate "$(ONLY)")

rebuild: install ## Put right what is kept of other services' facts, read again from whom they belong to
	@$(NODE) deploy/rebuild.ts $(COMPANIES)

runs: install ## Show the acts of several steps that are not over; DO="retry|abandon <service> <id>" settles one
	@$(NODE) deploy/runs.ts "$(COMPANIES)" $(DO)

bench: install ## Measure, each figure as a ratio to a baseline taken in the same run
	@case ",$${LEASHLINE_BENCH_ONLY:-web}," in *,web,*) $(NODE) deploy/ci/chromium.ts ;; esac
	@$(NODE) deploy/bench/main.ts

check: ## What CI runs: format, lint, types, generated code, contract, arrows, tests
	@bash .ci/run

format: install ## Format and fix what can be fixed
	@$(RUN) biome check --write .

generate: install ## Regenerate code from proto/
	@$(RUN) npm run --silent generate

clean: ## Delete what can be built again (never your data)
	rm -rf web/dist node_modules/.cache .turbo coverage .leashline/bundle

# `make run` opens the sample document; `make test` runs all tests that take minutes rather than hours.
# Missing packages are installed from Debian and PyPI by exact name. Swift 6 must be installed already.

PORT ?= 8080
LIBRARY ?= library
EXPLORE := .build/release/explore
SWIFT_FLAGS ?=
# The number of browsers that run tests in parallel. With more browsers than cores, gestures become too slow to be recognised.
BROWSERS ?= 2

.PHONY: run build prepare-build prepare-tests build-tests test test-all lint test-scale test-bench test-checks test-swift test-viewer test-browser test-variants test-interoperability test-alerts test-crash test-soak test-replicas replicas test-ceph test-edits edits test-sites typecheck crash soak fuzz sanitize bench facsimile screenshots package package-check nginx-check clean

# Adds the sample only if it is missing, so that edits published since are kept.
run: build
	@$(EXPLORE) info magna-carta --library "$(LIBRARY)" >/dev/null 2>&1 || $(EXPLORE) add data/magna-carta --library "$(LIBRARY)"
	@exec $(EXPLORE) serve --edit --library "$(LIBRARY)" --port "$(PORT)"

# Builds the release program and installs what it needs.
build: prepare-build
	@Tools/build.sh -c release --product explore $(SWIFT_FLAGS)

# All tests that take minutes, followed by a table of how long each part took. Parts that often wait run side by side: a quarter of
# the time of the Swift tests is waiting, and the visitors of the soak test send a fixed number of requests per second.
test:
	@Tools/parts.py prepare-build \
		"build-tests , prepare-tests lint test-scale test-bench test-checks typecheck test-viewer" \
		"test-swift , test-soak , test-crash test-edits test-interoperability test-replicas" test-browser

# Also runs what takes hours: the other variants of the browser tests, the long tests at full length, each parser under libFuzzer
# for a minute, the sanitizers, static sites on three hosts, and the package check, which needs root.
test-all: test
	@SECONDS=$(or $(SECONDS),60) Tools/parts.py test-variants test-sites crash edits soak replicas test-ceph test-alerts nginx-check package-check sanitize fuzz

# Installs what the build needs. `prepare-tests` installs what the tests need in addition.
prepare-build:
	@Tools/install.sh build
	@Tools/vendor.sh

prepare-tests:
	@Tools/install.sh test
	@Tools/vendor.sh tests

# Builds the program and all Swift tests in one optimised build; see the end of Package.swift.
build-tests: prepare-build
	@EXPLORE_TESTABLE=1 Tools/build.sh -c release --build-tests $(SWIFT_FLAGS)

lint:
	@Tools/lint.sh

# Tests the simulation behind docs/scale.md.
test-scale:
	@python3 -B Benchmarks/scale/test_simulate.py

# Tests that the table of benchmark results contains the figures of one run only.
test-bench:
	@python3 -B Benchmarks/test_results.py

# Tests the checks themselves: a skip without a reason fails a run, and long tests pass only after enough work.
test-checks:
	@.venv/bin/python -B -m unittest discover --start-directory Tests --pattern 'test_*.py'

test-swift: build-tests
	@Tools/test-swift.sh

# Type-checks the viewer with Debian's node-typescript.
typecheck:
	@tsc --project Tests/BrowserTests/tsconfig.json

# Tests the viewer modules that need no browser, with Debian's nodejs.
test-viewer:
	@node --test Tests/ViewerTests/*.test.mjs

# Tests the viewer in Chromium against the release program: one variant of each test, as for a phone or for a desktop.
test-browser:
	@.venv/bin/python -m pytest -q -rsfE --numprocesses $(BROWSERS) --dist worksteal --variants one Tests/BrowserTests

# The variants that `make test-browser` leaves out.
test-variants: build prepare-tests
	@.venv/bin/python -m pytest -q -rsfE --numprocesses $(BROWSERS) --dist worksteal --variants others Tests/BrowserTests

# Runs the browser tests against static sites on python's http.server, nginx and an object store. ONLY=store selects one.
test-sites: build prepare-tests
	@for host in $(or $(ONLY),python nginx store); do echo "== $$host"; EXPLORE_SITE=all EXPLORE_SITE_HOST=$$host \
		.venv/bin/python -m pytest -q -rsfE --numprocesses $(BROWSERS) --dist worksteal Tests/BrowserTests || exit; done

# Tests the alerting rules with Prometheus's own tool.
test-alerts:
	@Tools/install.sh package
	@python3 -B Tests/test_alerts.py

# Tests the release program with other projects' clients and validators; see docs/interoperability.md.
test-interoperability:
	@.venv/bin/python -m pytest -q -rsfE Tests/InteroperabilityTests

# Sends kill -9 at random moments while documents are added, sliced, migrated, backed up, edited, published, uploaded and served:
# 60 kills, or at least 24 if those take longer than 45 seconds. Then repeats the work on a full disk and on a read-only one.
test-crash:
	@python3 -B Tests/crash/crash.py $(EXPLORE) --kills 60 --seconds 45 --at-least 24
	@python3 -B Tests/crash/full_disk.py $(EXPLORE)
	@python3 -B Tests/crash/read_only.py $(EXPLORE)

# The same with 500 kills, which takes about ten minutes.
crash: build
	@python3 -B Tests/crash/crash.py $(EXPLORE) --kills 500
	@python3 -B Tests/crash/full_disk.py $(EXPLORE)
	@python3 -B Tests/crash/read_only.py $(EXPLORE)

# Runs the object-store tests against Ceph, which enforces conditional writes, instead of OpenStack Swift. Not part of `make test`
# because it installs 220 MiB of packages.
test-ceph: build-tests
	@Tools/install.sh ceph
	@EXPLORE_STORE=ceph Tools/test-swift.sh --filter 'ObjectStoreTests|PublishingTests|ReplicaTests|PublishCommandTests'

# Two browsers make 40 edits each to one document while the server is killed, the network is cut and tabs crash. Takes a minute.
test-edits:
	@.venv/bin/python -B Tests/edits/edits.py $(EXPLORE) --edits 40 --pause 120 --gap 1 --kills 2 --cuts 2 --crashes 2 --seconds 300

# The same with 500 edits each.
edits: build prepare-tests
	@.venv/bin/python -B Tests/edits/edits.py $(EXPLORE)

# Simulates well-behaved and hostile visitors for two minutes and at least 2,000 responses, then adds the largest images with
# little memory.
test-soak:
	@python3 -B Tests/soak/soak.py $(EXPLORE) --seconds 120 --at-least 2000
	@python3 -B Tests/soak/giants.py $(EXPLORE)

# The same for half an hour, then as root with 512 MiB of memory.
soak: build
	@python3 -B Tests/soak/soak.py $(EXPLORE) --seconds 1800
	@python3 -B Tests/soak/soak.py $(EXPLORE) --seconds 600 --memory 512
	@python3 -B Tests/soak/giants.py $(EXPLORE)

# Runs three replicas behind nginx, with readers, through failures of replicas and of their store.
test-replicas:
	@python3 -B Tests/replicas/replicas.py $(EXPLORE)
	@python3 -B Tests/replicas/full_disk.py $(EXPLORE)

# The same for longer, with the store unavailable for 30 seconds.
replicas: build
	@Tools/install.sh test bench
	@python3 -B Tests/replicas/replicas.py $(EXPLORE) --seconds 15 --outage 30 --readers 24

# Runs each parser of untrusted bytes under libFuzzer for ten minutes; see docs/fuzzing.md. SECONDS=60 shortens that,
# ONLY="lane szi" selects targets, KEEP=1 keeps the findings.
fuzz:
	@Tools/install.sh build
	@Tests/Fuzz/fuzz.sh $(or $(SECONDS),600) $(ONLY)

# Runs all Swift tests under AddressSanitizer, which also detects leaks, and ThreadSanitizer. ONLY=thread selects one.
sanitize: prepare-build prepare-tests
	@Tests/Sanitizers/sanitize.sh $(or $(ONLY),address thread)

# Measures explore and its peers alternately on the same work; see Benchmarks/README.md. ONLY=regions selects a part and
# ARGS="--rounds 1" shortens the run; Benchmarks/RESULTS.md records both.
bench: build
	@Tools/install.sh test bench
	@Tools/vendor.sh tests bench
	@for program in IndexBenchmark LinesBenchmark BareServer; do swift build -c release --product $$program $(SWIFT_FLAGS) || exit; done
	@.venv/bin/python -B Benchmarks/run.py $(ONLY) $(if $(ARGS),-- $(ARGS))

# Redraws the sample manuscript, which is in the repository.
facsimile: prepare-build
	@swift build -c release --product facsimile $(SWIFT_FLAGS)
	@.build/release/facsimile data/magna-carta

# Takes the screenshots of the README from the running program.
screenshots: build prepare-tests
	@Tools/screenshots.sh docs/screenshots

# Builds the Debian package .build/package/explore_*.deb, which bundles or declares all dependencies.
package: prepare-build
	@Tools/install.sh package
	@Tools/package.sh

# Installs the package in a fresh Debian and starts it as its systemd unit does. Needs root.
package-check: package
	@Tools/package-check.sh .build/package/explore_*.deb

# Runs the nginx example in front of the release program, with only host names and ports replaced.
nginx-check: build
	@Tools/install.sh package
	@python3 -B Tools/nginx-check.py $(EXPLORE)

clean:
	@rm -rf .build .build-* .venv .vendor Sources/Viewer/bundles Sources/Viewer/vendor

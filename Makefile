# What a newcomer needs: `make run` opens the sample document, `make test` proves the rest.
# Everything that is missing is installed from Debian and PyPI by exact name; Swift 6 is expected to be there.

PORT ?= 8080
LIBRARY ?= library
EXPLORE := .build/release/explore
SWIFT_FLAGS ?=
# How many browsers the tests use at once: with more than the machine has cores, gestures become too slow to be themselves.
BROWSERS ?= 2

.PHONY: run build prepare-tests build-tests test test-all lint test-scale test-bench test-checks test-swift test-viewer test-browser test-interoperability test-alerts test-crash test-soak test-replicas replicas test-ceph test-edits edits test-sites typecheck crash soak fuzz sanitize bench facsimile screenshots package package-check nginx-check clean

# The sample is added once: what was changed in it and published since is not taken back.
run: build
	@$(EXPLORE) info magna-carta --library "$(LIBRARY)" >/dev/null 2>&1 || $(EXPLORE) add data/magna-carta --library "$(LIBRARY)"
	@exec $(EXPLORE) serve --edit --library "$(LIBRARY)" --port "$(PORT)"

# The release program, with all that it needs.
build:
	@Tools/install.sh build
	@Tools/vendor.sh
	@Tools/build.sh -c release --product explore $(SWIFT_FLAGS)

# Everything that can be proved on one machine in some minutes; what takes how long is said at the end. The soak test mostly
# waits: its visitors send so many requests a second, which takes a fifth of a core.
test:
	@Tools/parts.py prepare-tests \
		"build-tests , lint test-scale test-bench test-checks typecheck test-viewer" \
		test-swift "test-soak , test-crash test-edits test-interoperability test-replicas" test-browser

# The same, and all that takes hours: the long tests in full, each parser under libFuzzer for a minute, the sanitizers, static
# sites on three hosts, and the package, which needs root.
test-all: test
	@SECONDS=$(or $(SECONDS),60) Tools/parts.py test-sites crash edits soak replicas test-ceph test-alerts nginx-check package-check sanitize fuzz

prepare-tests:
	@Tools/install.sh build test
	@Tools/vendor.sh tests

# The program and all Swift tests, in one optimised build: Package.swift.
build-tests:
	@EXPLORE_TESTABLE=1 Tools/build.sh -c release --build-tests $(SWIFT_FLAGS)

lint:
	@Tools/lint.sh

# That the simulation of docs/scale.md counts right.
test-scale:
	@python3 -B Benchmarks/scale/test_simulate.py

# That the table of the benchmarks holds what a run measured, and nothing of another one.
test-bench:
	@python3 -B Benchmarks/test_results.py

# That a skip without a reason fails a run, and that the long tests hold only when they have seen enough.
test-checks:
	@.venv/bin/python -B -m unittest discover --start-directory Tests --pattern 'test_*.py'

test-swift: build-tests
	@Tools/test-swift.sh

# The viewer's types, by Debian's node-typescript.
typecheck:
	@tsc --project Tests/BrowserTests/tsconfig.json

# The viewer's modules that need no browser, by Debian's nodejs.
test-viewer:
	@node --test Tests/ViewerTests/*.test.mjs

# The page in Chromium, against the release program.
test-browser:
	@.venv/bin/python -m pytest -q -rs --numprocesses $(BROWSERS) --dist worksteal Tests/BrowserTests

# What the page does on a static site, too: from python's http.server, from nginx and from an object store. ONLY=store for one.
test-sites: build
	@Tools/install.sh test
	@Tools/vendor.sh tests
	@for host in $(or $(ONLY),python nginx store); do echo "== $$host"; EXPLORE_SITE=all EXPLORE_SITE_HOST=$$host \
		.venv/bin/python -m pytest -q --numprocesses $(BROWSERS) --dist worksteal Tests/BrowserTests || exit; done

# The alerting rules, by Prometheus's own tool.
test-alerts:
	@Tools/install.sh package
	@python3 -B Tests/test_alerts.py

# Programs of others against the release program: docs/interoperability.md.
test-interoperability:
	@.venv/bin/python -m pytest -q -rs Tests/InteroperabilityTests

# kill -9 at random moments of an addition, a slice, a migration, a backup, edits, their publication, uploads and a server's
# work, in a short form: 60 kills, or 24 at least where they take longer than 45 seconds; and what they do on a full disk, and
# on one that cannot be written.
test-crash:
	@python3 -B Tests/crash/crash.py $(EXPLORE) --kills 60 --seconds 45 --at-least 24
	@python3 -B Tests/crash/full_disk.py $(EXPLORE)
	@python3 -B Tests/crash/read_only.py $(EXPLORE)

# The same in full: 500 kills, which takes some ten minutes.
crash: build
	@python3 -B Tests/crash/crash.py $(EXPLORE) --kills 500
	@python3 -B Tests/crash/full_disk.py $(EXPLORE)
	@python3 -B Tests/crash/read_only.py $(EXPLORE)

# What is tested with OpenStack Swift, with Ceph: it enforces conditional writes. Not part of `make test`, for its 220 MiB of packages.
test-ceph: build-tests
	@Tools/install.sh ceph
	@EXPLORE_STORE=ceph Tools/test-swift.sh --filter 'ObjectStoreTests|PublishingTests|ReplicaTests|PublishCommandTests'

# Two browsers edit one document while the server is killed, the network is cut and tabs crash: 40 edits each, in a minute.
test-edits:
	@.venv/bin/python -B Tests/edits/edits.py $(EXPLORE) --edits 40 --pause 120 --gap 1 --kills 2 --cuts 2 --crashes 2 --seconds 60

# The same in full: 500 edits each.
edits: build
	@Tools/install.sh test
	@Tools/vendor.sh tests
	@.venv/bin/python -B Tests/edits/edits.py $(EXPLORE)

# Two minutes of visitors of every kind, good and bad, and 2,000 answers at least; and the largest images with little memory.
test-soak:
	@python3 -B Tests/soak/soak.py $(EXPLORE) --seconds 120 --at-least 2000
	@python3 -B Tests/soak/giants.py $(EXPLORE)

# The same for half an hour, and then with 512 MiB of memory, as root.
soak: build
	@python3 -B Tests/soak/soak.py $(EXPLORE) --seconds 1800
	@python3 -B Tests/soak/soak.py $(EXPLORE) --seconds 600 --memory 512
	@python3 -B Tests/soak/giants.py $(EXPLORE)

# Three replicas behind nginx, readers, and whatever can happen to them and their store.
test-replicas:
	@python3 -B Tests/replicas/replicas.py $(EXPLORE)
	@python3 -B Tests/replicas/full_disk.py $(EXPLORE)

# The same with longer times, and the store away for 30 seconds.
replicas: build
	@Tools/install.sh test bench
	@python3 -B Tests/replicas/replicas.py $(EXPLORE) --seconds 15 --outage 30 --readers 24

# Each reader of strangers' bytes under libFuzzer, ten minutes each: docs/fuzzing.md. SECONDS=60 for less, ONLY="lane szi"
# for some, KEEP=1 to keep what was found.
fuzz:
	@Tools/install.sh build
	@Tests/Fuzz/fuzz.sh $(or $(SECONDS),600) $(ONLY)

# All Swift tests under AddressSanitizer, which looks for leaks too, and under ThreadSanitizer. ONLY=thread for one.
sanitize:
	@Tools/install.sh build test
	@Tools/vendor.sh tests
	@Tests/Sanitizers/sanitize.sh $(or $(ONLY),address thread)

# The same work given to the peers and to us, in turns: Benchmarks/README.md. ONLY=regions for a part, ARGS="--rounds 1" for a
# short run; either is told in Benchmarks/RESULTS.md.
bench: build
	@Tools/install.sh test bench
	@Tools/vendor.sh tests bench
	@for program in IndexBenchmark LinesBenchmark BareServer; do swift build -c release --product $$program $(SWIFT_FLAGS) || exit; done
	@.venv/bin/python -B Benchmarks/run.py $(ONLY) $(if $(ARGS),-- $(ARGS))

# Draws the sample manuscript again; `make run` never needs it.
facsimile:
	@Tools/install.sh build
	@swift build -c release --product facsimile $(SWIFT_FLAGS)
	@.build/release/facsimile data/magna-carta

# The README's pictures, from the running program.
screenshots: build
	@Tools/install.sh test
	@Tools/vendor.sh tests
	@Tools/screenshots.sh docs/screenshots

# A Debian package with all that it needs in it or named: .build/package/explore_*.deb.
package:
	@Tools/install.sh build package
	@Tools/vendor.sh
	@Tools/package.sh

# Installs the package into a fresh Debian, and starts it there as the unit does; needs root.
package-check: package
	@Tools/package-check.sh .build/package/explore_*.deb

# The example for nginx, run as it stands but for names and ports, before the release program.
nginx-check: build
	@Tools/install.sh package
	@python3 -B Tools/nginx-check.py $(EXPLORE)

clean:
	@rm -rf .build .build-* .venv .vendor Sources/Viewer/bundles Sources/Viewer/vendor

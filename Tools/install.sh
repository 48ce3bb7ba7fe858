#!/usr/bin/env bash
# Installs the Debian packages that are missing for the purposes named: build, test, bench, ceph, package. Prints what it installs
# and uses sudo only when not root. Does nothing, quickly, when nothing is missing.
set -euo pipefail

build=(libvips-dev libpango1.0-dev libcairo2-dev libjpeg62-turbo-dev libtiff-dev libsqlite3-dev libssl-dev libexpat1-dev zlib1g-dev pkg-config ca-certificates python3 python3-venv python3-pip fonts-ebgaramond esbuild)
test=(chromium chromium-headless-shell nodejs node-typescript libvips-tools liblcms2-utils libmagic1 curl jq fonts-dejavu-core fonts-droid-fallback fonts-lohit-deva poppler-utils qpdf
    swift-proxy swift-account swift-container swift-object memcached nginx-light)
bench=(libvips-tools nginx-light iipimage-server wrk nghttp2-client openssl curl util-linux sqlite3 awscli)
ceph=(radosgw ceph-mon ceph-osd ceph-common)
package=(prometheus dpkg-dev binutils lintian debootstrap systemd openssl nginx-light curl python3)

if ! command -v swift >/dev/null; then
    echo "install: no 'swift' on the PATH, expected a Swift 6 toolchain (https://www.swift.org/install/linux/)" >&2
    exit 2
fi

wanted=()
for purpose in "$@"; do
    case "$purpose" in
    build) wanted+=("${build[@]}") ;;
    test) wanted+=("${test[@]}") ;;
    bench) wanted+=("${bench[@]}") ;;
    ceph) wanted+=("${ceph[@]}") ;;
    package) wanted+=("${package[@]}") ;;
    *)
        echo "install: the purpose is '$purpose', expected build, test, bench, ceph or package" >&2
        exit 2
        ;;
    esac
done

there=$(dpkg-query --show --showformat='${Package} ${db:Status-Status}\n' "${wanted[@]}" 2>/dev/null || true)
missing=()
for package in "${wanted[@]}"; do
    grep --quiet --line-regexp "$package installed" <<<"$there" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "install: missing ${missing[*]}; install them as root: apt-get install ${missing[*]}" >&2
        exit 2
    }
    root=(sudo)
fi
echo "install: from Debian: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { "${root[@]}" apt-get update &&
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
    >"$log" 2>&1; then
    cat "$log" >&2
    exit 2
fi

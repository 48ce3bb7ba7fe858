#!/usr/bin/env bash
# Tests the package with lintian, checks its unit, and installs it into minimal Debian 12 and Debian 13 systems, where it starts
# the server as the unit does, opens the sample and requests a tile. Needs root to create the systems. Tools/package-check.sh
# PACKAGE
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(readlink -f "$1")
[ "$(id -u)" -eq 0 ] || {
    echo "package-check: needs root, for debootstrap and chroot" >&2
    exit 2
}

work=$(mktemp -d /var/tmp/explore-package-XXXXXX)
debian=
server=
leave() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$debian" ] || umount "$debian/proc" "$debian/dev" 2>/dev/null || true
    rm -rf --one-file-system "$work"
}
trap leave EXIT
say() { echo "package-check: $1"; }
fail() {
    echo "package-check: $1" >&2
    [ ! -s "$work/log" ] || tail -20 "$work/log" >&2
    exit 1
}

# Whether standard input contains a matching line. Reads to the end, because a writer fails if its pipe is closed early.
has() { grep "$@" >/dev/null; }

lintian --fail-on error --tag-display-limit 0 "$package" >"$work/lintian" 2>/dev/null || fail "lintian: $(cat "$work/lintian")"
say "lintian: no error, $(grep -c '^W:' "$work/lintian" || true) warnings"

# The mirror that this machine installs its packages from.
mirror=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null | head -1 | tr -d ' ' || true)

# Installs the package into a fresh Debian, serves from it, and removes it again: check SUITE NUMBER
check() {
    local suite=$1 number=$2
    debian=$work/$suite
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$debian" "${mirror:-http://deb.debian.org/debian}" \
        >"$work/log" 2>&1 || fail "debootstrap of $suite"
    mount -t proc proc "$debian/proc"
    mount --bind /dev "$debian/dev"
    cp /etc/resolv.conf "$debian/etc/" 2>/dev/null || true
    for file in /etc/apt/apt.conf /etc/apt/apt.conf.d/*proxy* /usr/local/share/ca-certificates/*; do
        [ ! -e "$file" ] || cp --parents "$file" "$debian/"
    done
    printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"
    chmod 755 "$debian/usr/sbin/policy-rc.d"
    cp "$package" "$debian/root/explore.deb"
    inside() { chroot "$debian" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
    # An array rather than a function, so that the background process is the server itself.
    user=(chroot --userspec=explore:explore "$debian" env -i PATH=/usr/bin:/bin LC_ALL=C.UTF-8)
    { inside apt-get update && inside apt-get install -y --no-install-recommends /root/explore.deb; } >"$work/log" 2>&1 ||
        fail "the package does not install into Debian $number"
    say "installed into a fresh Debian $number: $(inside dpkg-query -W -f '${Package} ${Version}' explore), with $(wc -l < <(inside dpkg-query -W)) packages in all"

    [ "$(stat -c '%U:%a' "$debian/etc/explore/explore.toml")" = root:644 ] || fail "the rights of explore.toml"
    inside stat -c '%U:%G:%a' /var/lib/explore | has -x 'explore:explore:750' || fail "the rights of /var/lib/explore"
    zcat "$debian/usr/share/man/man1/explore.1.gz" | has 'explore backup save' || fail "the manual page"
    for page in $(inside explore help add | grep -o 'docs/[a-z-]*\.md') docs/backups.md; do
        [ -s "$debian/usr/share/doc/explore/${page#docs/}" ] || fail "$page, to which the help or the runbook refers"
    done

    # As an administrator would, and then as the unit does: with its user, settings and command.
    "${user[@]}" explore add /usr/share/explore/magna-carta --library /var/lib/explore >"$work/log" 2>&1 || fail "add"
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    command=$(sed -n 's/^ExecStart=//p' "$debian/lib/systemd/system/explore.service")
    # shellcheck disable=SC2086
    "${user[@]}" EXPLORE_CONFIG=/etc/explore/explore.toml EXPLORE_PORT="$port" VIPS_NOVECTOR=1 $command >"$work/log" 2>&1 &
    server=$!
    ask() { curl --silent --show-error --fail --max-time 10 "http://127.0.0.1:$port$1" "${@:2}"; }
    for _ in $(seq 100); do
        ask /health/ready >/dev/null 2>&1 && break
        sleep 0.1
    done
    ask /health/ready | has '"ready"' || fail "the server is not ready"
    ask /documents/magna-carta | has '<html' || fail "the viewer's page"
    ask /viewer/app/document.js | has import || fail "the viewer's files"
    ask /dzi/magna-carta-1_files/10/1_1.jpg --output "$work/tile.jpg"
    [ "$(head -c 3 "$work/tile.jpg" | od -An -tx1 | tr -d ' ')" = ffd8ff ] || fail "the tile is no JPEG"
    ask '/iiif/3/magna-carta-1/100,100,1000,1000/300,/0/default.png' --output "$work/region.png"
    [ "$(head -c 4 "$work/region.png" | tail -c 3)" = PNG ] || fail "the region is no PNG"
    ask '/api/documents/magna-carta/at?x=3000&y=4000' | has '"42"' || fail "the clause at a point"
    ask /metrics | has '^explore_requests_total' || fail "the metrics"
    say "the server of the unit serves the sample: page, tile of $(stat -c %s "$work/tile.jpg") bytes, region, clause, metrics"
    "${user[@]}" EXPLORE_CONFIG=/etc/explore/explore.toml EXPLORE_PORT="$port" explore doctor || fail "doctor finds something wrong"
    kill -TERM "$server"
    wait "$server" || fail "the server ended with status $?"
    server=

    { inside apt-get remove -y explore && inside apt-get purge -y explore; } >"$work/log" 2>&1 || fail "the package does not go"
    [ ! -e "$debian/etc/explore" ] && [ ! -e "$debian/usr/lib/explore" ] || fail "purge leaves files behind"
    [ -e "$debian/var/lib/explore/library.sqlite" ] || fail "purge took the library"
    say "Debian $number: purged; the library is still there"
    umount "$debian/proc" "$debian/dev"
}
check bookworm 12
check trixie 13

# Validates the unit with systemd, with the package's files in place.
unit=$work/unit
mkdir -p "$unit"
dpkg-deb -x "$package" "$unit"
systemd-analyze security --offline=true --no-pager --threshold=20 "$unit/lib/systemd/system/explore.service" >"$work/security" ||
    fail "systemd-analyze security: $(tail -1 "$work/security")"
say "$(grep 'Overall exposure' "$work/security" | sed 's/^[^A-Za-z]*//')"
sed "s|^ExecStart=/usr/bin|ExecStart=$unit/usr/bin|" "$unit/lib/systemd/system/explore.service" >"$work/explore.service"
systemd-analyze verify --man=no "$work/explore.service" 2>&1 | tee "$work/log" | has . && fail "systemd-analyze verify"
say "systemd-analyze verify: nothing"

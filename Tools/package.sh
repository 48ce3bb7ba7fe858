#!/usr/bin/env bash
# Builds .build/package/explore_VERSION_ARCHITECTURE.deb, with the Swift runtime linked into the program, twice, and fails unless
# the results are identical. PROGRAM=path packages an existing program, with the resources beside it.
set -euo pipefail
cd "$(dirname "$0")/.."

program=${PROGRAM:-.build/static/release/explore}
if [ -z "${PROGRAM:-}" ]; then
    Tools/bundle.sh
    swift build -c release --static-swift-stdlib --scratch-path .build/static --product explore
fi
resources=$(dirname "$program")/explore_Viewer.resources

# All times in the package are that of the latest commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC
version="$("$program" --version)-1"
architecture=$(dpkg --print-architecture)
output=.build/package
name=explore_${version}_$architecture.deb
mkdir -p "$output"

# pack FILE: lays the package out in a new folder and creates FILE from it.
pack() {
    local stage root document
    stage=$(mktemp -d)
    root=$stage/root
    document=$root/usr/share/doc/explore
    umask 022
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/lib/explore" "$root/lib/systemd/system" "$root/etc/explore" \
        "$root/usr/share/man/man1" "$root/usr/share/lintian/overrides" "$document/examples" "$root/usr/share/explore" "$stage/debian"

    # The program finds its resources beside itself, also through the link in /usr/bin.
    install -m 755 "$program" "$root/usr/lib/explore/explore"
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "$root/usr/lib/explore/explore"
    cp -rL "$resources" "$root/usr/lib/explore/"
    ln -s ../lib/explore/explore "$root/usr/bin/explore"

    install -m 644 packaging/explore.service "$root/lib/systemd/system/"
    install -m 644 packaging/explore.toml "$root/etc/explore/"
    cp -r data/magna-carta "$root/usr/share/explore/"
    # All pages: the runbook and the program's help refer to them.
    install -m 644 packaging/copyright docs/*.{md,html,rng} "$document/"
    cat >"$root/usr/share/lintian/overrides/explore" <<'END'
explore: initial-upload-closes-no-bugs
# swift-nio-extras, which is linked into the program, embeds its own zlib.
explore: embedded-library zlib *
END
    install -m 644 packaging/nginx{,-replicas}.conf packaging/prometheus/alerts.yml packaging/grafana/explore.json "$document/examples/"
    python3 -B Tools/manual.py "$program" "$(date -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" |
        gzip -9n >"$root/usr/share/man/man1/explore.1.gz"
    # Licences and notices of everything linked into the program.
    mkdir "$document/licenses"
    local checkouts text
    checkouts=$(dirname "$(dirname "$program")")/checkouts
    [ -d "$checkouts" ] || checkouts=.build/checkouts
    for text in "$checkouts"/*/{LICENSE,NOTICE}*; do
        install -m 644 "$text" "$document/licenses/$(basename "$(dirname "$text")")-$(basename "$text" .txt).txt"
    done
    gzip -9n <CHANGELOG.md >"$document/changelog.gz"
    printf 'explore (%s) bookworm; urgency=medium\n\n  * See changelog.gz.\n\n -- %s  %s\n' "$version" \
        "$(sed -n 's/^Maintainer: //p' packaging/control.in)" "$(date -R -d "@$SOURCE_DATE_EPOCH")" |
        gzip -9n >"$document/changelog.Debian.gz"
    find "$root" -type d -exec chmod 755 {} +
    find "$root/usr/share" "$root/usr/lib/explore/"*.resources "$root/etc" -type f -exec chmod 644 {} +

    # The dependencies, determined from the symbols that the program uses; libvips is loaded at run time.
    printf 'Source: explore\n\nPackage: explore\nArchitecture: any\n' >"$stage/debian/control"
    local depends size
    depends=$(cd "$stage" && dpkg-shlibdeps -O root/usr/lib/explore/explore | sed -n 's/^shlibs:Depends=//p')
    size=$(find "$root" -path "$root/DEBIAN" -prune -o -type f -printf '%s\n' |
        awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
    sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" \
        -e "s/@SIZE@/$size/" packaging/control.in >"$root/DEBIAN/control"
    echo /etc/explore/explore.toml >"$root/DEBIAN/conffiles"
    for script in postinst prerm postrm; do install -m 755 "packaging/$script" "$root/DEBIAN/$script"; done
    (cd "$root" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum) \
        >"$root/DEBIAN/md5sums"
    chmod 644 "$root/DEBIAN/md5sums" "$root/DEBIAN/conffiles" "$root/DEBIAN/control"

    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$root" "$1" >/dev/null
    rm -rf "$stage"
}

pack "$output/$name"
pack "$output/again.deb"
cmp "$output/$name" "$output/again.deb"
rm "$output/again.deb"
echo "$output/$name: $(stat -c %s "$output/$name") bytes, SHA-256 $(sha256sum "$output/$name" | cut -d' ' -f1), the same twice"

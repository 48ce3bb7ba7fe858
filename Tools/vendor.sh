#!/usr/bin/env bash
# Fetches the viewer's third-party files, which are not in this repository, by exact version and SHA-256:
#
#   OpenSeadragon 6.1.1     BSD-3-Clause   (inside the source distribution of openslide-python)
#   Font Awesome Free 6.6   CC BY 4.0      (the icons of Tools/icons.txt)
#   EB Garamond             OFL-1.1        (Debian's fonts-ebgaramond, reduced to Latin, as woff2)
#
# into Sources/Viewer/vendor/, which git ignores; and for Tests/InteroperabilityTests, into .vendor/:
#
#   iiif-validator 1.0.5    Apache-2.0
#   OpenSeadragon 6.1.1     complete, as published, with the parts that the viewer's copy omits
#
#   Tools/vendor.sh           does nothing, quickly, when nothing is missing
#   Tools/vendor.sh tests     also installs the requirements of the Python tests into .venv and .vendor
#   Tools/vendor.sh bench     also installs the libraries that Benchmarks/index compares with
#
# PYTHON names the interpreter that creates .venv (python3 by default).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
vendor=$root/Sources/Viewer/vendor
venv=$root/.venv
peers=$root/.vendor/interoperability
fonts=${EXPLORE_FONTS:-/usr/share/fonts/opentype/ebgaramond}
font_notice=/usr/share/doc/fonts-ebgaramond/copyright

openslide_python='openslide-python==1.4.7'
openslide_python_sha256=730fed798de683b00c8ef4d956f3d429cc02f2c449eb0d58944e1769ba7983cc
openseadragon_version=6.1.1
iiif_validator='iiif-validator==1.0.5'
iiif_validator_sha256=c8a5faee9561166827868ed1212525fc98995d2ef993def601854f3b1ab1c8c3
fontawesome='fontawesomefree==6.6.0'
fontawesome_sha256=599b574431c9bd92ed5fc054d1045a07c42335da36c17884f2b934755eef9089

fail() {
    echo "vendor.sh: $*" >&2
    exit 2
}

digest() {
    cat "$@" | sha256sum | cut -d ' ' -f 1
}

# Installs the pinned packages of a requirements file once. The stamp contains the file's digest.
install() {
    local file=$1 stamp
    stamp=$venv/.stamp-$(digest "$file")
    [ -e "$stamp" ] && return
    if [ ! -x "$venv/bin/python" ]; then
        "${PYTHON:-python3}" -m venv "$venv" ||
            fail "cannot make $venv: Debian's python3-venv is needed"
    fi
    echo "vendor.sh: installing ${file#"$root"/} into .venv"
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        --requirement "$file"
    touch "$stamp"
}

# Downloads a package by version and digest; pip rejects a file that does not match.
download() {
    local requirement=$1 sha256=$2 folder=$3
    shift 3
    printf '%s --hash=sha256:%s\n' "$requirement" "$sha256" >"$folder/requirement.txt"
    "$venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps --no-build-isolation \
        --require-hashes --requirement "$folder/requirement.txt" --dest "$folder" "$@"
}

# Removes the parts of OpenSeadragon that the viewer never uses. It is forty concatenated files; other drawers, other servers'
# tiles, and its own buttons and strips are a quarter of what a reader would have to download.
without_unused_parts() {
    "$venv/bin/python" -c '
import re, sys

unused = """Navigator IIIFTileSource IIPTileSource IrisTileSource OsmTileSource TmsTileSource ZoomifyTileSource
    LegacyTileSource ImageTileSource DziTileSource DisplayRect TileSourceCollection Overlay Button ButtonGroup
    ReferenceStrip HTMLDrawer WebGLDrawer""".split()
parts = re.split(r"(?<=[)}]\(OpenSeadragon\)\);)", sys.stdin.read())
for name in unused:
    defines = re.compile(r"(?:\$|OpenSeadragon)\.%s=(?:function|class|%s;)" % (name, name))
    found = [part for part in parts if defines.search(part)]
    if len(found) != 1:
        sys.exit(f"vendor.sh: openseadragon.js: {name} is defined in {len(found)} parts, expected one")
    parts.remove(found[0])
print("".join(parts), end="")
'
}

# Unpacks the published OpenSeadragon and prints the folder.
published_openseadragon() {
    local work=$1 folder
    download "$openslide_python" "$openslide_python_sha256" "$work" --no-binary :all:
    tar -xzf "$work"/openslide_python-*.tar.gz -C "$work"
    folder=$(echo "$work"/openslide_python-*/examples/deepzoom)
    head -n 1 "$folder/static/openseadragon.js" | grep -qx "//! openseadragon $openseadragon_version" ||
        fail "openseadragon.js: expected version $openseadragon_version"
    echo "$folder"
}

openseadragon() {
    local work=$1 out=$2 folder
    folder=$(published_openseadragon "$work")
    {
        grep -m 5 '^//!' "$folder/static/openseadragon.js"
        "$venv/bin/python" -m rjsmin <"$folder/static/openseadragon.js" | without_unused_parts
    } >"$out/openseadragon.js"
    cp "$folder/licenses/LICENSE.openseadragon" "$out/licenses/openseadragon.txt"
}

icons() {
    local work=$1 out=$2
    download "$fontawesome" "$fontawesome_sha256" "$work" --only-binary :all:
    "$venv/bin/python" - "$work" "$out" "$root/Tools/icons.txt" <<'PYTHON'
import pathlib, sys, zipfile

work, out, names = (pathlib.Path(argument) for argument in sys.argv[1:])
base = "fontawesomefree/static/fontawesomefree/"
wanted = [line.strip() for line in names.read_text().splitlines() if line.strip() and not line.startswith("#")]
with zipfile.ZipFile(next(work.glob("fontawesomefree-*.whl"))) as wheel:
    members = set(wheel.namelist())
    for name in wanted:
        member = f"{base}svgs/solid/{name}.svg"
        if member not in members:
            sys.exit(f"vendor.sh: {names.name}: {name}: expected a solid icon of Font Awesome Free 6.6.0")
        (out / "icons" / f"{name}.svg").write_bytes(wheel.read(member))
    (out / "licenses" / "fontawesome.txt").write_bytes(wheel.read(base + "LICENSE.txt"))
PYTHON
}

# Several files per style, so that a page in English or French fetches only the small one: Latin-1 with punctuation; the rest of
# Latin with combining marks and the abbreviation signs of charters (Latin Extended-D); Greek. Without hints, which today's
# screens do not need, they are a sixth smaller.
fonts() {
    local out=$1 style part
    local -A unicodes=(
        [latin]=U+0020-007E,U+00A0-00FF,U+0131,U+0152-0153,U+0178,U+2010-2027,U+202F-203A,U+20AC,U+2190-2193,U+2212
        [extended]=U+0100-0130,U+0132-0151,U+0154-0177,U+0179-024F,U+02BC,U+02C6-02DD,U+0300-036F,U+1E00-1EFF
        [greek]=U+0370-03FF,U+1F00-1FFF
    )
    unicodes[extended]+=,U+203B-206F,U+2070-209F,U+2116,U+2122,U+A720-A7FF,U+FB00-FB06
    for style in Regular Italic Bold; do
        for part in latin extended greek; do
            "$venv/bin/pyftsubset" "$fonts/EBGaramond12-$style.otf" --unicodes="${unicodes[$part]}" --flavor=woff2 \
                --layout-features=ccmp,locl,mark,mkmk,kern,liga,calt,onum,lnum,pnum,tnum,smcp,case --no-hinting \
                --desubroutinize --drop-tables+=FFTM \
                --output-file="$out/fonts/eb-garamond-${style,,}-$part.woff2"
        done
    done
    cp "$font_notice" "$out/licenses/eb-garamond.txt"
}

# The third-party programs used to test the server's interoperability.
interoperability() {
    local stamp work folder
    stamp=$(digest "${BASH_SOURCE[0]}" "$root/Tools/requirements.txt")
    [ "$(cat "$peers/stamp" 2>/dev/null || true)" = "$stamp" ] && return
    # pip builds a source distribution's metadata, which requires the build backend.
    install "$root/Tools/requirements.txt"
    echo "vendor.sh: fetching $iiif_validator and OpenSeadragon $openseadragon_version, whole"
    work=$(mktemp -d)
    mkdir -p "$work/openseadragon" "$work/validator" "$work/peers"
    folder=$(published_openseadragon "$work/openseadragon")
    cp "$folder/static/openseadragon.js" "$folder/licenses/LICENSE.openseadragon" "$work/peers"
    download "$iiif_validator" "$iiif_validator_sha256" "$work/validator" --no-binary :all:
    tar -xzf "$work"/validator/iiif?validator-*.tar.gz -C "$work/validator"
    mv "$work"/validator/iiif?validator-*/ "$work/peers/iiif-validator"
    echo "$stamp" >"$work/peers/stamp"
    rm -rf "$peers"
    mkdir -p "$(dirname "$peers")"
    mv "$work/peers" "$peers"
    rm -rf "$work"
}

for purpose in "$@"; do
    case "$purpose" in
    tests)
        install "$root/Tests/BrowserTests/requirements.txt"
        install "$root/Tests/InteroperabilityTests/requirements.txt"
        interoperability
        ;;
    bench) install "$root/Benchmarks/index/requirements.txt" ;;
    *) fail "the purpose is '$purpose', expected tests or bench" ;;
    esac
done

for style in Regular Italic Bold; do
    [ -e "$fonts/EBGaramond12-$style.otf" ] ||
        fail "$fonts/EBGaramond12-$style.otf: not found; expected Debian's fonts-ebgaramond"
done
stamp=$(digest "${BASH_SOURCE[0]}" "$root/Tools/icons.txt" "$root/Tools/requirements.txt" "$fonts"/EBGaramond12-*.otf)
[ "$(cat "$vendor/stamp" 2>/dev/null || true)" = "$stamp" ] && exit 0

install "$root/Tools/requirements.txt"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/openseadragon" "$work/fontawesome" "$work/vendor/icons" "$work/vendor/fonts" "$work/vendor/licenses"
echo "vendor.sh: fetching OpenSeadragon $openseadragon_version, Font Awesome Free 6.6.0; cutting EB Garamond"
openseadragon "$work/openseadragon" "$work/vendor"
icons "$work/fontawesome" "$work/vendor"
fonts "$work/vendor"
rm -rf "$vendor"
mkdir -p "$(dirname "$vendor")"
mv "$work/vendor" "$vendor"
echo "$stamp" >"$vendor/stamp"

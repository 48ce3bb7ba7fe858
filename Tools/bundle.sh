#!/usr/bin/env bash
# Bundles the viewer's files for its pages with Debian's esbuild into Sources/Viewer/bundles/, which git ignores:
#
#   document.js, library.js, docs.js, access.js, editor.js, new.js, capture.js   the modules of one page
#   books.js, captures.js, comparing.js, content-target.js, download.js, glossary.js, linked.js, listening.js, notes.js, tours.js,
#   worksheet.js
#                                                 parts of pages that are loaded on demand (base/load-module.js)
#   site-document.js, site-library.js             the same for static sites, which read responses from files
#   documents.js, word-index.js                   parts of site-document.js that are loaded on demand
#   document.css                                  the styles of a document's page with their icons; inlined into it
#   features.css                                  the styles that the page requests after its first view
#   openseadragon.js                              minified
#   stamp                                         a digest of all source files (ViewerBundle.swift)
#
# Does nothing, and quickly, when nothing has changed.
set -euo pipefail
cd "$(dirname "$0")/../Sources/Viewer"

stamp=$(find . -mindepth 2 -type f \( -name '*.js' -o -name '*.css' \) -not -path './bundles/*' -printf '%P\n' |
    LC_ALL=C sort | xargs sha256sum | sed -E 's/^(.{16}).{48}  /\1 /' | sha256sum | cut -c 1-16)
tool=$(sha256sum ../../Tools/bundle.sh | cut -c 1-16)
[ "$(cat bundles/stamp 2>/dev/null || true)" = "$stamp $tool" ] && exit 0

command -v esbuild >/dev/null || {
    echo "bundle.sh: no 'esbuild' on the PATH; expected Debian's package esbuild (Tools/install.sh build)" >&2
    exit 2
}
work=$(mktemp -d bundles.XXXXXX)
trap 'rm -rf "$work"' EXIT
flags=(--log-level=warning --minify --charset=utf8 --target=es2022)
modules=("${flags[@]}" --bundle --format=esm)
for page in document library docs access editor new capture; do
    esbuild "app/$page.js" "${modules[@]}" --outfile="$work/$page.js"
done
on_demand=(--external:./documents.js --external:./word-index.js)
printf 'import "./site/responses.js"; import "./app/document.js";' |
    esbuild "${modules[@]}" "${on_demand[@]}" --outfile="$work/site-document.js"
printf 'import "./site/responses.js"; import "./app/library.js";' | esbuild "${modules[@]}" --outfile="$work/site-library.js"
for module in books/books captures/captures compare/comparing download/download glossary/glossary iiif/content-target linked/linked listening/listening notes/notes site/documents site/word-index \
    tours/tours worksheet/worksheet; do
    esbuild "$module.js" "${modules[@]}" --outfile="$work/${module#*/}.js"
done
# Fonts stay files. Icons, about a dozen per page, are inlined into the style sheet.
for style in theme document menu panel around; do printf '@import "./styles/%s.css";' "$style"; done |
    esbuild --log-level=warning --minify --charset=utf8 --bundle --loader=css --loader:.svg=dataurl '--external:*.woff2' \
        --outfile="$work/document.css"
esbuild styles/features.css --log-level=warning --minify --charset=utf8 --bundle --loader:.svg=dataurl --outfile="$work/features.css"
esbuild vendor/openseadragon.js "${flags[@]}" --outfile="$work/openseadragon.js"
echo "$stamp $tool" >"$work/stamp"
chmod 755 "$work"
rm -rf bundles
mv "$work" bundles

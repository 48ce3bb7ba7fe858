#!/usr/bin/env bash
# Captures the pictures of the README, docs/editing.md and docs/books.md, and two short recordings, from the running program with
# the sample document: screenshots.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$1
port=${PORT:-18077}
work=$(mktemp -d)
server=
cleanup() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT

serve() {
    .build/release/explore serve --library "$work/library" --port "$port" "$@" >"$work/log" 2>&1 &
    server=$!
    until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health/ready"; do
        kill -0 "$server" || { cat "$work/log" >&2; exit 2; }
        sleep 0.1
    done
}
# Stacks frames vertically, which WebP reads as an animation with ROWS rows per frame: film FRAMES SCALE ROWS QUALITY FILE
film() {
    local frames=("$1"/*.jpg)
    vips arrayjoin "${frames[*]}" "$work/film.v" --across 1
    vips resize "$work/film.v" "$work/small.v" "$2"
    vips webpsave "$work/small.v" "$5" --page-height "$3" --Q "$4" --effort 6 --strip
}

.build/release/explore add data/magna-carta --library "$work/library"
serve
.venv/bin/python Tests/BrowserTests/screenshots.py "http://127.0.0.1:$port" "$work/pictures" light
mkdir -p "$folder"
vips copy "$work/pictures/1180x820-plain.png" "$folder/tablet.jpg[Q=88,strip]"
vips copy "$work/pictures/390x844-clause.png" "$folder/phone.jpg[Q=88,strip]"
vips copy "$work/pictures/1440x900-clause.png" "$folder/desktop.jpg[Q=88,strip]"
vips copy "$work/pictures/1180x820-curtain.png" "$folder/curtain.jpg[Q=88,strip]"
vips copy "$work/pictures/1440x900-list.png" "$folder/list.jpg[Q=88,strip]"

.venv/bin/python Tests/BrowserTests/recording.py "http://127.0.0.1:$port" "$work/frames"
film "$work/frames" 0.8 640 55 "$folder/recording.webp"
kill "$server"
wait "$server" || true

# From a photograph to a document. The upper lines of the sample serve as the photograph.
vips crop data/magna-carta/scan.jpg "$work/upper.v" 0 300 6000 4000
vips resize "$work/upper.v" "$work/photograph.jpg" 0.5
serve --edit
.venv/bin/python Tests/BrowserTests/making_recording.py "http://127.0.0.1:$port" "$work/photograph.jpg" "$work/making"
film "$work/making" 0.7 490 50 "$folder/making.webp"

.venv/bin/python Tests/BrowserTests/editing_pictures.py "$folder"
.venv/bin/python Tests/BrowserTests/book_pictures.py "$folder"

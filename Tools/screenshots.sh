#!/usr/bin/env bash
# The pictures of the README and of docs/editing.md, and a short recording, of the running program with the sample document:
# screenshots.sh FOLDER
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

.build/release/explore add data/magna-carta --library "$work/library"
.build/release/explore serve --library "$work/library" --port "$port" >"$work/log" 2>&1 &
server=$!
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/health/ready"; do
    kill -0 "$server" || { cat "$work/log" >&2; exit 2; }
    sleep 0.1
done
.venv/bin/python Tests/BrowserTests/screenshots.py "http://127.0.0.1:$port" "$work/pictures" light
mkdir -p "$folder"
vips copy "$work/pictures/1180x820-plain.png" "$folder/tablet.jpg[Q=88,strip]"
vips copy "$work/pictures/390x844-clause.png" "$folder/phone.jpg[Q=88,strip]"
vips copy "$work/pictures/1440x900-clause.png" "$folder/desktop.jpg[Q=88,strip]"
vips copy "$work/pictures/1440x900-list.png" "$folder/list.jpg[Q=88,strip]"

# One frame below the other, which WebP takes for a film of so many rows a frame.
.venv/bin/python Tests/BrowserTests/recording.py "http://127.0.0.1:$port" "$work/frames"
frames=("$work"/frames/*.jpg)
vips arrayjoin "${frames[*]}" "$work/film.v" --across 1
vips resize "$work/film.v" "$work/small.v" 0.8
vips webpsave "$work/small.v" "$folder/recording.webp" --page-height 640 --Q 55 --effort 6 --strip

.venv/bin/python Tests/BrowserTests/editing_pictures.py "$folder"

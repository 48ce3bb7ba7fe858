#!/usr/bin/env bash
# Builds the viewer's bundles, then runs `swift build` without its warnings about files in other packages: Tools/build.sh
# [FLAG...]
set -euo pipefail
cd "$(dirname "$0")/.."

Tools/bundle.sh

# Such a warning is followed by an indented list of files. Progress goes to the terminal unfiltered.
{ swift build "$@" 2>&1 >&3 | awk "
    /^warning: '[^']+': found [0-9]+ file\\(s\\) which are unhandled/ { isOthers = 1; next }
    isOthers && /^    / { next }
    { isOthers = 0; print; fflush() }" >&2; } 3>&1

#!/usr/bin/env bash
# The viewer's bundles, then `swift build` without what it says of files in the packages of others: Tools/build.sh [FLAG...]
set -euo pipefail
cd "$(dirname "$0")/.."

Tools/bundle.sh

# Such a warning is followed by the files, which are indented. Progress goes to the terminal as it is.
{ swift build "$@" 2>&1 >&3 | awk "
    /^warning: '[^']+': found [0-9]+ file\\(s\\) which are unhandled/ { isOthers = 1; next }
    isOthers && /^    / { next }
    { isOthers = 0; print; fflush() }" >&2; } 3>&1

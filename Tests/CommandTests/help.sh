#!/usr/bin/env bash
# Writes help.txt, the help of every command of the given program, and the table of docs/configuration.md.
set -euo pipefail
program=$1
export COLUMNS=80
commands=$("$program" help | sed -n '/^SUBCOMMANDS:/,$p' | grep -oE '^  [a-z]+' | tr -d ' ')
for command in "" $commands; do
    echo "\$ explore help $command"
    # shellcheck disable=SC2086
    "$program" help $command
    echo
done >"$(dirname "$0")/help.txt"

page=$(dirname "$0")/../../docs/configuration.md
rows=$(env -i PATH="$PATH" "$program" serve --print-settings-table)
{
    sed -n '1,/^|---|/p' "$page"
    echo "$rows"
    sed '1,/^|---|/d' "$page" | sed '/^| `--/d'
} >"$page.new"
mv "$page.new" "$page"

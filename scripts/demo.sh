#!/usr/bin/env bash
# Shows the main job: coins for many users from a spreadsheet, exactly once, and a look into a wallet.
set -euo pipefail
cd "$(dirname "$0")/.."
qix=$(realpath "${1:-.build/release/qix}")
QIX_HOME=$(mktemp -d)
export QIX_HOME
trap 'rm -rf "$QIX_HOME"' EXIT

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
run() {
  printf '$ qix'
  printf ' %s' "$@"
  printf '\n'
  "$qix" "$@"
}

say "A home of its own, with an empty ledger"
run init
say "Coins for everybody in a spreadsheet; users that are new are made"
run coins issue --file data/grants.csv --create-users
say "The same file again: each line has a key, so nothing is given twice"
run coins issue --file data/grants.csv --create-users
say "What one user has, and until when"
run wallet show shop-4711
say "The whole ledger recomputed and compared"
run coins verify

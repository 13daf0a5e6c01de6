#!/usr/bin/env bash
# order.sh PROGRAM: writes scripts/order.txt, the functions of typical short commands in the order of their first call.
#
# The linker lays them side by side in the release, so that a start maps a few pieces of the program instead of a
# hundred (docs/decisions/0020-start-up.md). A name that is gone does no harm, and a new one lies where it would have
# lain without the list; so this is run when starts are measured, not with each change. It takes Debian's valgrind.
set -euo pipefail
cd "$(dirname "$0")/.."

program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export QIX_HOME=$work/home QIX_CONFIG=$work/none

trace() {
  valgrind --tool=callgrind --demangle=no --callgrind-out-file="$work/$1.trace" "$program" "${@:2}" >/dev/null 2>&1
}

"$program" init --quiet >/dev/null
"$program" user create --external-id ada --quiet >/dev/null
trace 1 --version
trace 2 wallet show ada
trace 3 coins issue --to ada --amount 5 --idempotency-key first --quiet
trace 4 coins redeem --from ada --amount 1 --idempotency-key second --quiet
trace 5 user show ada

# Only functions of the program itself; those of recursions have a number behind them.
awk -v program="$program" '
  { head = $0; sub(/=.*/, "", head); rest = substr($0, length(head) + 2) }
  head ~ /^c?(ob|fn)$/ {
    kind = head; sub(/^c/, "", kind)
    number = rest; sub(/ .*/, "", number)
    if (rest ~ / /) { name = rest; sub(/^[^ ]* /, "", name); names[FILENAME kind number] = name }
    name = names[FILENAME kind number]
    if (head == "ob") object = name
    if (head == "fn" && object == program) {
      sub(/\x27[0-9]+$/, "", name)
      if (name !~ /^(0x|\(below)/ && !seen[name]++) print name
    }
  }' "$work"/[1-5].trace >"$work/order.txt"
(($(wc -l <"$work/order.txt") > 1000)) || {
  echo "order: $program has no symbols: give the one that make release has built" >&2
  exit 1
}
mv "$work/order.txt" scripts/order.txt
echo "order: $(wc -l <scripts/order.txt) functions"

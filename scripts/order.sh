#!/usr/bin/env bash
# order.sh PROGRAM: writes scripts/order.txt, the functions of typical short commands in the order of their first call,
# and a variable of each object file that has any.
#
# The linker lays the functions side by side in the release, so that a start maps a few pieces of the program instead of
# a hundred (docs/decisions/0020-start-up.md). An object file's variables lie together; those that hold no address come
# first, and then those that hold few: the loader fills addresses in at each start, and copies each page that has one. A
# name that is gone does no harm, and a new one lies where it would have
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
functions=$(wc -l <"$work/order.txt")

# Addresses for each byte of .data, and a name that no other object file has.
find "$(dirname "$program")" -path '*Tests.build' -prune -o -name '*.swift.o' -print | LC_ALL=C sort |
  while read -r object; do
    readelf -SWrs "$object" 2>/dev/null | LC_ALL=C awk -v object="$object" '
      function hex(text,  i, value) {
        for (i = 1; i <= length(text); i++) value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
        return value
      }
      /^ *\[ *[0-9]+\] \.data +PROGBITS/ { sub(/^ *\[ */, ""); place = $1 + 0; size = hex($6) }
      /^Relocation section/ { inside = /\x27\.rela\.data\x27/ }
      inside && /R_X86_64_64/ { addresses++ }
      place && $4 == "OBJECT" && $7 == place { names[++count] = $8 }
      END { if (size >= 64) for (i = 1; i <= count; i++) printf "%.6f %s %s\n", addresses / size, object, names[i] }'
  done | LC_ALL=C awk '
    { line[NR] = $0; times[$3]++ }
    END {
      for (i = 1; i <= NR; i++) {
        split(line[i], part)
        if (times[part[3]] == 1 && !done[part[2]]++) print part[1], part[3]
      }
    }' | LC_ALL=C sort -s -k1,1n | cut -d' ' -f2 >>"$work/order.txt"
mv "$work/order.txt" scripts/order.txt
echo "order: $functions functions, variables of $(($(wc -l <scripts/order.txt) - functions)) object files"

#!/usr/bin/env bash
# Asks a sample home the questions of docs/support.md, with the tokens of the roles that the guide gives them, and prints a
# table: the question, who answers it, by how many commands, in how many seconds, and what they read at 80 columns.
#
#   scripts/questions.sh [PROGRAM]     the debug build where no program is named
set -euo pipefail
cd "$(dirname "$0")/.."
program=$(realpath "${1:-.build/debug/qix}")
guide=$PWD/docs/support.md

fail() {
  echo "questions: $*" >&2
  exit 1
}
[[ -x $program ]] || fail "there is no program at $program; run make build"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/blocks" "$work/run"
ln -s "$program" "$work/bin/qix"
ln -s "$PWD/data" "$work/run/data"
unset QIX_AS QIX_DISABLE
export PATH="$work/bin:$PATH" QIX_HOME="$work/home" LC_ALL=C.UTF-8 NO_COLOR=1 QIX_PAGER=cat

# Each block of commands goes into a file of its own; its name is the number of the block, a question's title is beside it.
awk -v folder="$work/blocks" '
  /^## / { title = substr($0, 4); isFirst = (title ~ /^[0-9]+\./) }
  /^```sh$/ { name = sprintf("%s/%03d", folder, ++count); inside = 1; printf "" > (name ".sh")
    if (isFirst) { print title > (name ".question"); isFirst = 0 }
    else if (title ~ /^[0-9]+\./) print title > (name ".asked")
    next }
  /^```/ { inside = 0 }
  inside { print > (name ".sh") }
' "$guide"

# The role of the token that the guide acts with by then.
role() {
  env -u QIX_AS qix token list --tsv | awk -F'\t' -v name="$(basename "${QIX_AS:-}" .token)" '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["name"] == name { print $column["role"] }'
}

commands_in() { grep -oE '(^|[ (|])qix ' "$1" | wc -l; }

echo "| Question | Role | Commands | Seconds | What they read |"
echo "|---|---|---|---|---|"
cd "$work/run"
count=0
for block in "$work"/blocks/*.sh; do
  name=${block%.sh}
  if [[ ! -e $name.question ]]; then
    # In this shell, since blocks hand on what they have found by variables; a fault of a block is one of the guide.
    set -a
    # shellcheck source=/dev/null
    source "$block" >"$name.out" 2>"$name.err" || fail "$(cat "$block" "$name.err")"
    set +a
    continue
  fi
  # On a terminal of its own, as the desk reads it.
  started=$(date +%s%N)
  script --quiet --return --command "stty columns 80; bash '$block'" "$name.out" </dev/null >/dev/null ||
    fail "$(cat "$block" "$name.out")"
  seconds=$((($(date +%s%N) - started) / 10000000))
  count=$((count + 1))
  commands=$(commands_in "$block")
  asked=$(grep -lxF "$(cat "$name.question")" "$work"/blocks/*.asked || true)
  if [[ -n $asked ]]; then commands="$commands, and $(commands_in "${asked%.asked}.sh") to ask for it"; fi
  excerpt=$(tr -d '\r' <"$name.out" | grep -vE '^(Script (started|done).*)?$' | head -n 10 | cut -c1-80 | sed 's/|/\\|/g; s/$/<br>/' | tr -d '\n')
  printf '| %s | %s | %s | %d.%02d | %s |\n' "$(cat "$name.question")" "$(role)" "$commands" \
    $((seconds / 100)) $((seconds % 100)) "${excerpt%<br>}"
done
((count >= 20)) || fail "only $count questions were found"
echo
echo "$count questions, each answered by one command of the role support; what has to be asked for besides was run too."

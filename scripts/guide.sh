#!/usr/bin/env bash
# Follows the guide to a shake of one's own (docs/integrators.md) on a copy of the sources, word by word: runs its `sh`
# blocks, applies its `diff` blocks, and looks whether what came of it works and passes the checks of the house.
#
# The copy keeps what it has built in .build/guide: the first time takes as long as a debug build and some, later ones
# what the module and the program take.
#
#   --long     the tests of the catalogue too, and a module that is no shake
#   --prepare  only makes the copy, and builds it as far as no step of the guide changes it
#   --here     in this very checkout, where all is built already: for CI, which has no other use for it afterwards
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:/opt/swift/usr/bin"

isLong=
isPreparing=
isHere=
case ${1-} in
  --long) isLong=1 ;;
  --prepare) isPreparing=1 ;;
  --here) isHere=1 ;;
esac
page=docs/integrators.md
title="## A shake of your own in fifteen minutes"
if [[ -n $isHere ]]; then copy=$PWD; else copy=$PWD/.build/guide; fi
started=$SECONDS

fail() {
  echo "guide: $*" >&2
  exit 1
}

# Files that haven't changed stay as they are, with their times: the compiler goes by them.
list() {
  if git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git ls-files -z --cached --others --exclude-standard
  else
    find . -path ./.build -prune -o -path ./.git -prune -o \( -type f -o -type l \) -printf '%P\0'
  fi
}
refresh() {
  mkdir -p "$copy"
  local changed=() file
  while IFS= read -r -d '' file; do
    if [[ -e $file && (! -e $copy/$file || $file -nt $copy/$file || $file -ot $copy/$file) ]]; then changed+=("$file"); fi
  done < <(list)
  if ((${#changed[@]} > 0)); then printf '%s\0' "${changed[@]}" | xargs -0 cp -pP --parents -t "$copy"; fi
  while IFS= read -r file; do
    if [[ ! -e $file ]]; then rm -f "${copy:?}/$file"; fi
  done < <(cd "$copy" && find . -path ./.build -prune -o -type f -printf '%P\n')
  (cd "$copy" && find . -path ./.build -prune -o -type d -empty -print0 | xargs -0r rmdir -p --ignore-fail-on-non-empty)
}
if [[ -z $isHere ]]; then refresh; fi
rm -rf "$copy/.build/guide-home"

# The section's blocks become one script.
script=$copy/.build/guide-steps
mkdir -p "$copy/.build"
awk -v title="$title" '
  /^## / { inside = ($0 == title) }
  !inside { next }
  /^```sh$/ { kind = "sh"; next }
  /^```diff$/ { kind = "diff"; print "patch --silent -p1 <<\x27END OF PATCH\x27"; next }
  /^```/ { if (kind == "diff") print "END OF PATCH"; kind = ""; next }
  kind != "" { print }
' "$page" >"$script"
[[ -s $script ]] || fail "$page has no steps below '$title'"

cd "$copy"
unset QIX_HOME QIX_AS QIX_DISABLE QIX_SUITES
if [[ -n $isPreparing ]]; then exec swift build --product qix --explicit-target-dependency-import-check error; fi
# What the steps export is for what follows here, too.
set -x
# shellcheck source=/dev/null
source "$script"
{ set +x; } 2>/dev/null

# A place in the page's patch that has moved makes patch(1) keep what was there before.
if [[ -n $(find Plugins Tests -name '*.orig' -print -quit) ]]; then fail "the patch of $page is of another file"; fi
wallet=$(qix wallet show ada --json)
[[ $wallet == *'"balance": 60,'* ]] || fail "ada should have 60 coins: $wallet"
if qix shake coupon --user ada --campaign summer --code QIX-1001 2>/dev/null; then fail "a code counted twice"; fi
qix coins verify --quiet || fail "the ledger isn't whole"
scripts/check.sh

if [[ -n $isLong ]]; then
  qix plugin new Bonuses --kind feature
  export QIX_SUITES=CouponShakeTests,BonusesTests,CatalogTests
  swift build --build-tests --explicit-target-dependency-import-check error
  swift test --skip-build --disable-xctest --filter 'CouponShakeTests|BonusesTests'
  QIX_RECORD=1 swift test --skip-build --disable-xctest --filter CatalogTests >/dev/null || true
  swift test --skip-build --disable-xctest --filter CatalogTests
  scripts/check.sh
fi
echo "guide: all of it works, in $((SECONDS - started)) s"

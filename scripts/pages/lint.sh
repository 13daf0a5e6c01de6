#!/usr/bin/env bash
# Lints the scripts of web pages and their tests (oxlint), and checks the types of the former, which are in JSDoc (deno).
# Takes what scripts/pages/tools.sh has made.
set -euo pipefail
cd "$(dirname "$0")/../.."
tools=$PWD/.build/pages-tools/bin

shopt -s nullglob
pages=(Sources/Faces/QixPages/Pages Plugins/*/Pages)
mapfile -t scripts < <(find "${pages[@]}" -name '*.js' 2>/dev/null | sort)
((${#scripts[@]} > 0)) || exit 0
status=0
"$tools/oxlint" --config scripts/pages/oxlint.json --deny-warnings "${pages[@]}" Tests/PagesTests || status=1
# Nothing is fetched, and nothing kept outside of .build.
DENO_DIR=$PWD/.build/deno DENO_NO_UPDATE_CHECK=1 DENO_NO_PACKAGE_JSON=1 NO_COLOR=1 \
  "$tools/deno" check --quiet --no-remote --no-lock --config scripts/pages/deno.json scripts/pages/globals.d.ts \
  "${scripts[@]}" || status=1
exit "$status"

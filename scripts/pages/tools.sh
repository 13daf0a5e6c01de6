#!/usr/bin/env bash
# Makes .build/pages-tools, a virtual environment of Debian's Python with what looks at web pages (tools.txt). What is
# there already stays. Browsers are Debian's: playwright fetches none.
set -euo pipefail
cd "$(dirname "$0")/../.."
list=scripts/pages/tools.txt
tools=.build/pages-tools

if ! cmp --quiet "$list" "$tools/made"; then
  echo "pages: fetching what looks at web pages"
  rm -rf "$tools"
  /usr/bin/python3 -m venv "$tools" || {
    echo "pages: Debian's Python can't make $tools: apt-get install python3-venv" >&2
    exit 1
  }
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 "$tools/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: \
    --require-hashes --requirement "$list"
  cp "$list" "$tools/made"
fi

#!/usr/bin/env bash
# stadium.sh STADIUM-BENCH: each of its commands once, over made-up music. Fails where a mark isn't found.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" quality --write "$folder"
"$1" blind --channel clean --lengths 5 | tee "$folder/found"
"$1" informed --channel clean --lengths 5 | tee -a "$folder/found"
"$1" null --clips 1
"$1" stream
"$1" listen --file "$folder/made-up-1.wav" --from 31 --seconds 8 --slots 0-8 | tee -a "$folder/found"
[[ $(grep -cE '4 of 4 \| 0|^sure slot 3 ' "$folder/found") == 3 ]] || {
  echo "stadium: a mark that is there was not found" >&2
  exit 1
}

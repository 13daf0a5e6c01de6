#!/usr/bin/env bash
# slim.sh PROGRAM TARGET [--strip-all]: the program without what only a debugger reads, or without any symbols.
#
# It is written anew from beginning to end rather than changed in place: the kernel keeps a file that was written in one
# go in large pieces of its cache, and maps those with a third fewer faults (docs/decisions/0020-start-up.md).
set -euo pipefail

slim=$2.slim
trap 'rm -f "$slim"' EXIT
strip "${3:---strip-debug}" -o "$slim" "$1"
chmod 755 "$slim"
mv "$slim" "$2"

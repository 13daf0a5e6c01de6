#!/usr/bin/env bash
# slim.sh PROGRAM TARGET: the program without what only a debugger reads.
#
# It is written anew from beginning to end rather than changed in place: the kernel keeps a file that was written in one
# go in large pieces of its cache, and maps those with a third fewer faults (docs/decisions/0020-start-up.md).
set -euo pipefail

target=$2.slim
strip --strip-debug -o "$target" "$1"
chmod 755 "$target"
mv "$target" "$2"

#!/usr/bin/env bash
# slim.sh PROGRAM TARGET OPTION…: the program as objcopy makes it with these options, such as `--strip-debug` to leave out
# what only a debugger reads.
#
# It is written anew from beginning to end rather than changed in place: the kernel keeps a file that was written in one
# go in large pieces of its cache, and maps those with a third fewer faults (docs/decisions/0020-start-up.md).
set -euo pipefail

slim=$2.slim
trap 'rm -f "$slim"' EXIT
objcopy "${@:3}" "$1" "$slim"
chmod 755 "$slim"
mv "$slim" "$2"

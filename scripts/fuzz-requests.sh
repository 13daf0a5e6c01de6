#!/usr/bin/env bash
# fuzz-requests.sh [COUNT] [SEED]: changed requests through the filter in front of the server (Sources/CHTTP/wire.c), made
# with AddressSanitizer and UndefinedBehaviorSanitizer. A million take some seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"
count=${1:-1000000} seed=${2:-$RANDOM$RANDOM}
folder=.build/fuzz
mkdir -p "$folder"
clang -std=c17 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wall -Wextra -Werror \
  Tests/RequestFuzz/fuzz.c Sources/CHTTP/wire.c -o "$folder/requests"
echo "fuzz: $count times, seed $seed"
"$folder/requests" "$count" "$seed"

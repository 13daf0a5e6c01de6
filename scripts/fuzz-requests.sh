#!/usr/bin/env bash
# fuzz-requests.sh [COUNT] [SEED] [SECONDS]: changed requests through the filter in front of the server
# (Sources/Libraries/CHTTP/wire.c), and through the whole of Sources/Libraries/CHTTP beside honest clients, made with AddressSanitizer and
# UndefinedBehaviorSanitizer. A million and a minute by default.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"
count=${1:-1000000} seed=${2:-$RANDOM$RANDOM} seconds=${3:-60}
folder=.build/fuzz
flags=(-std=c17 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wall -Wextra -Werror)
mkdir -p "$folder"
clang "${flags[@]}" Tests/RequestFuzz/wire.c Sources/Libraries/CHTTP/wire.c -o "$folder/wire"
clang "${flags[@]}" Tests/RequestFuzz/server.c Sources/Libraries/CHTTP/{http,guard,tls,wire}.c -lmicrohttpd -lgnutls -lz -o "$folder/server"
echo "fuzz: $count times, then $seconds s, seed $seed"
"$folder/wire" "$count" "$seed"
"$folder/server" "$seconds" "$seed"

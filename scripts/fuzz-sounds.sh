#!/usr/bin/env bash
# fuzz-sounds.sh [COUNT] [SEED]: decodes changed recordings, and packets, with Sources/Libraries/CSound made with AddressSanitizer
# and UndefinedBehaviorSanitizer. Out of a worker, since AddressSanitizer takes more addresses than one may have.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"
count=${1:-10000} seed=${2:-$RANDOM$RANDOM}
folder=.build/fuzz samples=Tests/StadiumShakeTests/Samples
mkdir -p "$folder"

# make_fuzzer SOURCE FUZZER LIBRARY…
make_fuzzer() {
  clang -std=c17 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wall -Wextra -Werror \
    -ISources/Libraries/CSound "Tests/SoundFuzz/$2.c" "Sources/Libraries/CSound/$1.c" "${@:3}" -o "$folder/$1"
}

# run_fuzzer SOURCE FILE…
run_fuzzer() {
  # mpg123 keeps what it made until the process ends, and says what it thinks of each file.
  ASAN_OPTIONS=detect_leaks=0 "$folder/$1" "$count" "$seed" "${@:2}" 2>"$folder/$1.log" || {
    grep -v -e '^Note:' -e libmpg123 "$folder/$1.log" | tail -60 >&2
    exit 1
  }
}

echo "fuzz: $count times, seed $seed"
make_fuzzer sound fuzz -lsndfile
run_fuzzer sound "$samples"/*.{wav,flac,ogg,mp3}
make_fuzzer packets packets -lfaad -lopus
run_fuzzer packets "$samples/tone.aac"

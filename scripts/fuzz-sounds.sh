#!/usr/bin/env bash
# fuzz-sounds.sh [COUNT] [SEED]: decodes changed recordings with Sources/CSound made with AddressSanitizer and
# UndefinedBehaviorSanitizer. Out of a worker, since AddressSanitizer takes more addresses than one may have.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"
count=${1:-10000} seed=${2:-$RANDOM$RANDOM}
folder=.build/fuzz
mkdir -p "$folder"

echo "fuzz: $count times, seed $seed"
clang -std=c17 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wall -Wextra -Werror \
  -ISources/CSound Tests/SoundFuzz/fuzz.c Sources/CSound/sound.c -lsndfile -o "$folder/sounds"
# mpg123 keeps what it made until the process ends, and says what it thinks of each file.
ASAN_OPTIONS=detect_leaks=0 "$folder/sounds" "$count" "$seed" Tests/StadiumShakeTests/Samples/* 2>"$folder/sounds.log" || {
  grep -v -e '^Note:' -e libmpg123 "$folder/sounds.log" | tail -60 >&2
  exit 1
}

#!/usr/bin/env bash
# fuzz-pictures.sh [COUNT] [SEED]: decodes changed pictures with Sources/Libraries/CPicture made with AddressSanitizer and
# UndefinedBehaviorSanitizer. Out of a worker, since AddressSanitizer takes more addresses than one may have.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"
count=${1:-10000} seed=${2:-$RANDOM$RANDOM}
folder=.build/fuzz
mkdir -p "$folder"

make_fuzzer() {
  local name=$1
  shift
  clang -std=c17 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wall -Wextra -Werror \
    -ISources/Libraries/CPicture Tests/PictureFuzz/fuzz.c Sources/Libraries/CPicture/parts.c "$@" -o "$folder/$name"
}

echo "fuzz: $count times, seed $seed"
make_fuzzer pictures -DENCODES Sources/Libraries/CPicture/{picture,jpeg,png,webp,heic}.c -ljpeg -lpng -lwebp -lheif
"$folder/pictures" "$count" "$seed" Tests/QixLensTests/Samples/*
read -ra poppler < <(pkg-config --cflags --libs poppler-glib fontconfig)
make_fuzzer documents Sources/Libraries/CPicture/pdf.c "${poppler[@]}"
cat >"$folder/page.pdf" <<'END'
%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 144]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>/XObject<</I 5 0 R>>>>>>endobj
4 0 obj<</Length 74>>stream
0 g 36 72 36 72 re f BT /F 9 Tf (a) Tj ET q 20 0 0 20 5 5 cm /I Do Q      
endstream endobj
5 0 obj<</Type/XObject/Subtype/Image/Width 2/Height 2/ColorSpace/DeviceGray/BitsPerComponent 8/Length 4>>stream
0a0b
endstream endobj
trailer<</Root 1 0 R>>
END
# fontconfig and GLib keep what they made until the process ends.
ASAN_OPTIONS=detect_leaks=0 "$folder/documents" "$((count / 10))" "$seed" "$folder/page.pdf"

#!/usr/bin/env bash
# Makes the shared libraries of our own that qix loads at first use (docs/decisions/0015-late-libraries.md) in the
# folder given, beside the program that will look for them there. Where a library's headers are missing it is left
# out: qix works without it, and says what it can't do then. With `--list` it prints the files' names instead.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH="$PATH:/opt/swift/usr/bin"

# One row for each: name | sources | headers that must be there | what the linker takes, or the name of what pkg-config
# knows | Debian's package | what is missed without it. All that lies in the folder of the sources is looked at for changes.
libraries=(
  "qix-phone|Sources/Libraries/CPhone/phone.cpp|phonenumbers/phonenumberutil.h|-lphonenumber|libphonenumber-dev|phone numbers must be given as +491701234567"
  "qix-http|Sources/Libraries/CHTTP/http.c Sources/Libraries/CHTTP/guard.c Sources/Libraries/CHTTP/tls.c Sources/Libraries/CHTTP/wire.c|microhttpd.h gnutls/gnutls.h zlib.h|-lmicrohttpd -lgnutls -lz|libmicrohttpd-dev libgnutls28-dev zlib1g-dev|there is no server"
  "qix-media|Sources/Libraries/CMedia/media.c|libavformat/avformat.h|-lavformat -lavcodec -lavutil|libavformat-dev|the length of a video must be given with --length"
  "qix-picture|Sources/Libraries/CPicture/picture.c Sources/Libraries/CPicture/parts.c Sources/Libraries/CPicture/jpeg.c Sources/Libraries/CPicture/png.c Sources/Libraries/CPicture/webp.c Sources/Libraries/CPicture/heic.c|jpeglib.h png.h webp/decode.h libheif/heif.h|-ljpeg -lpng -lwebp -lheif|libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev|photos can't be looked at"
  "qix-pdf|Sources/Libraries/CPicture/pdf.c Sources/Libraries/CPicture/parts.c|poppler/glib/poppler.h cairo/cairo.h|poppler-glib fontconfig|libpoppler-glib-dev|PDFs can't be looked at"
  "qix-barcode|Sources/Libraries/CBarcode/barcode.c|zint.h qrencode.h png.h|-lqrencode -lzint -lpng|libqrencode-dev libzint-dev libpng-dev|QR codes and barcodes can't be drawn"
  "qix-scan|Sources/Libraries/CScan/picture.cpp Sources/Libraries/CScan/slant.cpp Sources/Libraries/CScan/screen.cpp Sources/Libraries/CScan/readers.cpp Sources/Libraries/CScan/matching.cpp|ZXing/ReadBarcode.h zbar.h|-lzbar .build/lens/zxing/lib/libZXing.a|libzbar-dev, and ZXing-C++ of \`make lens\`,|barcodes can't be read from pictures"
  "qix-ocr|Sources/Libraries/COCR/ocr.c|openvino/c/openvino.h|-L.build/lens/openvino/lib -lopenvino_c -Wl,-rpath,\$ORIGIN/openvino|OpenVINO of \`make lens\`|the text of pictures is read by Tesseract alone"
  "qix-sound|Sources/Libraries/CSound/sound.c|sndfile.h|-lsndfile|libsndfile1-dev|recordings of a stadium can't be looked at"
  "qix-packets|Sources/Libraries/CSound/packets.c|neaacdec.h opus/opus.h|-lfaad -lopus|libfaad-dev libopus-dev|AAC, MP4 and WebM can't be listened to"
  "qix-tesseract|Sources/Libraries/CTesseract/tesseract.c|tesseract/capi.h|-ltesseract|libtesseract-dev|the text of pictures is read by OpenVINO alone"
)
# What `make lens` has fetched and made.
made=(-isystem .build/lens/openvino/include -isystem .build/lens/zxing/include)

if [[ ${1:-} == --list ]]; then
  for row in "${libraries[@]}"; do echo "lib${row%%|*}.so"; done
  exit
fi
folder=${1:?"usage: scripts/late.sh FOLDER, or --list"}

# Whether the compiler finds the headers, wherever the distribution puts them.
has_headers() {
  printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$@" | clang -E -x c "${made[@]}" - >/dev/null 2>&1
}

make_library() {
  local name=$1 sources=$2 headers=$3 links=$4 package=$5 missed=$6
  local library=$folder/lib$name.so
  local -a files flags needed compiler
  read -ra files <<<"$sources"
  read -ra flags <<<"$links"
  read -ra needed <<<"$headers"
  if ! has_headers "${needed[@]}"; then
    echo "late: without $package there is no lib$name.so; $missed"
    return
  fi
  if [[ -e $library && -z $(find "$(dirname "${files[0]}")" -type f -newer "$library" -print -quit) ]]; then return; fi
  if [[ $links != -* ]]; then
    read -ra flags < <(pkg-config --cflags --libs "${flags[@]}")
  fi
  compiler=(clang -std=c17 "${made[@]}")
  if [[ ${files[0]} == *.cpp ]]; then compiler=(clang++ -std=c++20 "${made[@]}"); fi
  mkdir -p "$folder"
  # Under another name first: a running program has the old one mapped.
  "${compiler[@]}" -O2 -fPIC -shared -fvisibility=hidden -Wall -Wextra -Werror "${files[@]}" \
    -Wl,-z,now "${flags[@]}" -o "$library.new"
  mv "$library.new" "$library"
}

for row in "${libraries[@]}"; do
  IFS='|' read -r name sources headers links package missed <<<"$row"
  make_library "$name" "$sources" "$headers" "$links" "$package" "$missed"
done

# What scripts/lens.sh has fetched is found beside the program, as it is where it was installed.
scripts/lens.sh --link "$folder"

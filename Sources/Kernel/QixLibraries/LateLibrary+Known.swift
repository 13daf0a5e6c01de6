extension LateLibrary {
  package static let curl = LateLibrary(
    "libcurl", file: "libcurl.so.4", purpose: "HTTPS and mail", debianPackage: "libcurl4")

  /// Google's libphonenumber behind an interface of C that is ours: `Sources/Libraries/CPhone`.
  package static let phone = LateLibrary(
    "libqix-phone", file: "libqix-phone.so", purpose: "phone numbers as people write them",
    isOwn: true, debianPackage: "libphonenumber8")

  package static let crypto = LateLibrary(
    "libcrypto", file: "libcrypto.so.3", purpose: "signatures of ID tokens", debianPackage: "libssl3")

  /// FFmpeg's libavformat behind an interface of C that is ours: `Sources/Libraries/CMedia`.
  package static let media = LateLibrary(
    "libqix-media", file: "libqix-media.so", purpose: "the length of video files",
    isOwn: true, debianPackage: "libavformat59")

  /// libqrencode, zint and libpng behind an interface of ours: `Sources/Libraries/CBarcode`.
  package static let barcode = LateLibrary(
    "libqix-barcode", file: "libqix-barcode.so", purpose: "QR codes and barcodes",
    isOwn: true, debianPackage: "libqrencode4 libzint2.11 libpng16-16")

  /// ZXing-C++ and zbar behind an interface of ours: `Sources/Libraries/CScan`.
  package static let scan = LateLibrary(
    "libqix-scan", file: "libqix-scan.so", purpose: "barcodes in pictures",
    isOwn: true, debianPackage: "libzbar0")

  /// libjpeg, libpng, libwebp and libheif behind an interface of ours: `Sources/Libraries/CPicture`.
  package static let picture = LateLibrary(
    "libqix-picture", file: "libqix-picture.so", purpose: "photos: JPEG, PNG, WebP and HEIC",
    isOwn: true, debianPackage: "libjpeg62-turbo libpng16-16 libwebp7 libheif1")

  /// poppler behind the same interface.
  package static let document = LateLibrary(
    "libqix-pdf", file: "libqix-pdf.so", purpose: "the first page of PDFs",
    isOwn: true, debianPackage: "libpoppler-glib8")

  /// OpenVINO behind an interface of ours: `Sources/Libraries/COCR`. `make lens` fetches it, and the models beside it.
  package static let ocr = LateLibrary(
    "libqix-ocr", file: "libqix-ocr.so", purpose: "the text of pictures", isOwn: true, debianPackage: "libstdc++6",
    isFetched: true, files: LateFile.inference)

  /// Tesseract and Leptonica behind an interface of ours: `Sources/Libraries/CTesseract`.
  package static let tesseract = LateLibrary(
    "libqix-tesseract", file: "libqix-tesseract.so", purpose: "the text of pictures without OpenVINO",
    isOwn: true, debianPackage: "libtesseract5 tesseract-ocr-eng")

  /// libsndfile behind an interface of ours: `Sources/Libraries/CSound`.
  package static let sound = LateLibrary(
    "libqix-sound", file: "libqix-sound.so", purpose: "recordings: WAV, FLAC, Ogg, Opus and MP3",
    isOwn: true, debianPackage: "libsndfile1")

  /// libfaad2 and libopus behind an interface of ours, likewise.
  package static let packets = LateLibrary(
    "libqix-packets", file: "libqix-packets.so", purpose: "recordings of phones and browsers: AAC, MP4 and WebM",
    isOwn: true, debianPackage: "libfaad2 libopus0")

  package static let fftw = LateLibrary(
    "FFTW", file: "libfftw3f.so.3", purpose: "the watermark in a stadium's music", debianPackage: "libfftw3-single3")

  /// libmicrohttpd behind an interface of ours: `Sources/Libraries/CHTTP`. What is received on its behalf goes through a filter of
  /// ours, which it finds in place of the system's functions.
  package static let http = LateLibrary(
    "libqix-http", file: "libqix-http.so", purpose: "the server", isOwn: true, debianPackage: "libmicrohttpd12",
    isFoundFirst: true)

  /// Every library that some feature looks for, for `qix doctor`.
  package static let all = [
    curl, crypto, http, phone, media, barcode, picture, document, scan, ocr, tesseract, sound, packets, fftw,
  ]
}

extension LateFile {
  /// The models of text recognition. The wheels that bring them stand in `scripts/lens.sh`.
  package static let textDetector = LateFile(
    "models/PP-OCRv4_det.onnx", size: 4_745_517,
    digest: "d2a7720d45a54257208b1e13e36a8479894cb74155a5efe29462512d42f49da9", purpose: "finding text in photos")
  package static let textRecogniser = LateFile(
    "models/PP-OCRv6_rec_small.onnx", size: 21_234_383,
    digest: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884", purpose: "reading text in photos")

  /// OpenVINO: what `libqix-ocr.so` names, and what that loads for a processor and for models.
  package static let inference = [
    "libopenvino_c.so.2641", "libopenvino.so.2641", "libopenvino_intel_cpu_plugin.so",
    "libopenvino_onnx_frontend.so.2641", "libtbb.so.12", "libhwloc.so.15",
  ].map { LateFile("openvino/\($0)", purpose: "running the models that find and read text in photos") }

  /// Every file that some feature looks for, for `qix doctor`.
  package static let all = [textDetector, textRecogniser] + inference
}

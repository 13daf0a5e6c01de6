internal import QixShake

/// Why a scan doesn't count.
enum ScanRefusal: Error {
  case oneOfTwo, elsewhere, screen, pictureUsed, typed, malformed, noCode, unknownProduct, otherProduct, tooFast
  case serialUsed, noSerial, unknownSerial, tooSoon, hadAlready
  /// No refusal: the database's fault, which ends the shake.
  case failed(any Error)

  var refusal: Refusal {
    switch self {
    case .oneOfTwo:
      Refusal("scanshake.nothing-shown", "a scan is one photo of a barcode, or one code", hint: "Bring an image.")
    case .elsewhere: Refusal("scanshake.other-place", "scanning doesn't count there", hint: "Say at which place it is.")
    case .screen:
      Refusal("scanshake.screen", "this looks like a photo of a screen", hint: "Photograph the product itself.")
    case .pictureUsed:
      Refusal("scanshake.picture-used", "this very picture has counted before", hint: "Take a photo of your own.")
    case .typed: Refusal("scanshake.typed", "typed codes don't count here", hint: "Photograph the barcode.")
    case .malformed:
      Refusal(
        "scanshake.code-malformed", "that is no product's code, or a digit of it is wrong",
        hint: "Type the 8, 12, 13 or 14 digits below the bars.")
    case .noCode:
      Refusal(
        "scanshake.no-code", "no product's barcode can be read in the picture",
        hint: "Hold it still and close enough, with light on it, and take the whole code into the picture.")
    case .unknownProduct: Refusal("scanshake.unknown-product", "this product is not in the catalogue")
    case .otherProduct: Refusal("scanshake.other-product", "this product doesn't count here")
    case .tooFast: Refusal("scanshake.too-fast", "that was one scan too many for now", hint: "Try again later.")
    case .serialUsed: Refusal("scanshake.serial-used", "this piece of the product has been scanned already")
    case .noSerial:
      Refusal(
        "scanshake.no-serial", "this code has no serial number, and each piece counts by its own",
        hint: "Photograph the code with the serial number, often a square one.")
    case .unknownSerial: Refusal("scanshake.unknown-serial", "no piece of the product has this serial number")
    case .tooSoon: Refusal("scanshake.too-soon", "this product has counted for you already", hint: "Try again later.")
    case .hadAlready: Refusal("scanshake.had-already", "this product has counted for you already")
    case .failed: Refusal("scanshake.failed", "the scan could not be looked at")
    }
  }
}

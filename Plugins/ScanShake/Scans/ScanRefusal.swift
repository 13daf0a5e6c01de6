internal import QixShake

/// The reasons for which a scan doesn't count.
enum ScanRefusal {
  static let oneOfTwo = Refusal(
    "scanshake.nothing-shown", "a scan is one photo of a barcode, or one code", hint: "Bring an image.")
  static let elsewhere = Refusal(
    "scanshake.other-place", "scanning doesn't count there", hint: "Say at which place it is.")
  static let screen = Refusal(
    "scanshake.screen", "this looks like a photo of a screen", hint: "Photograph the product itself.")
  static let pictureUsed = Refusal(
    "scanshake.picture-used", "this very picture has counted before", hint: "Take a photo of your own.")
  static let typed = Refusal("scanshake.typed", "typed codes don't count here", hint: "Photograph the barcode.")
  static let malformed = Refusal(
    "scanshake.code-malformed", "that is no product's code, or a digit of it is wrong",
    hint: "Type the 8, 12, 13 or 14 digits below the bars.")
  static let noCode = Refusal(
    "scanshake.no-code", "no product's barcode can be read in the picture",
    hint: "Hold it still and close enough, with light on it, and take the whole code into the picture.")
  static let unknownProduct = Refusal("scanshake.unknown-product", "this product is not in the catalogue")
  static let otherProduct = Refusal("scanshake.other-product", "this product doesn't count here")
  static let tooFast = Refusal("scanshake.too-fast", "that was one scan too many for now", hint: "Try again later.")
  static let serialUsed = Refusal("scanshake.serial-used", "this piece of the product has been scanned already")
  static let noSerial = Refusal(
    "scanshake.no-serial", "this code has no serial number, and each piece counts by its own",
    hint: "Photograph the code with the serial number, often a square one.")
  static let unknownSerial = Refusal("scanshake.unknown-serial", "no piece of the product has this serial number")
  static let tooSoon = Refusal(
    "scanshake.too-soon", "this product has counted for you already", hint: "Try again later.")
  static let hadAlready = Refusal("scanshake.had-already", "this product has counted for you already")
}

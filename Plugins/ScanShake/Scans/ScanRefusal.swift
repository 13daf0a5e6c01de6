internal import QixShake

/// The reasons for which a scan doesn't count.
enum ScanRefusal {
  static let oneOfTwo = Refusal(
    "scanshake.nothing-shown", "a scan needs one photo of a barcode, or one code", hint: "Take a photo of the barcode.")
  static let elsewhere = Refusal(
    "scanshake.other-place", "scanning doesn't count at that place", hint: "Choose the place you are at.")
  static let screen = Refusal(
    "scanshake.screen", "this looks like a photo of a screen", hint: "Photograph the product itself.")
  static let pictureUsed = Refusal(
    "scanshake.picture-used", "this picture has already counted", hint: "Take a photo of your own.")
  static let typed = Refusal("scanshake.typed", "typed codes don't count here", hint: "Photograph the barcode.")
  static let malformed = Refusal(
    "scanshake.code-malformed", "this is not a product code, or one digit is wrong",
    hint: "Type the 8, 12, 13 or 14 digits below the bars.")
  static let noCode = Refusal(
    "scanshake.no-code", "no barcode can be read in the picture",
    hint: "Hold the phone still and close, in good light, with the whole barcode in the picture.")
  static let unknownProduct = Refusal("scanshake.unknown-product", "this product is not in the catalogue")
  static let otherProduct = Refusal("scanshake.other-product", "this product doesn't count here")
  static let tooFast = Refusal("scanshake.too-fast", "you have scanned too often for now", hint: "Try again later.")
  static let serialUsed = Refusal("scanshake.serial-used", "this item has already been scanned")
  static let noSerial = Refusal(
    "scanshake.no-serial", "this code has no serial number, which is needed here",
    hint: "Photograph the code with the serial number; it is often square.")
  static let unknownSerial = Refusal("scanshake.unknown-serial", "this serial number is not known")
  static let tooSoon = Refusal(
    "scanshake.too-soon", "this product has counted for you already", hint: "Try again later.")
  static let hadAlready = Refusal("scanshake.had-already", "this product has counted for you already")
}

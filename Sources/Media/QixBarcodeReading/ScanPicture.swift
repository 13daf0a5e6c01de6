internal import CScan
internal import QixLens

/// A grey picture in the library's memory, and what is made of it.
final class ScanPicture {
  private let library: ScanLibrary
  private let handle: ScanLibrary.Handle
  /// Whether white is black in it.
  private let isNegative: Bool

  /// Nil without memory.
  init?(_ picture: Picture, _ library: ScanLibrary) {
    let made = picture.pixels.withUnsafeBufferPointer {
      library.open(
        $0.baseAddress, Int32(picture.width), Int32(picture.height), picture.stride, Int32(picture.channels.rawValue))
    }
    guard let made else { return nil }
    (handle, self.library, isNegative) = (made, library, false)
  }

  private init?(_ handle: ScanLibrary.Handle?, _ library: ScanLibrary, isNegative: Bool = false) {
    guard let handle else { return nil }
    (self.handle, self.library, self.isNegative) = (handle, library, isNegative)
  }

  deinit { library.close(handle) }

  var width: Int { Int(library.width(handle)) }
  var height: Int { Int(library.height(handle)) }
  var pixels: Int { width * height }
  var screen: Double { library.screen(handle) }

  func scaled(_ across: Double, _ down: Double) -> ScanPicture? {
    ScanPicture(library.scaled(handle, across, down), library)
  }
  /// The bars, put upright. They are looked for in `seen`: this picture or a smaller copy of it.
  func upright(as seen: ScanPicture, longest: Int) -> ScanPicture? {
    ScanPicture(library.upright(handle, seen.handle, Double(longest)), library)
  }
  func sharpened(_ radius: Int32, _ amount: Double) -> ScanPicture? {
    ScanPicture(library.sharpened(handle, radius, amount), library)
  }
  func levelled(_ radius: Int32) -> ScanPicture? { ScanPicture(library.levelled(handle, radius), library) }
  /// Along bars that stand upright.
  func smoothed(_ down: Int32) -> ScanPicture? { ScanPicture(library.smoothed(handle, 0, down), library) }

  /// The last of the changes: what is made of it would be taken for a positive.
  var negative: ScanPicture? { ScanPicture(library.negative(handle), library, isNegative: !isNegative) }

  enum Binarizer { case local, fixed }

  func zxing(_ symbologies: Int32, _ binarizer: Binarizer, _ tries: Pass.Tries) -> [ScanHit] {
    collected {
      library.zxing(
        handle, symbologies, Int32(binarizer == .local ? QIX_SCAN_LOCAL : QIX_SCAN_FIXED), tries.rawValue, 2, $0, $1)
    }
  }

  func zbar(_ symbologies: Int32) -> [ScanHit] { collected { library.zbar(handle, symbologies, $0, $1) } }

  /// By the shapes of digits, where bars stand upright.
  func matched(_ symbologies: Int32) -> [ScanHit] { collected { library.match(handle, symbologies, $0, $1) } }

  private func collected(_ read: (qix_scan_sink?, UnsafeMutableRawPointer?) -> Int32) -> [ScanHit] {
    var hits: [ScanHit] = []
    withUnsafeMutablePointer(to: &hits) { place in
      _ = read(
        { context, hit in
          guard let hit, let made = ScanHit(hit.pointee) else { return }
          context?.assumingMemoryBound(to: [ScanHit].self).pointee.append(made)
        }, place)
    }
    for index in hits.indices where isNegative { hits[index].isInverted.toggle() }
    return hits
  }
}

/// One reader's word in one pass.
struct ScanHit {
  let symbology: CodeSymbology
  let text: String
  let lines: Int
  let isGS1: Bool
  fileprivate(set) var isInverted: Bool
  let corners: [ReadCode.Corner]

  init(symbology: CodeSymbology, text: String, lines: Int, corners: [ReadCode.Corner]) {
    (self.symbology, self.text, self.lines, self.corners) = (symbology, text, lines, corners)
    (isGS1, isInverted) = (false, false)
  }

  /// Nil of what is no code of ours.
  init?(_ hit: qix_scan_hit) {
    guard let symbology = CodeSymbology.allCases.first(where: { $0.code == hit.symbology }), let text = hit.text else {
      return nil
    }
    var corners = hit.corners
    self.corners = withUnsafeBytes(of: &corners) { bytes in
      let numbers = bytes.bindMemory(to: Int32.self)
      return (0..<4).map { ReadCode.Corner(x: Int(numbers[2 * $0]), y: Int(numbers[2 * $0 + 1])) }
    }
    let said = String(
      decoding: UnsafeRawBufferPointer(start: text, count: hit.length), as: UTF8.self)
    // A UPC-A is an EAN-13 that begins with 0, and each reader calls it as it likes.
    let isEAN = symbology == .ean13 || symbology == .upca
    self.symbology = isEAN ? .ean13 : symbology
    self.text = isEAN ? String(repeating: "0", count: max(0, 13 - said.utf8.count)) + said : said
    lines = Int(hit.lines)
    isGS1 = hit.is_gs1 != 0
    isInverted = hit.is_inverted != 0
  }
}

internal import CScan

/// A way of looking at a picture: its preparation and its reader. Decision 0055 has the gain by each.
enum Pass: Int, CaseIterable {
  /// As it is, upright.
  case plain
  /// Also turned by quarters, made smaller, and inverted for codes of two dimensions.
  case thorough
  /// By zbar.
  case zbar
  /// EAN and UPC by the shapes of digits, with the bars put upright.
  case uprightMatched
  /// With the bars put upright, up to twice as large, each bar the mean of its length, and sharpened: what was blurred
  /// or lies aslant.
  case uprightSharp
  /// Upright, each pixel scaled between the darkest and the lightest around it.
  case uprightLevelled
  /// Light bars on a dark ground: they are rare, so after what reads most of the others.
  case negative
  case matchedNegative
  case uprightNegative
  /// Up to twice as large and sharpened: what is small.
  case largeSharp
  /// Under uneven light.
  case levelled
  case uprightFine
  case uprightUneven
  case uprightSharper
  case uprightSmooth
  case uprightZbar
  case levelledNegative

  struct Tries: OptionSet {
    let rawValue: Int32
    static let harder = Tries(rawValue: Int32(QIX_SCAN_HARDER))
    static let rotated = Tries(rawValue: Int32(QIX_SCAN_ROTATE))
    static let inverted = Tries(rawValue: Int32(QIX_SCAN_INVERT))
    static let smaller = Tries(rawValue: Int32(QIX_SCAN_DOWNSCALE))
  }

  /// Runs on a desk, which keeps what several passes need.
  func hits(on desk: Desk, _ symbologies: Int32, zbar: Int32) -> [ScanHit] {
    func zxing(
      _ picture: ScanPicture?, _ tries: Tries = [.harder, .rotated], _ binarizer: ScanPicture.Binarizer = .local
    ) -> [ScanHit] {
      picture?.zxing(symbologies, binarizer, tries) ?? []
    }
    let turned: Tries = [.harder, .rotated, .inverted]
    switch self {
    case .plain: return zxing(desk.picture, .harder)
    case .thorough: return zxing(desk.picture, [.harder, .rotated, .inverted, .smaller])
    case .zbar: return desk.picture.zbar(zbar)
    case .uprightMatched: return desk.smooth?.matched(symbologies) ?? []
    case .uprightSharp: return zxing(desk.smooth?.scaled(desk.enlargement, 1)?.sharpened(6, 3), .harder)
    case .uprightLevelled: return zxing(desk.smooth?.levelled(24), .harder, .fixed)
    case .largeSharp: return zxing(desk.picture.scaled(desk.enlargement, desk.enlargement)?.sharpened(4, 2), turned)
    case .levelled: return zxing(desk.picture.levelled(16), turned, .fixed)
    case .uprightFine: return zxing(desk.upright?.sharpened(2, 1.5))
    case .uprightUneven: return zxing(desk.upright?.levelled(32), [.harder, .rotated], .fixed)
    case .uprightSharper: return zxing(desk.upright?.sharpened(6, 3))
    case .uprightSmooth: return zxing(desk.smooth?.sharpened(6, 3), .harder)
    case .uprightZbar: return desk.upright?.zbar(zbar) ?? []
    case .negative: return zxing(desk.picture.negative, [.harder, .rotated])
    case .matchedNegative: return desk.smooth?.negative?.matched(symbologies) ?? []
    case .uprightNegative: return zxing(desk.smooth?.sharpened(6, 3)?.negative, .harder)
    case .levelledNegative: return zxing(desk.smooth?.levelled(24)?.negative, .harder, .fixed)
    }
  }

  /// Pixels that it looks at: its share of the reader's budget.
  func pixels(on desk: Desk) -> Int {
    switch self {
    case .plain, .thorough, .zbar, .levelled, .negative: desk.picture.pixels
    case .largeSharp: Int(Double(desk.picture.pixels) * desk.enlargement * desk.enlargement)
    case .uprightSharp: Int(Double(desk.smooth?.pixels ?? 0) * desk.enlargement)
    default: desk.smooth?.pixels ?? 0
    }
  }

  enum Reader { case zxing, zbar, shapes }

  /// Those whose word is counted once, since they see the same pixels with the same eyes.
  enum Voter: Hashable {
    case zxing(Pass)
    case zbar
    case shapes

    var reader: Reader {
      switch self {
      case .zxing: .zxing
      case .zbar: .zbar
      case .shapes: .shapes
      }
    }

    func votes(of hit: ScanHit) -> Int {
      switch self {
      case .zxing: hit.lines
      // It counts crossings by scan lines of both directions, and takes them from neighbours.
      case .zbar: min(hit.lines / 3, 3)
      // Each row is the mean of eleven, and two of one mind were never wrong about an EAN-13.
      case .shapes: 3 * hit.lines
      }
    }
  }

  var voter: Voter {
    switch self {
    case .zbar, .uprightZbar: .zbar
    case .uprightMatched, .matchedNegative: .shapes
    case .thorough: .zxing(.plain)
    default: .zxing(self)
    }
  }
}

/// A picture, and what is made of it once for several passes.
final class Desk {
  let picture: ScanPicture

  /// 1 to 2: what is small gains by more pixels, what is large only takes longer.
  let enlargement: Double

  /// Where its bars are looked for: the picture itself, or a smaller copy.
  private let seen: ScanPicture

  init(_ picture: ScanPicture, seen: ScanPicture? = nil) {
    self.picture = picture
    self.seen = seen ?? picture
    let longer = max(picture.width, picture.height)
    enlargement = max(1, min(2, Double(BarcodeReader.longest) / Double(longer)))
  }

  /// Where the bars are, enlarged, with the bars upright.
  lazy var upright: ScanPicture? = picture.upright(as: seen, longest: BarcodeReader.longest)
  lazy var smooth: ScanPicture? = upright?.smoothed(5)
}

internal import QixCommands

extension StringProtocol {
  /// The columns of a terminal that the text takes.
  package var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text followed, or for the trailing edge preceded, by spaces up to a width in columns.
  func padded(to width: Int, _ alignment: Column.Alignment = .leading) -> String {
    let space = String(repeating: " ", count: Swift.max(0, width - displayWidth))
    return alignment == .leading ? self + space : space + self
  }
}

extension Character {
  /// 0 for marks alone, 2 for the wide characters of East Asia and emoji, else 1.
  var displayWidth: Int {
    if unicodeScalars.contains("\u{FE0F}") { return 2 }
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return first.isWide ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// The blocks that are wide or full-width throughout (UAX #11), and characters that are emoji by default.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: properties.isEmojiPresentation
    }
  }
}

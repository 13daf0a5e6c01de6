internal import QixCommands

/// Text and numbers as SVG wants them.
enum SVGText {
  /// Escaped for content and for attributes in double quotes, on one line. What XML 1.0 §2.2 forbids is left out, and
  /// so are the controls that show text in another order than it is in.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result += " "
      case "\u{FFFE}", "\u{FFFF}": break
      default: if !scalar.isUnsafeOnTerminal { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }

  /// A coordinate to a hundredth of a unit, which is finer than any screen.
  static func number(_ value: Double) -> String { ShortNumber.fixed(value, 2) }

  /// About how wide a text is in a system's sans-serif font, in parts of the font size.
  static func width(_ text: String, size: Double) -> Double {
    text.reduce(0) { width, character in
      let share: Double =
        switch character {
        case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", " ", "t", "f", "r", "-": 0.33
        case "m", "w", "M", "W", "%", "@": 0.9
        case "A"..."Z": 0.68
        default: character.displayWidth == 2 ? 1 : 0.57
        }
      return width + share * size
    }
  }

  /// The text, or as much of it as fits with an ellipsis.
  static func fitted(_ text: String, _ width: Double, size: Double) -> String {
    guard self.width(text, size: size) > width else { return text }
    var result = ""
    for character in text where self.width(result + String(character) + "…", size: size) <= width {
      result.append(character)
    }
    return result + "…"
  }

  /// A short name for a text, the same on every run (64-bit FNV-1a).
  static func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 36)
  }
}

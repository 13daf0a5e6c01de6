// The normal forms of Unicode are part of the standard library, which keeps them to itself but for this door.
@_spi(_Unicode) internal import Swift

/// A name that may hold more than ASCII: external ids of users, brands, channels, tills.
///
/// Two names that look the same must not be two things, so whatever can't be seen is refused where a name is made, and
/// so is text that is not in NFC: SQLite compares bytes and Swift's `String` canonical equivalence (UAX #15), so that
/// both spellings of `é` would be two users to the one and one user to the other. Existing names are found as they are.
package enum ExactName {
  /// Why a text can't be a name: "it has U+200B at character 4, which can't be seen". Nil for nothing.
  /// - Parameter most: characters, counted as Unicode scalars, from 1.
  package static func problem(with text: String, most: Int) -> String? {
    guard !text.isEmpty else { return "it is empty" }
    // Nearly all are of plain ASCII, which is in NFC; a batch looks at hundreds of thousands.
    if text.utf8.count <= most, isPlain(text) { return nil }
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= most else { return "it is longer than \(most) characters" }
    for (index, scalar) in scalars.enumerated() {
      let place = "\(named(scalar)) at character \(index + 1)"
      if scalar == " " {
        if index == 0 { return "it begins with a blank, \(place)" }
        if index == scalars.count - 1 { return "it ends in a blank, \(place)" }
      } else if scalar.properties.isWhitespace {
        return "it has \(place), which is or looks like a blank; separate words with U+0020"
      } else if scalar == "\u{FFFD}" {
        return "it has \(place), which replaces a lost character"
      } else if !isSeen(scalar) {
        return "it has \(place), which can't be seen"
      }
    }
    let composed = Array(text._nfc)
    guard composed != scalars else { return nil }
    let index = zip(scalars, composed).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? composed.count
    return "\(named(scalars[min(index, scalars.count - 1)])) at character \(index + 1) is not in its composed form, NFC"
  }

  /// Whether all of it is printed ASCII, with blanks between words at most.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte < 0x20 || byte >= 0x7F { return false }
      return bytes.first != 0x20 && bytes.last != 0x20
    } ?? false
  }

  /// Whether it shows: of what only directs, joins or chooses between shapes nothing is left to the eye.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    guard PlainText.isVisible(scalar), scalar.properties.generalCategory != .format else { return false }
    // U+2800 is a braille pattern without a dot.
    return !scalar.properties.isDefaultIgnorableCodePoint && scalar.value != 0x2800
  }

  /// `U+200B`.
  package static func named(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

/// A text that is equal to nothing but the same bytes, as in SQLite; `String` takes canonically equivalent ones for equal.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (one: ExactText, other: ExactText) -> Bool {
    guard one.text.utf8.count == other.text.utf8.count else { return false }
    // Found for every line of a batch: without copies, where the text lies in one piece, as all of Swift's own do.
    return one.text.utf8.withContiguousStorageIfAvailable { bytes in
      other.text.utf8.withContiguousStorageIfAvailable { areEqual(.init(bytes), .init($0)) }
    }.flatMap { $0 } ?? one.text.utf8.elementsEqual(other.text.utf8)
  }

  /// Compares as many bytes in words of eight, several times as quickly as byte by byte.
  private static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start + 8 <= one.count {
      guard
        one.loadUnaligned(fromByteOffset: start, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      else { return false }
      start += 8
    }
    while start < one.count {
      guard one[start] == other[start] else { return false }
      start += 1
    }
    return true
  }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// As NFC has it (UAX #15): two texts that look alike by being composed otherwise are the same bytes then.
  package var composed: String { String(String.UnicodeScalarView(_nfc)) }
}

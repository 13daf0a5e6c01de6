internal import QixCalendar
internal import QixCommands
internal import QixKernel

/// The moments within a sentence. Whoever writes one puts them in as programs read them, in UTC; here they become what
/// the tables beside it say. Commands in backticks, and what is quoted, stay as they can be typed.
struct SaidMoments {
  private let text: String
  private let found: [(range: Range<String.Index>, time: Timestamp)]

  /// Nil for a text without any.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "Z")) else { return nil }
    var found: [(range: Range<String.Index>, time: Timestamp)] = []
    var (position, before, isCommand) = (bytes.startIndex, UInt8(ascii: " "), false)
    while position < bytes.endIndex {
      let byte = bytes[position]
      if byte == UInt8(ascii: "`") { isCommand.toggle() }
      if !isCommand, Self.parts.contains(before),
        let end = bytes[position...].prefix(27).firstIndex(of: UInt8(ascii: "Z")),
        let time = Timestamp(text[position...end]), "\(time)" == text[position...end]
      {
        let behind = bytes.index(after: end)
        found.append((position..<behind, time))
        (position, before) = (behind, UInt8(ascii: "Z"))
      } else {
        (position, before) = (bytes.index(after: position), byte)
      }
    }
    guard !found.isEmpty else { return nil }
    (self.text, self.found) = (text, found)
  }

  /// What may stand in front of a moment that is a word of its own.
  private static let parts = Array(" \n(".utf8)

  /// The sentence as a person is told it, with the zone behind the last of the moments.
  func told(in manner: Manner) -> String {
    let texts = TerminalPhrasing(manner: manner).moments(found.map(\.time))
    var (told, position) = ("", text.startIndex)
    for (moment, words) in zip(found, texts) {
      told += String(text[position..<moment.range.lowerBound]) + words
      position = moment.range.upperBound
    }
    return told + text[position...]
  }
}

extension Manner {
  /// A text with its moments as cells tell theirs.
  func sentence(_ text: String) -> String {
    guard isBrief || zone != nil else { return text }
    return SaidMoments(text)?.told(in: self) ?? text
  }
}

package import QixCommands
package import QixKernel

/// A form in which a file writes dates: `dd.MM.yyyy`, `M/d/yyyy`, `dd.MM.yyyy HH:mm`.
///
/// Of the letters that spreadsheets and Unicode (UTS #35) use: yyyy, MM or M, dd or d, and for a time of day HH
/// or H, mm and ss. Two letters are two digits, one letter is one or two.
package struct DatePattern: Sendable, Equatable {
  private enum Part: Sendable, Equatable {
    case field(Character, digits: ClosedRange<Int>)
    case literal(UInt8)
  }

  package let text: String
  private let parts: [Part]

  /// - Throws: `ValueError`
  package init(_ text: String) throws(ValueError) {
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      switch (letter, run.count) {
      case ("y", 4): parts.append(.field("y", digits: 4...4))
      case ("M", 1), ("d", 1), ("H", 1): parts.append(.field(letter, digits: 1...2))
      case ("M", 2), ("d", 2), ("H", 2), ("m", 2), ("s", 2): parts.append(.field(letter, digits: 2...2))
      case (".", _), ("-", _), ("/", _), (":", _), (" ", _), ("T", _):
        parts += run.utf8.map { .literal($0) }
      default: throw ValueError("'\(run)' is not part of a date pattern; \(Self.rule)")
      }
      rest = rest.dropFirst(run.count)
    }
    let letters = parts.compactMap { part in if case .field(let letter, _) = part { letter } else { nil } }
    let date = Set<Character>(["y", "M", "d"])
    guard Set(letters).count == letters.count, Set(letters).isSuperset(of: date),
      letters.contains("H") == letters.contains("m"), !letters.contains("s") || letters.contains("m")
    else { throw ValueError("'\(text)' has no full date, or one part twice; \(Self.rule)") }
    self.parts = parts
  }

  private static let rule =
    "use yyyy, MM or M, dd or d, and for a time HH or H, mm and ss, such as dd.MM.yyyy or M/d/yyyy HH:mm"

  /// Why a text is no date of a form.
  package enum Fault: Error, Sendable {
    case otherForm
    /// It is written so, and no calendar has it: `31.02.1990`.
    case noSuchDay
    case noSuchTime
  }

  /// What is wrong, behind the name of what should be a date. It tells nothing of the text.
  package func sentence(_ fault: Fault) -> String {
    let form = "matches --date-format, \(text)"
    return switch fault {
    case .otherForm: "doesn't match --date-format, \(text)"
    case .noSuchDay: "\(form), but that day doesn't exist"
    case .noSuchTime: "\(form), but that time of day doesn't exist"
    }
  }

  /// The date, and the microseconds of the day where the form has a time.
  package func parse(_ bytes: UnsafeRawBufferPointer) -> Result<(date: CalendarDate, time: Int64?), Fault> {
    var values: [Character: Int] = [:]
    var index = 0
    for part in parts {
      switch part {
      case .literal(let byte):
        guard index < bytes.count, bytes[index] == byte else { return .failure(.otherForm) }
        index += 1
      case .field(let letter, let digits):
        var (value, count) = (0, 0)
        while count < digits.upperBound, index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 {
          value = 10 * value + Int(bytes[index] - UInt8(ascii: "0"))
          (index, count) = (index + 1, count + 1)
        }
        guard digits.contains(count) else { return .failure(.otherForm) }
        values[letter] = value
      }
    }
    guard index == bytes.count, let year = values["y"], let month = values["M"], let day = values["d"] else {
      return .failure(.otherForm)
    }
    guard let date = CalendarDate(year: Int64(year), month: Int64(month), day: Int64(day)) else {
      return .failure(.noSuchDay)
    }
    guard let hour = values["H"], let minute = values["m"] else { return .success((date, nil)) }
    let second = values["s"] ?? 0
    guard hour < 24, minute < 60, second < 60 else { return .failure(.noSuchTime) }
    return .success((date, Int64(3_600 * hour + 60 * minute + second) * 1_000_000))
  }
}

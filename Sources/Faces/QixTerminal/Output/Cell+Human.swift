internal import QixCommands
internal import QixKernel

extension Cell {
  /// The text for a person: thousands separated, `yes` and `no`, `-` for a missing value; safe to print.
  var human: String { human(.whole) }

  /// - Parameter manner: how times are written.
  func human(_ manner: Manner) -> String {
    switch self {
    case .text(let text): manner.sentence(text).sanitised()
    case .sentence(let sentence): Teller(TerminalPhrasing(manner: manner), nil).text(sentence).sanitised()
    case .identifier(let text): text.sanitised()
    case .confidential(_, let cell, _): cell.human(manner)
    case .withheld: "…"
    case .personal(let text, let kind): kind.masked(text).sanitised()
    case .integer(let value), .coins(let value): Self.grouped(String(value))
    case .boolean(let value): value ? "yes" : "no"
    case .decimal(let value, let places) where value.isFinite: Self.grouped(Self.fixed(value, places))
    case .share(let value, _) where value.isFinite: Self.grouped(Self.fixed(value * 100, 1)) + " %"
    case .decimal, .missing, .share: "-"
    case .timestamp(let time): manner.text(time)
    case .end(let time): manner.text(endingAt: time)
    case .date: plain
    case .list(let cells?, _, let separator) where !cells.isEmpty:
      cells.map { $0.human(manner) }.joined(separator: separator)
    case .list(_, let none, _): none.isEmpty ? "-" : none
    case .object(let members):
      members.filter { !$0.cell.isEmpty }.map { "\($0.key) \($0.cell.human(manner))" }.joined(separator: ", ")
    }
  }

  /// Whether its text depends on a time zone.
  var isMoment: Bool {
    switch self {
    case .timestamp, .end: true
    case .confidential(_, let inner, _): inner.isMoment
    default: false
    }
  }

  /// A comma between each three digits before the point.
  private static func grouped(_ number: String) -> String {
    // Numbers beyond 2⁶³ are written with an exponent.
    guard !number.utf8.contains(UInt8(ascii: "e")) else { return number }
    let digits = number.utf8.prefix { $0 != UInt8(ascii: ".") }
    let sign = digits.first == UInt8(ascii: "-") ? 1 : 0
    var result: [UInt8] = []
    for (index, byte) in digits.enumerated() {
      if index > sign, (digits.count - index) % 3 == 0 { result.append(UInt8(ascii: ",")) }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self) + String(number.dropFirst(digits.count))
  }
}

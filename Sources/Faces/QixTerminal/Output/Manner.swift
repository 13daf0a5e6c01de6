internal import QixCalendar
internal import QixCommands
internal import QixKernel

/// How values are told to a person. Under a pipe, and with `--wide`, everything is whole; on a terminal identifiers are
/// shortened, moments are those of a zone's clock to the minute, and columns without a value are left out.
struct Manner: Sendable {
  /// Columns of the terminal; nil for lines as long as they come.
  let width: Int?
  /// Nil for UTC, as programs have it.
  let zone: TimeZone?
  let isBrief: Bool

  static let whole = Manner(width: nil, zone: nil, isBrief: false)

  /// Names the zone once, for moments that don't say it themselves.
  var foot: String? { isBrief ? "Times: \(zone?.identifier ?? "UTC")." : nil }

  /// - Parameter seconds: whether the minute alone says too little.
  func text(_ time: Timestamp, seconds: Bool = false) -> String {
    guard isBrief || zone != nil else { return "\(time)" }
    let zone = zone ?? .utc
    let wall = zone.wallTime(at: time)
    let text = "\(wall)"
    // Years of more than four digits, or before the year 1, are told as they are.
    guard text.utf8.count >= 20, text.utf8.first != UInt8(ascii: "-") else { return "\(time)" }
    if isBrief { return text.prefix(10) + " " + text.dropFirst(11).prefix(seconds ? 8 : 5) }
    let offset = zone.offset(at: time) / 60
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return text.dropLast() + (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + ":" + two(abs(offset) % 60)
  }

  /// The end of a span: `2026-10-31 24:00` (ISO 8601-1, 5.3.5) rather than midnight of a day that isn't in it.
  func text(endingAt time: Timestamp) -> String {
    let text = text(time)
    guard isBrief, text.hasSuffix(" 00:00") else { return text }
    return self.text(time.advanced(byMicroseconds: -1)).prefix(10) + " 24:00"
  }

  /// The columns that a person is shown.
  func shown(_ columns: [Column], _ rows: [[Cell]]) -> [Int] {
    guard isBrief else { return Array(columns.indices) }
    let filled = columns.indices.filter { index in rows.contains { !$0[index].isEmpty } }
    return filled.isEmpty ? Array(columns.indices.prefix(1)) : filled
  }

  /// For each column whether its cells may go on below: texts may; numbers, moments and identifiers stay together.
  func wrapping(_ columns: [Column], _ rows: [[Cell]]) -> [Bool] {
    guard width != nil else { return [] }
    return columns.indices.map { index in
      columns[index].alignment == .leading && rows.contains { $0[index].isProse }
    }
  }
}

extension Cell {
  /// Whether a person learns nothing from it.
  var isEmpty: Bool {
    switch self {
    case .missing, .withheld, .text(""), .list(nil, "", _), .list([]?, "", _): true
    case .confidential(_, let cell, _): cell.isEmpty
    default: false
    }
  }

  fileprivate var isProse: Bool {
    switch self {
    case .text(let text): ShortIdentifier.shortened(text) == nil
    case .sentence, .list, .object, .personal: true
    case .confidential(_, let cell, _): cell.isProse
    default: false
    }
  }
}

/// The shortened identifiers of a table: as many letters of their ends as tell all of them apart.
struct ShortIdentifiers {
  private let letters: Int

  init(_ rows: [[Cell]]) {
    var known: Set<String> = []
    for row in rows { for cell in row { if let text = cell.identifier { known.insert(text) } } }
    var letters = ShortIdentifier.shown
    while letters < ShortIdentifier.length,
      Set(known.map { ShortIdentifier.shortened($0, to: letters) ?? $0 }).count < known.count
    {
      letters += 2
    }
    self.letters = letters
  }

  func text(_ cell: Cell, _ manner: Manner) -> String {
    cell.identifier.flatMap { ShortIdentifier.shortened($0, to: letters) } ?? cell.human(manner)
  }
}

extension Cell {
  /// The whole identifier that the cell is; nil for anything else.
  fileprivate var identifier: String? {
    switch self {
    case .identifier(let text), .text(let text): ShortIdentifier.shortened(text) == nil ? nil : text
    case .confidential(_, let cell, _): cell.identifier
    default: nil
    }
  }
}

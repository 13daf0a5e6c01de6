import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import QixTerminal

/// The tables of all commands, as their answers are declared, on a terminal of 80 columns.
@Suite struct TableTests {
  @Test func everyTableFitsEightyColumns() throws {
    var (tables, folded) = (0, [String]())
    for place in try Commands.places() {
      for answer in try place.declaration?.answer?.answers() ?? [] {
        for (key, row) in Self.tables(answer.members) {
          var document = Document(answer.schema)
          let columns = row.map { Column($0.key, Self.title($0.key), alignment: Self.alignment($0.type)) }
          let rows = (0..<3).map { line in row.map { Self.cell($0, line) } }
          document.table(key, columns: columns, rows: rows)
          var globals = GlobalOptions()
          globals.color = .never
          let output = try TestTerminal(isTerminal: true).capture(globals) { try document.emit(to: $0) }.output
          for line in output.split(separator: "\n") {
            #expect(line.displayWidth <= 80, "'\(place.text)', \(key): \(line)")
          }
          tables += 1
          if output.split(separator: "\n").dropFirst().first?.hasPrefix("    ") ?? false {
            folded.append("\(place.text), \(key)")
          }
        }
      }
    }
    #expect(tables > 120)
    // Most stand on one line a row. Those that have more columns than a line takes fold.
    #expect(folded.count * 3 < tables, "\(folded.count) of \(tables): \(folded)")
  }

  private static func tables(_ members: [AnswerShape.Member]) -> [(String, [AnswerShape.Member])] {
    members.flatMap { member -> [(String, [AnswerShape.Member])] in
      switch member.type {
      case .rows(let row): [(member.key, row)]
      case .object(let inner): tables(inner)
      case .scalar, .list: []
      }
    }
  }

  private static func title(_ key: String) -> String { key.uppercased().replacing("_", with: " ") }

  private static func alignment(_ type: AnswerShape.MemberType) -> Column.Alignment {
    switch type {
    case .scalar(.integer), .scalar(.coins), .scalar(.decimal), .scalar(.bytes), .scalar(.seconds),
      .scalar(.milliseconds):
      .trailing
    default: .leading
    }
  }

  /// Typical values: what may be missing is there in every other row.
  private static func cell(_ member: AnswerShape.Member, _ line: Int) -> Cell {
    if member.isNullable, line % 2 == 1 { return .missing }
    let number = Int64(line + 1)
    switch member.type {
    case .scalar(.text), .scalar(.any): return .text(["summer", "fulfilled", "a coffee"][line])
    case .scalar(.id):
      return .identifier("\(UserID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_1234_0000 + UInt64(line)))")
    case .scalar(.time): return .timestamp(Timestamp(microseconds: 1_800_000_000_000_000 + number))
    case .scalar(.date): return .date(CalendarDate(daysSinceEpoch: 20_000 + number))
    case .scalar(.boolean): return .boolean(true)
    case .scalar(.decimal): return .decimal(12.5, places: 2)
    case .scalar(.coins): return .coins(1_250 * number)
    case .scalar(.object):
      let members = ["campaign": "summer", "reward": "a coffee", "transfer": "trf_01m7w9tzg3f7fs9hn862jj74bb"]
      return .object(members.sorted { $0.key < $1.key }.map { CellMember($0.key, .text($0.value)) })
    case .scalar: return .integer(40 * number)
    case .list: return .texts(["tv", "read"])
    case .rows, .object: return .missing
    }
  }

  /// What is shortened is looked for where it is: each kind of identifier that a command takes names a column of the
  /// schema, and the identifiers there begin as it says.
  @Test func everyShortenedIdentifierIsLookedFor() throws {
    let kinds = try Commands.places().flatMap(\.forms).flatMap(\.kinds)
    let places = Set(kinds.compactMap { kind in kind.place.map { "\(kind.prefix) \($0)" } })
    #expect(places.count > 12)
    try TestHome.initialised { home in
      for kind in kinds {
        let place = try #require(kind.place, "\(kind.prefix)_… is taken shortened, and nowhere looked for")
        let parts = place.split(separator: ".")
        let length = try home.unchecked.read { connection in
          try connection.first("SELECT count(\(parts[1])) FROM \(parts[0])") { $0.integer(0) }
        }
        #expect(length == 0, "\(kind.prefix): \(place)")
      }
    }
  }
}

internal import QixCalendar
internal import QixModule

/// `qix reward export`
struct ExportRewards: Command {
  static let declaration = Declaration(
    "export", "Export the catalogue, as a file for `qix reward import`.", roles: [.operator, .integrator, .auditor],
    discussion: """
      Writes to standard output, the oldest reward first. Prices are the regular prices of now, without offers. Stock \
      is written as counted or unlimited, without numbers.

      In a table, texts that a spreadsheet would read as a formula get a leading apostrophe. The import removes it \
      again.
      """,
    examples: [
      Example("qix reward export > rewards.csv", "for a spreadsheet"),
      Example("qix reward export --format json-lines --state published > rewards.jsonl", "for a program"),
    ])

  @Option("format", .choice(["csv", "json-lines"]), placeholder: "FORMAT", "csv or json-lines", default: "csv")
  private var format: String
  private let filter = FilterOptions()

  func run(in context: Context) throws -> Printed {
    let isTable = format == "csv"
    let now = context.clock.now()
    try context.database.read { connection in
      let store = RewardStore(connection)
      var (table, lines) = (CSVWriter(), JSONWriter())
      var zones: [String: TimeZone] = [:]
      if isTable { table.row(RewardKeys.all) }
      try store.forEach(filter.filter()) { reward in
        let zone = try zones[reward.timeZone] ?? TimeZone(identifier: reward.timeZone)
        zones[reward.timeZone] = zone
        let object = RewardWriter(zone: zone).object(reward, price: try store.prices(of: reward.id).regular(at: now))
        if isTable {
          table.row(RewardKeys.all.map { key in object[key].map { CellGuard.guarded(RewardText.cell($0)) } ?? "" })
        } else {
          lines.value(.object(object))
          lines.newLine()
        }
        if table.bytes.count > 1 << 16 { try write(&table, context.face) }
        if lines.bytes.count > 1 << 16 { try context.face.write(lines.drain()) }
      }
      if isTable { try write(&table, context.face) } else { try context.face.write(lines.drain()) }
    }
    return Printed()
  }

  private func write(_ table: inout CSVWriter, _ face: any Face) throws {
    try face.write(String(decoding: table.bytes, as: UTF8.self))
    table.removeAll()
  }
}

/// The filter of commands that go through the catalogue.
struct FilterOptions {
  @Option(
    "state", .choice(Reward.State.allCases.map(\.name)), placeholder: "STATE", "Only rewards in this state")
  private var state: String?
  @Option("brand", .text, "Only rewards of this brand") private var brand: String?

  func filter() -> RewardStore.Filter {
    RewardStore.Filter(state: Reward.State.allCases.first { $0.name == state }, brand: brand)
  }
}

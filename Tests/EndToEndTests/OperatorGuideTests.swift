import Foundation
import Testing

/// docs/operators.md does what it says: its commands run as they stand, in order, from the repository's folder.
@Suite struct OperatorGuideTests {
  private static let root = Guide.root

  /// The shop's own history that the recipe was written for, where it is at hand, and always a sample of the same form.
  private static let purchases: [String] = [
    root.appendingPathComponent("data/purchases.txt").path,
    root.deletingLastPathComponent().appendingPathComponent("shared/data/purchases/CDNOW_master.txt").path,
  ].filter { FileManager.default.fileExists(atPath: $0) }

  @Test(arguments: purchases) func itsCommandsDoWhatItSays(_ purchases: String) throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      let script = try Guide.script("operators.md").replacing("file=data/purchases.txt", with: "file='\(purchases)'")
      let run = try Guide.run(script, home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains("sound      yes"))

      let expected = try Expected(purchases)
      let report = try JSONDecoder().decode(Report.self, from: Data(try qix.done("coins report --json").output.utf8))
      // Besides the purchases there are the guide's own grants: those of this file, 100,000 in a budget, 25 to the user
      // who is merged, 20,000 with approval, and 20 in bulk.
      let grants = try Expected.ownGrants(Self.root)
      #expect(report.issued == expected.coins + grants + 100_000 + 25 + 20_000 + 20)
      let month = Dictionary(uniqueKeysWithValues: report.activity.map { ($0.month, $0) })
      #expect(expected.byMonth == month.filter { expected.byMonth.keys.contains($0.key) }.mapValues(\.granted))
      #expect(run.output.contains("\n\(expected.coins)\n"), "awk's own sum")

      let answers = try String(contentsOfFile: work + "/purchases.jsonl", encoding: .utf8).split(separator: "\n")
      #expect(answers.count == expected.lines, "every line is answered")
      #expect(answers.count { $0.contains("\"refused\"") } == expected.withoutCoin)
      if expected.withoutCoin > 0 {
        #expect(run.output.contains("some lines were not done: \(expected.withoutCoin)"))
      }
      let svg = try String(contentsOfFile: work + "/expiry.svg", encoding: .utf8)
      #expect(svg.hasPrefix("<svg") && svg.contains("</svg>"))
    }
  }

  /// What awk would make of the file, counted again without awk.
  private struct Expected {
    var lines = 0
    var coins: Int64 = 0
    var withoutCoin = 0
    var byMonth: [String: Int64] = [:]

    init(_ path: String) throws {
      for line in try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline) {
        let fields = line.split(separator: " ")
        let amount = try #require(Int64(fields[3].prefix { $0 != "." }))
        lines += 1
        coins += amount
        if amount == 0 { withoutCoin += 1 }
        if amount > 0 { byMonth["\(fields[1].prefix(4))-\(fields[1].dropFirst(4).prefix(2))", default: 0] += amount }
      }
    }

    /// The coins of data/grants.csv.
    static func ownGrants(_ root: URL) throws -> Int64 {
      let text = try String(contentsOf: root.appendingPathComponent("data/grants.csv"), encoding: .utf8)
      let rows = text.split(whereSeparator: \.isNewline).map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let column = try #require(rows[0].firstIndex { $0.contains("amount") })
      return try rows.dropFirst().reduce(0) { $0 + (try #require(Int64($1[column]))) }
    }
  }

  private struct Report: Decodable {
    struct Month: Decodable {
      let month: String
      let granted: Int64
    }
    let issued: Int64
    let activity: [Month]
  }
}

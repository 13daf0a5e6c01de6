import Foundation
import QixTesting
import Testing

@testable import Coins

/// Exports of the programs that people keep grants in, each with 150 coins for ada, 75 for bo and 5 for cy.
@Suite struct ExportTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Samples")

  /// The samples, and how many lines each grants in.
  private static let samples: [(String, Int64)] = [
    ("carriage-returns.csv", 3), ("excel-european.csv", 3), ("excel-sep-line.csv", 3), ("excel-unicode-text.txt", 3),
    ("excel-utf8.csv", 4), ("export-bom.jsonl", 3), ("export.jsonl", 3), ("google-sheets.csv", 3),
    ("libreoffice-quoted.csv", 3), ("numbers-trailing.csv", 3), ("psql-bars.csv", 3), ("utf16-big-endian.csv", 3),
  ]

  @Test(arguments: samples) func anExportIsRead(sample: String, lines: Int64) throws {
    try Shop.with { shop in
      let path = Self.folder.appendingPathComponent(sample).path
      for options in ["--dry-run", "", ""] {
        let before = try shop.transfers
        let outcome = try shop.batch("coins issue --file \(path) \(options)")
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.counts == (before == 0 ? [lines, 0, 0, 230] : [0, lines, 0, 0]))
      }
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [150, 75, 5])
      #expect(try shop.transfers == lines)
      try shop.verify()
    }
  }

  /// The pipe is another way in, and the file after it is asked about.
  @Test(arguments: samples.filter { !$0.0.contains("utf16") && !$0.0.contains("unicode") })
  func anExportIsReadFromAPipe(sample: String, lines: Int64) throws {
    try Shop.with { shop in
      let url = Self.folder.appendingPathComponent(sample)
      let text = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      #expect(try shop.batch("coins issue --file -", input: text).counts == [lines, 0, 0, 230])
      let again = try shop.batch("coins issue --file \(url.path)")
      // Where lines have keys there is nothing to ask.
      let isAnswered = text.contains("key") ? again.counts == [0, lines, 0, 0] : again.code == "batch.between"
      #expect(isAnswered, "\(again.errors)")
    }
  }

  @Test func everySampleIsTested() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { !$0.hasSuffix(".sql") }.sorted()
    #expect(files == Self.samples.map(\.0).sorted())
  }

  /// What a spreadsheet holds besides is kept with the transfer, as it stands there.
  @Test(arguments: [
    ("excel-utf8.csv", [#"{"Comment":"Danke, bis bald!","Store":"Köln"}"#, #"{"Comment":"5\" nails"}"#]),
    ("excel-unicode-text.txt", [#"{"Name":"Ada Lovelace"}"#, #"{"Name":"薄"}"#, #"{"Name":"😀"}"#]),
    ("libreoffice-quoted.csv", [#"{"Note":"said \"yes\""}"#, #"{"Note":"a\nb\n\nc"}"#, "-"]),
    ("export.jsonl", [#"{"store":"{\"city\":\"K\\u00f6ln\"}"}"#, "-", #"{"vip":"true"}"#]),
  ])
  func otherColumnsAreKept(sample: String, texts: [String]) throws {
    try Shop.with { shop in
      let path = Self.folder.appendingPathComponent(sample).path
      let outcome = try shop.batch("coins issue --file \(path)")
      #expect(outcome.exitCode == 0)
      let kept = try shop.rows(
        """
        SELECT d.metadata FROM coins_transfers AS t LEFT JOIN coins_details AS d ON d.details = t.details
        ORDER BY t.transfer
        """)
      #expect(Array(kept.prefix(texts.count)) == texts)
    }
  }
}

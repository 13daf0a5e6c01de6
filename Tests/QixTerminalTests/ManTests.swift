import Foundation
import QixTerminal
import QixTesting
import Testing

@testable import QixCommands

@Suite(.needs(.program("groff", package: "groff-base"))) struct ManTests {
  @Test(arguments: [[], ["coins"], ["coins", "issue"], ["wallet", "list"], ["man"]])
  func groffReadsItWithoutAWarning(_ words: [String]) throws {
    let page = TestTerminal().run(Sample.program(), ["man"] + words)
    #expect(page.exitCode == 0)
    try expectGolden(page.output, "man-\((["qix"] + words).joined(separator: "-")).1")
    let result = try groff(page.output)
    #expect(result.errors == "")
    #expect(result.output.contains((["qix"] + words).joined(separator: " ")))
  }

  @Test func whatRoffWouldTakeForItsOwnIsPrinted() throws {
    let page = TestTerminal().run(Sample.program(), ["man", "coins", "import"]).output
    #expect(try groff(page).output.contains("printf '1\\n' | qix coins import - --keep-going"))
    let options = TestTerminal().run(Sample.program(), ["man", "wallet", "list"]).output
    #expect(try groff(options).output.contains("Sort by it's $key"))
  }

  @Test func writesAPageForEachPlace() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-man-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let outcome = TestTerminal().run(Sample.program(), ["man", "coins", "--output", folder])
    #expect(outcome.exitCode == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["qix-coins-import.1", "qix-coins-issue.1", "qix-coins.1"])
    let page = try String(contentsOfFile: "\(folder)/qix-coins-issue.1", encoding: .utf8)
    #expect(page == TestTerminal().run(Sample.program(), ["man", "coins", "issue"]).output)
  }

  /// A page is replaced, and what a link in its place leads to stays as it was.
  @Test func writesThroughNoLink() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-man-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let victim = "\(folder)/victim"
    try Data("kept".utf8).write(to: URL(fileURLWithPath: victim))
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/qix-coins.1", withDestinationPath: victim)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/qix-coins-issue.1", withDestinationPath: "/nowhere")
    try Data("old".utf8).write(to: URL(fileURLWithPath: "\(folder)/qix-coins-import.1"))
    let outcome = TestTerminal().run(Sample.program(), ["man", "coins", "--output", folder])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "kept")
    for page in ["qix-coins", "qix-coins-issue", "qix-coins-import"] {
      let path = "\(folder)/\(page).1"
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType == .typeRegular)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(".TH"), "\(page)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 4)
  }

  @Test func saysWhereItCantWrite() {
    let outcome = TestTerminal().run(Sample.program(), ["man", "--output", "/nonexistent/folder"])
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("/nonexistent/folder/qix.1"))
  }
}

/// A manual page as a terminal shows it, with all warnings.
func groff(_ page: String) throws -> Tool.Outcome {
  try Tool("groff")(
    ["-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou"], input: page, environment: ["MANWIDTH": "80"])
}

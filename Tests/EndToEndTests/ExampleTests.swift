import Foundation
import Testing

/// The first example of every command, run as it stands in the home that `qix init --sample` makes, in a copy each.
///
/// Those that need what no sample has (a file of one's own, a key from outside, a terminal, another id) are listed in
/// Golden/examples.txt, each with the reason: a new command comes with an example that works, or is seen there.
@Suite struct ExampleTests {
  private struct Help: Decodable {
    struct Place: Decodable {
      struct Example: Decodable { let line: String }
      let path: String
      let commands: [Place]?
      let examples: [Example]?
      var all: [Place] { [self] + (commands ?? []).flatMap(\.all) }
    }
    let command: Place
  }

  @Test func firstExamplesWorkInTheSample() throws {
    try BuiltProgram.withHome { qix, home in
      let sample = home + "/sample"
      let made = try qix(["init", "--sample", "--home", sample])
      try #require(made.exitCode == 0, "\(made.errors)")
      let help = try JSONDecoder().decode(Help.self, from: Data(try qix(["help", "--json"]).output.utf8))
      var needing: [(path: String, said: String)] = []
      var count = 0
      for (number, place) in help.command.all.enumerated() {
        guard let example = place.examples?.first else { continue }
        count += 1
        let copy = "\(home)/\(number)"
        try FileManager.default.createDirectory(atPath: "\(copy)/work", withIntermediateDirectories: true)
        for name in ["qix.db", "qix.db-wal", "qix.ack", "vault.key"] {
          try? FileManager.default.copyItem(atPath: "\(sample)/\(name)", toPath: "\(copy)/\(name)")
        }
        let outcome = try Guide.run("set -o pipefail\n" + example.line, home: copy, work: "\(copy)/work")
        if outcome.exitCode != 0 { needing.append((place.path, outcome.errors)) }
        try FileManager.default.removeItem(atPath: copy)
      }
      let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Golden/examples.txt")
      let text = (try? String(contentsOf: golden, encoding: .utf8)) ?? ""
      let reasons = Dictionary(
        text.split(separator: "\n").map { $0.components(separatedBy: ": ") }.map {
          ($0[0], $0.dropFirst().joined(separator: ": "))
        }
      ) { first, _ in first }
      if ProcessInfo.processInfo.environment["QIX_RECORD"] == "1" {
        try FileManager.default.createDirectory(
          at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
        try needing.map { "\($0.path): \(reasons[$0.path] ?? "")\n" }.joined().write(
          to: golden, atomically: true, encoding: .utf8)
      } else {
        for (path, said) in needing { #expect(reasons[path]?.isEmpty == false, "\(path): \(said)") }
        // An exception that is none any more is taken out: the list gets shorter, and no longer.
        #expect(needing.map(\.path) == text.split(separator: "\n").map { $0.components(separatedBy: ": ")[0] })
        #expect(needing.count <= 63, "\(needing.count) of \(count) don't work as they stand")
      }
    }
  }
}

import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

/// Every manual page of the program is one that mandoc has nothing to say about.
@Suite(.needs(.program("mandoc", package: "mandoc"))) struct ManualTests {
  @Test func mandocFindsNothing() throws {
    try TestHome.with { home in
      #expect(try home.qix(["man", "--output", home.path]).exitCode == 0)
      let pages = try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasSuffix(".1") }.sorted()
      #expect(pages.count > 300)
      let found = try Tool("mandoc")(["-Tlint", "-Wall"] + pages.map { "\(home.path)/\($0)" })
      let faults = (found.output + found.errors).split(separator: "\n")
      #expect(faults.isEmpty, "\(faults.count): \(faults.prefix(5).joined(separator: "\n"))")
    }
  }
}

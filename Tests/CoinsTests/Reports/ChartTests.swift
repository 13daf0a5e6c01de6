import Foundation
import FoundationXML
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Charts: something is drawn, and what is drawn is right.
@Suite struct ChartTests {
  private func filled(_ body: (Shop) throws -> Void) throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 100 --expires P3M --at 2026-11-03 --reason late")
      try shop.done("coins issue --to ada --amount 50 --at 2026-12-24")
      try shop.done("coins redeem --from ada --amount 30")
      try body(shop)
    }
  }

  private static let lines = ["wallet plot ada", "coins report --plot", "coins report --plot --chart expiry"]

  @Test(arguments: lines) func aPictureIsWellFormed(line: String) throws {
    try filled { shop in
      let path = "\(shop.home.path)/chart.svg"
      let outcome = try shop.home.qix("\(line) --svg \(path)")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.isEmpty && outcome.errors.contains(path))
      let text = try shop.content("chart.svg")
      let document = try XMLDocument(xmlString: text)
      #expect(document.rootElement()?.name == "svg")
      let marks = try document.nodes(
        forXPath: "//*[local-name()='path' or local-name()='rect' or local-name()='polyline']")
      #expect(marks.count > 1)
      // The same on standard output.
      #expect(try shop.done("\(line) --svg -") == text)
    }
  }

  @Test(arguments: lines) func somethingIsDrawnInTheTerminal(line: String) throws {
    try filled { shop in
      let output = try shop.done(line)
      #expect(output.contains("coins"))
      #expect(!output.contains("no data"))
      #expect(
        output.unicodeScalars.contains {
          ("\u{2580}"..."\u{259F}").contains($0) || ("\u{2801}"..."\u{28FF}").contains($0)
        })
      #expect(output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test(arguments: lines) func nothingToDrawIsSaid(line: String) throws {
    try Shop.with { shop in
      #expect(try shop.done(line).contains("no data"))
      let svg = try shop.done("\(line) --svg -")
      #expect(try XMLDocument(xmlString: svg).rootElement()?.name == "svg")
    }
  }

  private struct Points: Decodable {
    struct Point: Decodable, Equatable {
      let at: String
      let balance: Int64
    }
    let schema: String
    let points: [Point]
  }

  private func points(_ line: String, _ shop: Shop) throws -> [String] {
    let read = try JSONDecoder().decode(Points.self, from: Data(shop.done("\(line) --json").utf8))
    #expect(read.schema == "wallet.plot/1")
    return read.points.map { "\($0.at) \($0.balance)" }
  }

  /// A program gets the points, not a drawing.
  @Test func theCurveIsToldToPrograms() throws {
    try filled { shop in
      #expect(
        try points("wallet plot ada", shop) == [
          "2026-11-03T00:00:00Z 100", "2026-12-24T00:00:00Z 150", "2027-01-15T08:00:00Z 120",
        ])
      #expect(
        try points("wallet plot ada --since 2026-12-01 --until 2027-01-01", shop) == [
          "2026-12-01T00:00:00Z 100", "2026-12-24T00:00:00Z 150",
        ])
      let table = try shop.done("wallet plot ada --tsv")
      #expect(table.hasPrefix("at\tbalance\n2026-11-03T00:00:00Z\t100\n"))
      for form in ["--json", "--tsv"] {
        #expect(try shop.done("coins report --plot \(form)") == shop.done("coins report \(form)"))
      }
    }
  }

  /// What happens at one moment is drawn in the order in which it was booked: nobody had a negative balance.
  @Test func whatHappensAtOnceIsDrawnInItsOrder() throws {
    try Shop.with { shop in
      for line in ["issue --to ada --amount 100", "redeem --from ada --amount 90", "issue --to ada --amount 5"] {
        try shop.done("coins \(line)")
      }
      #expect(
        try points("wallet plot ada", shop) == [
          "2027-01-15T08:00:00Z 100", "2027-01-15T08:00:00Z 10", "2027-01-15T08:00:00Z 15",
        ])
    }
  }
}

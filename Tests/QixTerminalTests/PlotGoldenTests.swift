import Foundation
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Every sample in every way of drawing it, held by files; `QIX_RECORD=1` writes them anew, to be looked at.
@Suite("Plots")
struct PlotGoldenTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/Plot")

  static func check(_ found: String, against name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: name)
    if ProcessInfo.processInfo.environment["QIX_RECORD"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try found.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    // Not compared by the macro: its account of two long texts is no help. The file's difference is.
    let isEqual = found == expected
    #expect(
      isEqual, "\(name) differs; record with QIX_RECORD=1 and look at the difference", sourceLocation: sourceLocation)
  }

  @Test("Charts are drawn as recorded", arguments: PlotSamples.all.indices)
  func golden(_ index: Int) throws {
    let (name, chart) = PlotSamples.all[index]
    func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
    try Self.check(joined(chart.terminalLines(width: 80, height: 20)), against: "\(name).txt")
    try Self.check(joined(chart.terminalLines(width: 60, height: 14, unicode: false)), against: "\(name).ascii.txt")
    try Self.check(joined(chart.terminalLines(width: 80, height: 16, color: true)), against: "\(name).color.txt")
    try Self.check(chart.svg(), against: "\(name).svg")
  }

  static let sizes = [(0, 0), (24, 8), (31, 9), (80, 24), (200, 60)]

  @Test("No line is wider or unsafe, whatever the size", arguments: PlotSamples.all.indices, sizes)
  func fits(_ index: Int, size: (Int, Int)) {
    let chart = PlotSamples.all[index].chart
    for unicode in [true, false] {
      let lines = chart.terminalLines(width: size.0, height: size.1, unicode: unicode)
      #expect(lines.allSatisfy { $0.displayWidth <= max(24, size.0) && $0.last != " " })
      #expect(lines.count <= max(max(8, size.1), 12))
      #expect(lines.allSatisfy { $0.unicodeScalars.allSatisfy { !$0.isUnsafeOnTerminal } })
      if !unicode { #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }) }
    }
  }

  @Test("SVG is well-formed XML and says what it shows", arguments: PlotSamples.all.indices, [(0, 0), (720, 400)])
  func wellFormed(_ index: Int, size: (Int, Int)) throws {
    let svg = PlotSamples.all[index].chart.svg(width: size.0, height: size.1)
    #expect(svg.contains("role=\"img\"") && svg.contains("<title id=") && svg.contains("<desc id="))
    #expect(!svg.contains("nan") && !svg.contains("inf ") && !svg.contains("<script"))
    #expect(svg.utf8.count < 200_000)
    #expect(svg.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isUnsafeOnTerminal })
    try SVGReader.check(svg)
  }

  @Test("A single peak among a hundred thousand points is not lost")
  func keepsPeak() throws {
    let many = try #require(PlotSamples.all.first { $0.name == "many" }?.chart)
    var flat = many
    flat.series[0].points[31_415].y = 0
    #expect(many.svg() != flat.svg())
    #expect(many.terminalLines() != flat.terminalLines())
  }
}

/// A reader of the XML that we write, strict about nesting and escapes; FoundationXML would be another library.
enum SVGReader {
  struct Malformed: Error { let text: String }

  static func check(_ svg: String) throws {
    var open: [Substring] = []
    var rest = svg[...]
    while let start = rest.firstIndex(of: "<") {
      try checkText(rest[..<start])
      guard let end = rest[start...].firstIndex(of: ">") else { throw Malformed(text: String(rest.prefix(80))) }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let name = tag.prefix { $0 != " " }
      if name.first == "/" {
        guard open.popLast() == name.dropFirst() else { throw Malformed(text: String(tag)) }
      } else {
        guard tag.count(where: { $0 == "\"" }) % 2 == 0, !tag.contains("<") else { throw Malformed(text: String(tag)) }
        if tag.last != "/" { open.append(name) }
      }
    }
    guard open.isEmpty else { throw Malformed(text: "\(open)") }
  }

  private static func checkText(_ text: Substring) throws {
    var rest = text
    while let ampersand = rest.firstIndex(of: "&") {
      rest = rest[ampersand...]
      guard ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].contains(where: { rest.hasPrefix($0) })
      else { throw Malformed(text: String(rest.prefix(20))) }
      rest = rest.dropFirst()
    }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" }) else {
      throw Malformed(text: String(text))
    }
  }
}

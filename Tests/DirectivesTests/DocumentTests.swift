import Foundation
import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import Directives

/// Directives as JSON, and what is wrong with them.
@Suite struct DirectiveDocumentTests {
  static func faults(_ text: String, from origin: DirectiveDocument.Origin = .file) -> [DirectiveFault] {
    do throws(DirectiveError) {
      _ = try DirectiveDocument(parsing: Array(text.utf8), from: origin)
      return []
    } catch {
      guard case .malformed(let faults) = error else { return [] }
      return faults
    }
  }

  static let whole = """
    {"schema":"qix.directives/1","version":7,"expires":"2027-12-31T00:00:00Z","directives":[
      {"name":"all","when":{"link_prefix":"qix://acme/","session":"derby","place":"milan","asked":"none","mode":"signed",
        "segment":"students","conditions":["tier:gold","badge:week"],"hours":{"from":"18:00","until":"24:00","days":["mon","sun"],"zone":"Europe/Rome"}},
       "do":{"campaign":"summer","type":"tv"},"priority":-3,"from":"2027-06-01T00:00:00Z","until":"2027-07-01T00:00:00Z"},
      {"name":"never","do":{"nothing":"nothing to win here now","hint":"come back in June"}}]}
    """

  @Test func aDirectiveIsWrittenAsItIsRead() throws {
    let document = try DirectiveDocument(parsing: Array(Self.whole.utf8), from: .source)
    #expect(document.version == 7 && document.directives.count == 2)
    #expect(document.expires == Timestamp("2027-12-31T00:00:00Z"))
    for directive in document.directives {
      #expect(try Directive(parsing: "\(directive.json)") == directive)
    }
    #expect(document.directives[1].decision == .nothing(sentence: "nothing to win here now", hint: "come back in June"))
  }

  static let documents: [(String, [String])] = [
    ("", [""]), ("[]", [""]), ("{}", ["schema", "directives"]),
    (#"{"schema":"qix.directives/2","directives":[]}"#, ["schema"]),
    (#"{"schema":"qix.directives/1","directives":[],"version":1}"#, ["version"]),
    (#"{"schema":"qix.directives/1","directives":[],"\u001b[31m":1}"#, ["??31m"]),
    (#"{"schema":"qix.directives/1","directives":[{}]}"#, ["directives[0].name", "directives[0].do"]),
    (
      #"{"schema":"qix.directives/1","directives":[{"name":"A","do":{"campaign":"c"}},{"name":"b","do":{}}]}"#,
      ["directives[0].name", "directives[1].do"]
    ),
    (
      #"{"schema":"qix.directives/1","directives":[{"name":"b","do":{"type":"c"}},{"name":"b","do":{"type":"c"}}]}"#,
      ["directives[1].name"]
    ),
  ]

  @Test(arguments: documents)
  func everyFaultHasItsPlace(_ text: String, _ places: [String]) {
    #expect(Self.faults(text).map(\.place) == places)
  }

  static let parts: [(String, [String])] = [
    (#""when":{"link":"a","link_prefix":"b"}"#, ["when.link_prefix"]), (#""when":{"link":""}"#, ["when.link"]),
    (#""when":{"place":7,"mode":"vip"}"#, ["when.place", "when.mode"]), (#""when":[]"#, ["when"]),
    (#""when":{"place":"a\nb"}"#, ["when.place"]), (#""when":{"plaza":"x"}"#, ["when.plaza"]),
    (#""when":{"conditions":"tier:gold"}"#, ["when.conditions"]),
    (
      #""when":{"conditions":["tier:gold","gold",7,"tier:gold"]}"#,
      ["when.conditions[1]", "when.conditions[2]", "when.conditions[3]"]
    ),
    (#""when":{"hours":{}}"#, ["when.hours.zone"]),
    (#""when":{"hours":{"zone":"Mars/Olympus"}}"#, ["when.hours.zone"]),
    (#""when":{"hours":{"from":"25:00","zone":"UTC"}}"#, ["when.hours.from"]),
    (#""when":{"hours":{"from":"18:00","until":"18:00","zone":"UTC"}}"#, ["when.hours.until"]),
    (#""when":{"hours":{"from":"24:00","zone":"UTC"}}"#, ["when.hours.from", "when.hours.until"]),
    (#""when":{"hours":{"days":[],"zone":"UTC"}}"#, ["when.hours.days"]),
    (#""when":{"hours":{"days":["monday"],"zone":"UTC"}}"#, ["when.hours.days"]),
    (#""priority":1.5"#, ["priority"]), (#""priority":1000001"#, ["priority"]),
    (#""from":"yesterday""#, ["from"]), (#""from":"2027-01-02","until":"2027-01-02""#, ["until"]),
    (#""do":{"campaign":"c","nothing":"no"}"#, ["do"]), (#""do":{"campaign":"c","hint":"no"}"#, ["do.hint"]),
  ]

  @Test(arguments: parts)
  func everyPartIsChecked(_ part: String, _ places: [String]) {
    let decision = part.hasPrefix(#""do""#) ? "" : #","do":{"campaign":"c"}"#
    let text = #"{"schema":"qix.directives/1","directives":[{"name":"d"\#(decision),\#(part)}]}"#
    #expect(Self.faults(text).map(\.place) == places.map { "directives[0].\($0)" })
  }

  @Test func aSourceMustCountItsVersions() {
    for version in ["", #","version":-1"#, #","version":"1""#, #","version":1.0"#] {
      let text = #"{"schema":"qix.directives/1","directives":[]\#(version)}"#
      #expect(Self.faults(text, from: .source).map(\.place) == ["version"])
    }
  }

  /// Hostile documents end in an error with faults, or in what is written as it was read.
  @Test func nonsenseIsRefused() throws {
    let seed = Seed(for: "directive documents")
    var random = SeededGenerator(seed)
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"", "null", "1", "-1", "1e9", "9223372036854775808", "\"name\"", "\"when\"",
      "\"hours\"", "\"zone\"", "\"../../etc/passwd\"", "\"\\u0000\"", "é", "\u{0}", "\"do\"", "\"nothing\"", "true",
      "\"24:00\"", "\"from\"", "\"conditions\"",
    ]
    for iteration in 0..<fuzzCount(2_000) {
      var bytes = Array(Self.whole.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
        case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
        default: bytes = Array(bytes[..<place])
        }
        if bytes.isEmpty { bytes = [0x7B] }
      }
      do throws(DirectiveError) {
        let document = try DirectiveDocument(parsing: bytes, from: .source)
        for directive in document.directives {
          let again = try Directive(parsing: "\(directive.json)")
          guard again == directive else {
            Issue.record("\(seed), iteration \(iteration): \(directive.json)")
            return
          }
        }
      } catch {
        guard case .malformed(let faults) = error, (1...DirectiveReader.mostFaults).contains(faults.count) else {
          Issue.record("\(seed), iteration \(iteration): \(error)")
          return
        }
      }
    }
  }
}

import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// Every field of an export is changed, emptied, taken out and written twice in turn: the verifier must not be content,
/// whoever changed the file, unless the field is listed here as one that decides nothing.
@Suite(.needs(.python())) struct TamperedExportTests {
  /// These are the operator's word on when, and what it is called; no number and no winner follows from them.
  static let decidesNothing: Set<String> = ["committed", "name", "created", "frozen", "drawn"]

  /// An export of 40 draws, and all that was published.
  static func window(_ booth: Booth) throws -> (text: String, published: [String]) {
    try booth.makeCampaign(days: 1)
    #expect(try booth.qix("draw commit summer").exitCode == 0)
    try booth.shake(0..<40)
    let window = try booth.window()
    booth.advance(hours: 24)
    #expect(try booth.qix(["draw", "reveal", "\(window.id)", "--reason", "over"]).exitCode == 0)
    let root = try #require(try booth.window().revelation).root
    return (try booth.qix("draw export \(window.id)").output, VerifierScript.promised(window) + ["root=\(root)"])
  }

  static func raffle(_ booth: Booth) throws -> (text: String, published: [String]) {
    let names = (0..<9).map { "shop-\($0)" }
    try booth.users(names)
    let create = ["raffle", "create", "spring", "--winners", "3", "--commit-beacon", "drand round 12"]
    #expect(try booth.qix(create).exitCode == 0)
    let file = "user,tickets,key\n" + names.enumerated().map { "\($1),\($0 + 1),k\($0)\n" }.joined()
    #expect(try booth.qix("raffle enter spring --file -", input: file).exitCode == 0)
    for line in ["freeze spring", "draw spring --beacon 8d2f1c"] {
      #expect(try booth.qix("raffle \(line)").exitCode == 0)
    }
    let raffle = try booth.read { try Raffle.find("spring", in: $0) }
    return (try booth.qix("raffle export spring").output, try VerifierScript.promised(raffle) + ["beacon=8d2f1c"])
  }

  /// A field of a line: what it is called, and other things that could stand there.
  struct Change {
    let what: String
    let field: String
    let text: String
    /// Whether the field is still there once, with another value.
    let isValue: Bool
  }

  static func changes(of text: String) throws -> [Change] {
    let lines = text.split(separator: "\n").map(String.init)
    var changes: [Change] = []
    for (index, line) in lines.enumerated() where [0, 1, lines.count / 2, lines.count - 1].contains(index) {
      for member in line.matches(of: /"(\w+)":("[^"]*"|null|\d+)/) {
        let (whole, name, value) = (String(member.output.0), String(member.output.1), String(member.output.2))
        func add(_ what: String, _ other: String, isValue: Bool = true) {
          let changed = line.replacing(whole, with: other, maxReplacements: 1)
            .replacing("{,", with: "{").replacing(",,", with: ",").replacing(",}", with: "}")
          let text = (lines[..<index] + [changed] + lines[(index + 1)...]).joined(separator: "\n")
          changes.append(Change(what: "line \(index + 1), \(name) \(what)", field: name, text: text, isValue: isValue))
        }
        let another =
          if value == "null" { "\"x\"" } else if let number = Int(value) { "\(number + 1)" } else {
            "\"\(value.dropFirst().dropLast(2))\(value.dropLast().last == "1" ? "2" : "1")\""
          }
        add("changed", "\"\(name)\":\(another)")
        add("emptied", "\"\(name)\":\(value == "null" ? "1" : "null")")
        add("taken out", "", isValue: false)
        add("twice", "\(whole),\(whole)", isValue: false)
        add("twice, unlike", "\"\(name)\":\(another),\(whole)", isValue: false)
      }
    }
    func add(_ what: String, _ changed: [String]) {
      changes.append(Change(what: what, field: "", text: changed.joined(separator: "\n"), isValue: true))
    }
    let middle = lines.count / 2
    for index in [1, middle, lines.count - 1] {
      add("line \(index + 1) dropped", Array(lines[..<index] + lines[(index + 1)...]))
      add("line \(index + 1) twice", Array(lines[...index] + lines[index...]))
    }
    add("two lines swapped", Array(lines[..<middle] + [lines[middle + 1], lines[middle]] + lines[(middle + 2)...]))
    add("all lines dropped", [lines[0]])
    return changes
  }

  @Test("Nothing that decides can be changed", arguments: [[], ["-O"]], [true, false])
  func everyField(_ flags: [String], isWindow: Bool) throws {
    try Booth.with { booth in
      let (text, published) = try isWindow ? Self.window(booth) : Self.raffle(booth)
      let changes = try Self.changes(of: text)
      #expect(changes.count > 100)
      let cases = [(text, published)] + changes.map { ($0.text, published) }
      let outcomes = try VerifierScript.outcomes(of: cases, flags: flags, booth)
      try #require(outcomes.count == cases.count)
      #expect(outcomes[0].exitCode == 0, "\(outcomes[0].output)")
      for (change, outcome) in zip(changes, outcomes.dropFirst()) {
        #expect(!outcome.output.contains("Traceback"), "\(change.what): \(outcome.output)")
        if change.isValue, Self.decidesNothing.contains(change.field) {
          #expect(outcome.exitCode == 0, "\(change.what): \(outcome.output)")
          #expect(outcome.output.contains(try Regex("\(change.field) +.*by the file alone")), "\(change.what)")
        } else if outcome.exitCode == 3 {
          #expect(
            change.what.hasSuffix("secret emptied") && outcome.output.contains("not public yet"), "\(change.what)")
        } else {
          #expect(
            outcome.exitCode == 1 && outcome.output.contains("does NOT hold"), "\(change.what): \(outcome.output)")
        }
      }
    }
  }

  /// What a terminal would take for commands is no export's, nor more tickets than can be counted; both end.
  @Test func whatIsNoExportIsRefusedInPlainText() throws {
    try Booth.with { booth in
      let (text, published) = try Self.raffle(booth)
      let name = try #require(text.firstMatch(of: /"name":"([^"]*)"/)?.output.1)
      let tickets = try #require(text.firstMatch(of: /"tickets":"([0-9]+)","place"/)?.output.1)
      let cases = [
        (text.replacing("\"name\":\"\(name)\"", with: "\"name\":\"x\\u001b[2J\\u001b[Hholds\""), published),
        (
          text.replacing("\"tickets\":\"\(tickets)\",\"place\"", with: "\"tickets\":\"9223372036854775813\",\"place\""),
          published
        ),
      ]
      for (changed, outcome) in zip(cases, try VerifierScript.outcomes(of: cases, flags: [], booth)) {
        #expect(changed.0 != text, "the export has another form now")
        #expect(outcome.exitCode == 1 && outcome.output.contains("does NOT hold"), "\(outcome.output)")
        #expect(!outcome.output.contains("\u{1B}"))
      }
    }
  }

  /// The attacks that were seen: the root is brought along, the secret is not there.
  @Test func withoutASecretNothingHolds() throws {
    try Booth.with { booth in
      let (text, published) = try Self.window(booth)
      func hidden(_ text: String) -> String { text.replacing(/"secret":"\w+"/, with: "\"secret\":null") }
      let lines = text.split(separator: "\n").map(String.init)
      let bare = text.replacing(
        /"secret":"\w+","draws":40,"root":"\w+"/, with: "\"secret\":null,\"draws\":null,\"root\":null")
      let cases = [
        hidden(text), hidden(text.replacing("\"coins\":0", with: "\"coins\":9", maxReplacements: 1)),
        hidden(lines.dropLast(10).joined(separator: "\n")), bare,
      ]
      let outcomes = try VerifierScript.outcomes(
        of: cases.map { ($0, published) } + [(bare, published.dropLast())], flags: [], booth)
      #expect(outcomes.map(\.exitCode) == [3, 1, 1, 1, 3], "\(outcomes)")
    }
  }

  /// What was published and not brought along is no success, and what is brought along must be the same.
  @Test(arguments: [true, false]) func allThatWasPublishedIsNeeded(isWindow: Bool) throws {
    try Booth.with { booth in
      let (text, published) = try isWindow ? Self.window(booth) : Self.raffle(booth)
      let lacking = published.indices.map { index in published.enumerated().filter { $0.offset != index }.map(\.element)
      }
      let other = published.indices.map { index in
        published.enumerated().map { $0.offset == index ? $0.element + "0" : $0.element }
      }
      let outcomes = try VerifierScript.outcomes(of: (lacking + other + [[]]).map { (text, $0) }, flags: [], booth)
      for (word, outcome) in zip(published, outcomes) {
        let name = word.prefix { $0 != "=" }
        #expect(outcome.exitCode == 3 && outcome.output.contains("lacks \(name)="), "\(outcome.output)")
      }
      #expect(outcomes.dropFirst(published.count).dropLast().allSatisfy { $0.exitCode == 1 })
      #expect(outcomes.last?.exitCode == 3)
    }
  }

  /// The program's own `verify` takes what was published, too: one who writes the database can change all of it together.
  @Test func theProgramComparesWithWhatWasPublished() throws {
    try Booth.with { booth in
      let published = try Self.window(booth).published
      let window = try booth.window()
      let words = published.suffix(2).flatMap { word in
        ["--" + word.prefix { $0 != "=" }, String(word.drop { $0 != "=" }.dropFirst())]
      }
      #expect(try booth.qix(["draw", "verify", "\(window.id)"] + words).exitCode == 0)
      for name in ["--commitment", "--root"] {
        let outcome = try booth.qix(["draw", "verify", "\(window.id)", name, String(repeating: "0", count: 64)])
        #expect(outcome.exitCode == 7 && outcome.errors.contains("was published"), "\(outcome)")
      }
      _ = try Self.raffle(booth)
      let raffle = try booth.read { try Raffle.find("spring", in: $0) }
      let right = ["--commitment", "\(raffle.commitment)", "--root", "\(try #require(raffle.freeze).root)"]
      #expect(try booth.qix(["raffle", "verify", "spring", "--beacon", "8d2f1c"] + right).exitCode == 0)
      for name in ["--commitment", "--root", "--beacon"] {
        #expect(try booth.qix(["raffle", "verify", "spring", name, "8d2f1d"]).exitCode == 7, "\(name)")
      }
    }
  }
}

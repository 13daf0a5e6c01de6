import QixCatalog
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Whoever is told that a list goes on can run what they are told: with all that they had said.
@Suite struct PageTests {
  @Test func theRestOfAListIsFoundByTheSameLine() throws {
    try SampleHome.with { sample in
      for name in ["carl", "dora"] { try sample.home.done("user create --external-id \(name)") }
      var told = 0
      for place in try Commands.places() {
        let names = place.forms.map(\.label)
        guard names.contains("--limit"), names.contains("--after") || names.contains("--before") else { continue }
        let command = place.path.dropFirst()
        let line = TellingTests.questions[command.joined(separator: " ")]?.first ?? ""
        let words = Array(command) + sample.filled(line) + ["--limit", "1"]
        let outcome = try sample.home.qix(words)
        guard outcome.exitCode == 0, let more = outcome.errors.firstMatch(of: /There is more: `qix (.*)`\./)?.1 else {
          continue
        }
        let again = more.split(separator: " ").map(String.init)
        #expect(again.starts(with: words), "\(more)")
        let next = try sample.home.qix(again)
        #expect(next.exitCode == 0 && next.output != outcome.output, "\(more): \(next.errors)")
        // And on from there, once.
        let third = next.errors.firstMatch(of: /There is more: `qix (.*)`\./)?.1
        if let third { #expect(third.split(separator: " ").count == again.count, "\(third)") }
        told += 1
      }
      #expect(told >= 3, "\(told)")
    }
  }

  /// A script that reads a list takes a page for all there is. What `wallet show` ends is parts of one answer.
  @Test func aListInAPipeIsWhole() throws {
    for place in try Commands.places() {
      guard let limit = place.forms.first(where: { $0.label == "--limit" }), limit.defaultText != nil else { continue }
      #expect((limit.whole == nil) == (place.text == "qix wallet show"), "\(place.text)")
    }
  }

  /// The value takes the place of the one before, in front of what ends the options.
  @Test func theLineCanBePasted() throws {
    try TestHome.initialised { home in
      for _ in 0..<3 { try home.done("user create") }
      let listed = try home.qix(["user", "list", "--zone=Europe/Rome", "--home", home.path, "--limit=1", "--"])
      let line = "`qix user list --zone=Europe/Rome --home \(home.path) --limit=1 --after usr_"
      #expect(listed.errors.contains(line) && listed.errors.hasSuffix(" --`.\n"), "\(listed.errors)")
      let entries = try home.qix(["audit", "show", "--before=4", "--limit", "1", "--json"])
      #expect(entries.errors.contains("`qix audit show --limit 1 --json --before 3`"), "\(entries.errors)")
    }
  }
}

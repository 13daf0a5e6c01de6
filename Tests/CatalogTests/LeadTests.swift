import Foundation
import QixCatalog
import QixCommands
import QixTesting
import Testing

@testable import QixTerminal

/// The help leads to what somebody looks for.
@Suite struct LeadTests {
  @Test func everyNounIsInOneSection() throws {
    let program = try Commands.program()
    let nouns = program.tree.root.children.map(\.name)
    let listed = program.sections().flatMap(\.names)
    #expect(Set(listed) == Set(nouns) && listed.count == nouns.count)
    try TestHome.with { home in
      let help = try home.done("--help")
      for section in program.sections() { #expect(help.contains("\n\(section.title):\n")) }
      #expect(!help.contains("\nMore:\n"))
    }
  }

  /// Words that people try are none of the program's, and lead to what is there.
  @Test func everyLeadLeads() throws {
    let program = try Commands.program()
    let leads = program.leads()
    #expect(leads.count > 100)
    #expect(Set(leads.map(\.key)).count == leads.count)
    try TestHome.initialised { home in
      for (tried, meant) in leads {
        let words = tried.split(separator: " ").map(String.init)
        let place = try program.tree.place(at: meant.split(separator: " ").map(String.init))
        #expect(throws: UsageError.self, "'\(tried)' is a command") { try program.tree.place(at: words) }
        let outcome = try home.qix(words)
        #expect(
          outcome.exitCode == 2 && outcome.errors.contains("It is `\(place.text)`"), "\(tried): \(outcome.errors)")
        #expect(try home.qix(["help"] + words).errors.contains("It is `\(place.text)`"))
      }
    }
  }

  /// Whoever leaves the names of options out, or says the verb first, is shown how it is said.
  @Test(arguments: [
    ("coins goodwill ada 20", "`qix coins goodwill USER --amount COINS --reason TEXT --idempotency-key KEY`"),
    ("coins issue ada 20", "Write `qix coins issue --to USER --amount COINS"),
    ("user merge ada ben", "`qix user merge FROM --into USER"), ("wallet ada", "`qix wallet show ada`"),
    ("wallet 'a b'", "`qix wallet show 'a b'`"), ("wallet shwo", "did you mean 'show'?"), ("audit lsit", "It has "),
    ("goodwill ada", "There is `qix coins goodwill`."),
    ("show wallet ada", "It is `qix wallet show`"), ("show ada", "The noun comes first, as in `qix "),
    ("voucher block ada", "It has "),
  ])
  func wordsInTheWrongPlaceLeadToTheRightOne(line: String, told: String) throws {
    try TestHome.initialised { home in
      let words = line == "wallet 'a b'" ? ["wallet", "a b"] : line.split(separator: " ").map(String.init)
      let outcome = try home.qix(words)
      #expect(outcome.exitCode == 2 && outcome.errors.contains(told), "\(outcome.errors)")
      // A person's own line is never answered with somebody else's.
      #expect(!outcome.errors.contains("shop-4711"))
    }
  }

  @Test func searchFindsCommandsOptionsAndGuides() throws {
    try TestHome.with { home in
      let found = try home.done("help --search refund")
      for word in ["qix reward refund", "qix coins reverse", "docs/rewards.md"] {
        #expect(found.contains(word), "\(word)")
      }
      #expect(try home.done("help --search restock --tsv").contains("qix reward refund"))
      #expect(try home.done("help --search idempotency-key").contains("--idempotency-key"))
      #expect(try home.done("help --search delete").contains("qix user erase"))
      #expect(try home.qix(["help", "--search", "xyzzy"]).exitCode == 3)
      // A slip of the finger finds what was meant, and it is said.
      for (typed, meant) in [("refnud", "refund"), ("expirey", "expire"), ("vuocher", "voucher")] {
        let outcome = try home.qix(["help", "--search", typed])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("Nothing is about '\(typed)'; this is about '\(meant)'."), "\(outcome.errors)")
        #expect(try outcome.output == home.done("help --search \(meant)"))
      }
      // A word that is far from all of the help's is no slip, and others say enough.
      let odd = try home.qix(["help", "--search", "xyzzy refund"])
      #expect(odd.errors.contains("Nothing is about 'xyzzy', so it was left out."), "\(odd.errors)")
      #expect(try odd.output == home.done("help --search refund"))
      let loose = try home.qix(["help", "--search", "raffle user goodwill"])
      #expect(loose.exitCode == 0 && loose.errors.contains("Nothing is about all of these words"), "\(loose.errors)")
      #expect(try home.qix(["help", "--search", "a", "coins"]).exitCode == 2)
    }
  }

  /// What people call it leads to the command and to the question of the help desk.
  @Test(arguments: [
    ("merge accounts", ["qix user merge", "16. I have two accounts"]),
    ("two accounts", ["qix user merge", "16. I have two accounts"]),
    ("forget me", ["qix user erase", "18. Delete everything about me"]),
    ("gdpr", ["qix user erase", "qix user export", "18. Delete everything", "19. What do you know", "Erasure"]),
    ("delete account", ["qix user erase", "18. Delete everything about me"]),
    ("lost phone", ["qix user set", "13. I have another telephone number"]),
    ("I have lost my phone", ["qix user set", "13. I have another telephone number"]),
    ("wrong amount", ["qix coins reverse", "qix coins goodwill", "15. I was given the wrong amount"]),
    ("balance missing", ["qix wallet show", "qix wallet history", "1. Where are my coins?"]),
    ("deleting customers", ["qix user erase"]), ("charged double", ["9. I was charged twice."]),
    ("merge acounts", ["qix user merge"]), ("who blocked him", ["qix user show", "17. I am blocked. Why?"]),
    ("right to be forgotten", ["qix user erase", "18. Delete everything about me"]),
    ("coins were spent already", ["qix wallet history", "qix coins reverse"]),
    ("receipt pending", ["qix receipt review list", "21. My receipt is still waiting"]),
    ("chargeback", ["qix coins reverse", "qix reward refund", "9. I was charged twice."]),
    ("angry customer", ["qix coins goodwill"]), ("apology", ["qix coins goodwill"]),
    ("hacked account", ["qix session end", "qix user suspend"]), ("log out", ["qix session end"]),
    ("sign out", ["qix session end"]), ("logout", ["qix session end"]), ("sorry", ["qix coins goodwill"]),
    ("did I win the lottery", ["qix raffle"]), ("points disappeared", ["qix wallet history"]),
    ("friend bonus", ["qix referral"]), ("gold status", ["qix tier"]),
  ])
  func everydayWordsLead(words: String, found: [String]) throws {
    try TestHome.with { home in
      let outcome = try home.qix(["help", "--search", words])
      for text in found { #expect(outcome.output.contains(text), "\(words): \(outcome)") }
    }
  }

  /// Each word of the table leads somewhere by each of the words that it stands for.
  @Test func everySynonymIsAWordOfTheHelp() throws {
    let program = try Commands.program()
    try TestHome.with { home in
      for word in Set(program.synonyms().values.joined()).sorted() {
        let outcome = try home.qix(["help", "--search", word])
        #expect(outcome.exitCode == 0 && !outcome.errors.contains("Nothing"), "\(word)")
      }
    }
  }

  @Test func theOptionsOfAllCommandsHaveAPage() throws {
    try TestHome.with { home in
      let page = try home.done("help options")
      for form in GlobalParameters.all { #expect(page.contains(form.label) && page.contains("upkeep.time-zone")) }
      for line in page.split(separator: "\n") { #expect(line.count <= 80) }
      let help = try home.done("coins issue --help")
      #expect(help.contains("qix help options") && !help.contains("QIX_HOME"))
    }
  }

  /// The headings that are searched are those of the guides.
  @Test func theHeadingsAreThoseOfTheGuides() throws {
    let recorded = try Commands.program().guides()
    let pages = recorded.map(\.page).reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    let there = try pages.flatMap { page in
      try Self.headings(House.text(page)).map { GuideHeading(page: page, heading: $0) }
    }
    if House.isRecording, there != recorded {
      let path = House.path("Sources/QixCatalog/Guides.swift")
      let parts = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\"\"\"")
      let lines = there.map { "    \($0.page)\t\($0.heading)\n" }.joined()
      try [parts[0], "\n\(lines)    ", parts[2]].joined(separator: "\"\"\"")
        .write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(there == recorded, "record them: QIX_RECORD=1")
    }
    // Every guide but those for who changes qix itself.
    let all = try FileManager.default.contentsOfDirectory(atPath: House.path("docs")).filter { $0.hasSuffix(".md") }
    #expect(
      Set(all).subtracting(["README.md", "architecture.md", "errors.md"]) == Set(pages.map { String($0.dropFirst(5)) }))
  }

  private static func headings(_ text: String) -> [String] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      if line.hasPrefix("```") { isCode.toggle() }
      let hashes = line.prefix { $0 == "#" }.count
      guard !isCode, (1...3).contains(hashes), line.dropFirst(hashes).hasPrefix(" ") else { return nil }
      return String(line.dropFirst(hashes + 1)).trimmingCharacters(in: .whitespaces)
    }
  }
}

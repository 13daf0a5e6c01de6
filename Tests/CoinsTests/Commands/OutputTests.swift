import Foundation
import QixCommands
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What every command prints, in every form, held by golden files: what people read and programs parse changes only
/// where somebody meant it to (cli.md 16, 17, 19).
@Suite struct OutputTests {
  /// A golden file is kept beside all others of these tests.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  @Test(arguments: Transcript.forms)
  func everyCommandPrintsAsRecorded(form: String, flag: String) throws {
    try TestHome.initialised { home in
      let transcript = Transcript(home, flag: flag)
      try Self.tell(transcript)
      for (command, page) in transcript.pages {
        let name = "\(command.replacingOccurrences(of: " ", with: "-")).\(form).txt"
        try expectGolden(page, name, file: Self.folder.appendingPathComponent("-").path)
      }
      #expect(Set(transcript.pages.keys) == Set(Self.commands + ["user create"]))
    }
  }

  /// The tables that are asked for most, as a person reads them on a terminal of 80 columns.
  @Test func theMainTablesFitATerminal() throws {
    try TestHome.initialised { home in
      try Self.tell(Transcript(home, flag: ""))
      var text = ""
      for line in [
        "wallet show ada", "wallet history ada --limit 6", "wallet statement bo --since 2027-01-12 --until 2027-02-10",
        "budget list", "budget show summer", "coins approvals", "coins batch list", "coins report",
        "wallet history ada --limit 6 --columns at,amount,other --sort -amount",
      ] {
        let words = "\(line) --color never --zone Europe/Rome".split(separator: " ").map(String.init)
        let output = try home.qix(words, isTerminal: true).output
        for row in output.split(separator: "\n") { #expect(row.displayWidth <= 80, "\(row)") }
        text += "$ qix \(line)\n\(output)\n"
      }
      try expectGolden(text, "terminal.txt", file: Self.folder.appendingPathComponent("-").path)
    }
  }

  /// Each document names its shape and version, so that a program can tell what it reads.
  @Test func everyDocumentNamesItsShape() throws {
    try TestHome.initialised { home in
      let transcript = Transcript(home, flag: "--json")
      try Self.tell(transcript)
      // An export has forms of its own.
      for (line, output) in transcript.documents where line != "coins export" {
        let parsed = try? JSONSerialization.jsonObject(with: Data((output.split(separator: "\n").last ?? "").utf8))
        let whole = try? JSONSerialization.jsonObject(with: Data(output.utf8))
        guard let object = (whole ?? parsed) as? [String: Any] else {
          Issue.record("qix \(line): no JSON object: \(output)")
          continue
        }
        if let error = object["error"] as? [String: Any] {
          #expect(error["code"] is String && error["message"] is String && error.keys.contains("hint"))
        } else {
          let schema = try #require(object["schema"] as? String, "qix \(line)")
          #expect(schema.wholeMatch(of: /(coins|wallet|budget|identity|user)\.[a-z]+\/[1-9]/) != nil, "\(schema)")
        }
      }
    }
  }

  /// A golden file of a command that is gone would go on describing it.
  @Test func noGoldenFileIsLeftOver() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appendingPathComponent("Golden").path)
    let expected = (Self.commands + ["user create"]).flatMap { command in
      Transcript.forms.map { "\(command.replacingOccurrences(of: " ", with: "-")).\($0.0).txt" }
    }
    #expect(
      Set(files.filter { $0.hasSuffix(".txt") && !["commands.txt", "terminal.txt"].contains($0) }) == Set(expected))
  }

  /// Every command of the module, such as `coins issue`.
  private static let commands: [String] = CoinsModule.commands.flatMap { group in
    group.children.map { "\(group.name) \($0.name)" }
  }

  /// A story in which every command does what it does, also on nothing and in vain.
  private static func tell(_ story: Transcript) throws {
    for user in ["ada", "bo", "cy"] { try story.run("user create --external-id \(user)") }
    try onNothing(story)
    try budgets(story)
    try grants(story)
    try spending(story)
    try files(story)
    story.advance(days: 40)
    try story.run("coins remind --within 14d")
    try story.run("coins expire --dry-run")
    try story.run("coins expire --reason nightly")
    try story.run("coins expire")
    try looking(story)
    try story.run("coins goodwill ada --amount 5 --reason late")
    try story.run("budget create goodwill --amount 50")
    try story.run("coins goodwill ada --amount 5")
    try story.run("coins goodwill ada --amount 5 --reason late")
    try approvals(story)
  }

  private static func approvals(_ story: Transcript) throws {
    try story.run("coins approvals")
    try story.set("coins.approval-above", to: "100")
    try story.run("coins issue --to ada --amount 5000 --reason prize")
    try story.run("coins approve {approval}")
    try story.run("coins approve {approval} --dry-run", by: "local:bea")
    try story.run("coins approve {approval} --reason fine", by: "local:bea")
    try story.run("coins approve {approval}", by: "local:bea")
    try story.run("coins issue --to ada --amount 5000 --reason prize")
    try story.run("coins issue --file -", input: "user,amount\nada,60\nbo,60\n")
    try story.run("coins decline {approval} --reason twice")
    try story.run("coins decline {approval}")
    try story.run("budget create spring --amount 101")
    try story.run("coins approvals")
    try story.run("coins approvals --pending")
    try story.run("coins approval preview {approval}", by: "local:bea")
    try story.run("coins approval run {approval}")
    try story.run("coins approve apr_01m7w9tzg3f7fs9hn862jj74bb")
  }

  private static func onNothing(_ story: Transcript) throws {
    for line in [
      "budget list", "coins report", "coins report --plot", "coins report --plot --chart expiry", "coins verify",
      "coins head", "wallet show ada", "wallet history ada", "wallet statement ada", "wallet plot ada", "coins expire",
    ] { try story.run(line) }
  }

  private static func budgets(_ story: Transcript) throws {
    try story.run("budget create summer --amount 1000 --dry-run")
    try story.run("budget create summer --amount 1000 --reason campaign")
    try story.run("budget create winter")
    try story.run("budget create summer")
    try story.run("budget create Summer!")
    try story.run("budget fund summer --amount 500 --idempotency-key fund-1 --reason more")
    try story.run("budget fund summer --amount 500 --idempotency-key fund-1 --reason more")
    try story.run("budget fund autumn --amount 1")
  }

  private static func grants(_ story: Transcript) throws {
    try story.run("coins issue --to ada --amount 100 --expires P12M --reason welcome --idempotency-key order-1")
    try story.run("coins issue --to ada --amount 100 --expires P12M --reason welcome --idempotency-key order-1")
    try story.run("coins issue --to ada --amount 101 --expires P12M --reason welcome --idempotency-key order-1")
    try story.run("coins issue --to bo --amount 30 --from budget:summer --dry-run")
    try story.run("coins issue --to bo --amount 30 --from budget:summer --expires 2027-02-01 --at 2027-01-10T12:30:00Z")
    try story.run("coins issue --to bo --amount 1 --from budget:winter")
    try story.run("coins issue --to eve --amount 1")
    try story.run("coins issue --to ada --amount 1.5")
    try story.run("coins issue")
  }

  private static func spending(_ story: Transcript) throws {
    try story.run("coins transfer --from ada --to bo --amount 15 --reason gift")
    try story.run("coins transfer --from ada --to ada --amount 15")
    try story.run("coins hold --from ada --amount 20 --times-out 1d", as: "hold")
    try story.run("coins capture {hold} --amount 5", as: "capture")
    try story.run("coins capture {hold}")
    try story.run("coins hold --from budget:summer --to cy --amount 5", as: "win")
    try story.run("coins capture {win} --expires P30D --dry-run")
    try story.run("coins hold --from bo --amount 3", as: "void")
    try story.run("coins void {void} --reason cancelled")
    try story.run("coins void {void}")
    try story.run("coins hold --from bo --amount 4 --times-out 2d")
    try story.run("coins redeem --from ada --amount 10 --reason coffee", as: "redeem")
    try story.run("coins redeem --from ada --amount 1000")
    try story.run("coins reverse {redeem} --amount 4 --reason returned", as: "reverse")
    try story.run("coins reverse {redeem} --amount 7")
    try story.run("coins reverse {reverse}")
  }

  private static func files(_ story: Transcript) throws {
    let grants = "user,amount,store,expires\nada,5,Köln,\nbo,7,Århus,P3M\ncy,9,,\n"
    for options in ["--dry-run", "", ""] { try story.run("coins issue --file - \(options)", input: grants) }
    try story.run("coins issue --file - --keep-going --results -", input: "user,amount\nada,1\neve,1\nbo,x\n")
    try story.run("coins issue --file -", input: "user,amount\nada,1\nbo,1e3\n")
    try story.run("coins import --file - --create-users --reason old-system", input: "user,amount\nada,11\ndi,22\n")
    try story.run("coins import --file - --keep-going --reason old-system", input: "user,amount\nada,11\n,22\n")
    let operations = """
      {"op":"redeem","from":"ada","amount":5,"linked":true}
      {"op":"issue","to":"bo","amount":5,"reason":"swap"}

      """
    for _ in 0..<2 { try story.run("coins apply --file -", input: operations) }
    try story.run("coins issue --file - --batch july", input: "user,amount\nada,3\nbo,4\n")
    for line in [
      "list", "list --limit 1", "show july", "show june", "reverse july --dry-run", "reverse july --reason wrong",
      "reverse july", "show july",
    ] { try story.run("coins batch \(line)") }
    try story.run("coins apply --file - --keep-going", input: "op,from,amount\nredeem,bo,100000\nredeem,bo,1\n")
  }

  private static func looking(_ story: Transcript) throws {
    for line in [
      "budget list", "budget show summer", "budget show budget:winter", "budget show autumn", "wallet list",
      "wallet list --at-least 10 --limit 1", "wallet show ada",
      "wallet show bo --soon 60d", "wallet show cy", "wallet show eve", "wallet history ada",
      "wallet history bo --limit 2", "wallet history bo --kind expire --since 2027-01-01",
      "wallet history bo --kind fund",
      "wallet history eve", "wallet statement ada", "wallet statement bo --from 2027-01-12 --to 2027-02-10",
      "wallet statement bo --from 2027-02-10 --to 2027-01-12", "wallet plot bo", "wallet plot eve",
      "wallet plot bo --since 2027-01-14 --until 2027-01-20", "coins show {hold}", "coins show {capture}",
      "coins show {redeem}", "coins show {reverse}", "coins show {last}",
      "coins show trf_01m7w9tzg3f7fs9hn862jj74bb", "coins report", "coins report --plot",
      "coins report --plot --chart expiry", "coins verify", "coins export", "coins head", "coins prove {capture}",
      "coins prove {capture} --head 10", "coins prove {last} --head 1",
    ] { try story.run(line) }
  }
}

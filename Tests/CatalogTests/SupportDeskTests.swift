import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// The people at the desk: they ask for what changes something, and somebody who may do it approves.
@Suite struct SupportDeskTests {
  struct Desk {
    let home: TestHome

    static func with(vault: Bool = false, _ body: (Desk) throws -> Void) throws {
      try TestHome.initialised(vault: vault) { home in
        for (name, role) in [("sue", "support"), ("sam", "support"), ("olga", "operator"), ("till", "integrator")] {
          try home.done("token create \(name) --role \(role) --output \(home.path)/\(name).token")
        }
        try home.done("user create --external-id ada")
        try home.done("user create --external-id ben")
        try home.done("coins issue --to ada --amount 100 --reason bought --idempotency-key order-981")
        try body(Desk(home: home))
      }
    }

    func qix(_ who: String, _ line: String, input: String = "") throws -> TestTerminal.Outcome {
      try home.qix("--as \(home.path)/\(who).token \(line)", input: input)
    }

    /// Asks for something.
    /// - Returns: the request.
    func asked(_ who: String, _ line: String, location: SourceLocation = #_sourceLocation) throws -> String {
      let moved = try home.count("coins_transfers")
      let outcome = try qix(who, "\(line) --json")
      #expect(outcome.exitCode == 4, "\(line): \(outcome)", sourceLocation: location)
      #expect(outcome.errors.contains("coins.approval-needed"), "\(line): \(outcome)", sourceLocation: location)
      #expect(try home.count("coins_transfers") == moved)
      let words = outcome.errors.components(separatedBy: CharacterSet.alphanumerics.union(["_"]).inverted)
      return try #require(words.first { $0.hasPrefix("apr_") }, sourceLocation: location)
    }

    /// How many coins a request says that it is about.
    func coins(of request: String) throws -> Int64? {
      let list = try JSONValue(parsing: qix("olga", "coins approvals --json").output)["approvals"]?.array
      return list?.first { $0["approval"]?.string == request }?["amount"]?.integer
    }

    func balance(_ user: String) throws -> String {
      let json = try home.done("wallet show \(user) --json")
      return try #require(JSONValue(parsing: json)["balance"]?.integer.map { "\($0)" })
    }
  }

  private static let transfer = "coins_transfers"

  @Test func aCorrectionIsAskedForAndApprovedAndDoneOnce() throws {
    try Desk.with { desk in
      let grant = try desk.home.done("wallet history ada --quiet").trimmed
      let line = "coins reverse \(grant) --amount 40 --reason case-1 --idempotency-key case-1"
      #expect(try desk.qix("sue", "\(line) --dry-run").exitCode == 4)
      #expect(try desk.home.count("coins_approvals") == 0)
      let request = try desk.asked("sue", line)
      // Asked again it is the same request.
      #expect(try desk.asked("sue", line) == request)
      #expect(try desk.coins(of: request) == 40)
      let told = try desk.qix("olga", "coins approvals --pending --json").output
      #expect(told.contains("reverse 40 coins of \(grant)") && told.contains("case-1") && told.contains("token:sue"))
      let approved = try desk.qix("olga", "coins approve \(request)")
      #expect(approved.exitCode == 0, "\(approved)")
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.balance("ada") == "60")
      // The key gives the first result, and nobody is asked for it.
      let again = try desk.qix("sue", "\(line) --json")
      #expect(again.exitCode == 0 && again.output.contains("\"replayed\": true"), "\(again)")
      #expect(try desk.balance("ada") == "60")
      // Who did it is who asked; who agreed is in the log.
      let log = try desk.home.done("audit show --tsv")
      #expect(log.contains("coins.reverse") && log.contains("token:olga") && log.contains("coins.approve"))
      try desk.home.done("coins verify")
      try desk.home.done("db check")
    }
  }

  /// An approval fits what was asked for, and who has asked, and ends when nobody uses it.
  @Test func anApprovalFitsNothingElse() throws {
    try Desk.with { desk in
      let grant = try desk.home.done("wallet history ada --quiet").trimmed
      let line = "coins reverse \(grant) --amount 40 --reason case-1"
      let request = try desk.asked("sue", line)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      for other in [
        ("sam", line), ("sue", "coins reverse \(grant) --amount 41 --reason case-1"),
        ("sue", "coins reverse \(grant) --reason case-1"),
      ] {
        #expect(try desk.asked(other.0, other.1) != request)
      }
      #expect(try desk.balance("ada") == "100")
      // Under a key it is the same wish, which is granted once.
      #expect(try desk.qix("sue", "\(line) --idempotency-key other").exitCode == 0)
      #expect(try desk.asked("sue", line) != request)
      #expect(try desk.balance("ada") == "60")
      let late = try desk.asked("sue", "coins reverse \(grant) --amount 1 --reason case-2")
      #expect(try desk.qix("olga", "coins approve \(late)").exitCode == 0)
      desk.home.clock.advance(byMicroseconds: 73 * 3_600_000_000)
      _ = try desk.asked("sue", "coins reverse \(grant) --amount 1 --reason case-2")
    }
  }

  /// Who may only ask can approve nothing, sees nobody else's requests, and withdraws only their own.
  @Test func supportApprovesNothing() throws {
    try Desk.with { desk in
      let grant = try desk.home.done("wallet history ada --quiet").trimmed
      let request = try desk.asked("sue", "coins reverse \(grant) --reason case-1")
      #expect(try desk.coins(of: request) == 100, "all that is left")
      for who in ["sue", "sam"] {
        let refused = try desk.qix(who, "coins approve \(request) --json")
        #expect(refused.exitCode == 4 && refused.errors.contains("access.role"), "\(refused)")
      }
      #expect(try !desk.qix("sam", "coins approvals").output.contains(request))
      #expect(try desk.qix("sue", "coins approvals").output.contains(request))
      #expect(try desk.qix("sam", "coins decline \(request)").exitCode == 3)
      #expect(try desk.qix("sue", "coins decline \(request)").exitCode == 0)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 5)
      // Others than support ask for nothing.
      #expect(try desk.qix("till", "coins reverse \(grant) --reason case-1").exitCode == 4)
      #expect(try desk.home.count("coins_approvals") == 1)
    }
  }

  /// Nobody is asked about what can't be done, or about what changes nothing.
  @Test func whatCantBeDoneIsNotAskedFor() throws {
    try Desk.with { desk in
      let grant = try desk.home.done("wallet history ada --quiet").trimmed
      for (line, code) in [
        ("coins reverse \(grant) --amount 101 --reason case-1", Int32(6)),
        ("coins reverse \(grant) --amount 1", 2), ("user resume ada", 2),
        ("coins reverse trf_01m7w9tzg3f7fs9hn862jj74bb --reason x", 3), ("user merge ada --into ada --reason x", 2),
        ("user resume nobody --reason x", 3), ("user merge nobody --into ada --reason x", 3),
        ("user erase nobody --confirm nobody --reason x", 3), ("user resume ada --reason x", 0),
      ] {
        let outcome = try desk.qix("sue", line)
        #expect(outcome.exitCode == code, "\(line): \(outcome)")
      }
      #expect(try desk.home.count("coins_approvals") == 0)
      // A token for reading only asks for nothing, either.
      try desk.home.done("token create look --role support --access read --output \(desk.home.path)/look.token")
      #expect(try desk.qix("look", "coins reverse \(grant) --reason x --json").errors.contains("access.read-only"))
    }
  }

  @Test func aSuspendedUserIsResumedAndItIsToldWhoAndWhy() throws {
    try Desk.with { desk in
      try desk.home.done("user suspend ada --reason looks-like-a-farm")
      let shown = try desk.qix("sue", "user show ada --json").output
      #expect(shown.contains("looks-like-a-farm") && shown.contains("\"by\""), "\(shown)")
      let till = try desk.qix("till", "user show ada --json").output
      #expect(!till.contains("looks-like-a-farm") && !till.contains("local:"), "\(till)")
      let request = try desk.asked("sue", "user resume ada --reason it-was-none")
      #expect(try desk.qix("sue", "user show ada").output.contains("suspended"))
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      #expect(try desk.qix("sue", "user resume ada --reason it-was-none").exitCode == 0)
      let changes = try desk.qix("sue", "user show ada --changes --tsv").output
      for word in ["suspend", "resume", "looks-like-a-farm", "it-was-none", "token:sue", "token:olga"] {
        #expect(changes.contains(word), "\(word): \(changes)")
      }
      try desk.home.done("db check")
    }
  }

  @Test func usersAreMergedOnRequest() throws {
    try Desk.with(vault: true) { desk in
      try desk.home.done("user set ben --phone +393391234567")
      try desk.home.unchecked.write(.init("test")) { connection, _ in
        try connection.run(
          "INSERT INTO identity_proofs (user, proof, proved_at) SELECT user, 'phone', 1 FROM identity_fields")
      }
      let line = "user merge ben --into ada --reason same-person"
      #expect(try desk.qix("sue", "\(line) --consent otp_01h455vb4pex5vsknk084sn02q").exitCode == 2)
      // Whoever had proved a number is told, so without a sender nothing can be asked for.
      #expect(try desk.qix("sue", line).exitCode == 1)
      try Outbox(desk.home).useFile()
      let request = try desk.asked("sue", line)
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try Outbox(desk.home).sent().count == 1)
    }
  }

  @Test func twoUsersWithoutProofsAreMerged() throws {
    try Desk.with { desk in
      let line = "user merge ada --into ben --reason same-person"
      let request = try desk.asked("sue", line)
      #expect(try desk.coins(of: request) == 100, "all that is in the wallet that goes")
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      #expect(try desk.qix("sue", line).exitCode == 0)
      // A repeat is answered as before.
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.home.count("coins_approvals") == 1)
    }
  }

  /// An erasure is approved by who may erase: two who may not don't become one who may.
  @Test func anErasureIsApprovedByAnAdmin() throws {
    try Desk.with { desk in
      let line = "user erase ada --confirm ada --reason article-17"
      let request = try desk.asked("sue", line)
      let refused = try desk.qix("olga", "coins approve \(request) --json")
      #expect(refused.exitCode == 4 && refused.errors.contains("coins.approval-not-yours"), "\(refused)")
      _ = try desk.asked("sue", line)
      try desk.home.done("coins approve \(request)")
      let erased = try desk.qix("sue", line)
      #expect(erased.exitCode == 0, "\(erased)")
      #expect(try desk.qix("sue", "user show ada").exitCode == 3)
      #expect(try !desk.home.done("coins approvals --tsv").contains("article-17"))
    }
  }

  @Test func aRefundIsAskedFor() throws {
    try Desk.with { desk in
      try desk.home.done("reward create mug --brand Alba --title Mug --delivery goods --price 30 --stock 3")
      try desk.home.done("reward publish mug")
      let redemption = try desk.home.done("reward redeem mug --user ada --idempotency-key tap --quiet").trimmed
      try desk.home.done("reward confirm \(redemption)")
      let line = "reward refund \(redemption) --restock --reason sent-back --idempotency-key back"
      let request = try desk.asked("sue", line)
      // Asked again with another key, or none, it is the request that waits already.
      let others = [line + "-2", line.replacing(" --idempotency-key back", with: "")]
      for other in others { #expect(try desk.asked("sue", other) == request) }
      #expect(try desk.coins(of: request) == 30)
      #expect(try desk.balance("ada") == "70")
      #expect(try desk.qix("olga", "coins approve \(request)").exitCode == 0)
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.balance("ada") == "100")
      #expect(try desk.qix("sue", line).exitCode == 0)
      #expect(try desk.balance("ada") == "100")
    }
  }

  /// What may be asked for is this, and each asks: a command that is opened so without asking changes nothing.
  @Test func theseMayBeAskedFor() throws {
    let asking = try Commands.places().filter { $0.declaration?.requests != [] && $0.declaration != nil }
    #expect(
      Set(asking.map { $0.path.dropFirst().joined(separator: " ") })
        == ["coins reverse", "user merge", "user resume", "user erase", "reward refund"])
    try Desk.with { desk in
      var context = try Self.context(desk.home)
      context.invocation.approvers = [.operator]
      let before = try desk.home.contents()
      #expect(throws: Failure.self) {
        try context.change("identity.test") { connection, _ in
          try connection.run("DELETE FROM identity_finds")
          try connection.run("UPDATE identity_users SET standing = 2")
        }
      }
      #expect(try desk.home.contents() == before)
    }
  }

  private static func context(_ home: TestHome) throws -> Context {
    var context = Context(clock: home.clock, random: home.random)
    context.database = home.unchecked
    context.principal = Principal(name: "token:sue", role: .support)
    return context
  }

  // MARK: Looking up

  @Test func aTransferIsFoundByItsOrdersNumber() throws {
    try Desk.with { desk in
      let grant = try desk.home.done("wallet history ada --quiet").trimmed
      #expect(try desk.qix("sue", "coins show order-981 --json").output == desk.home.done("coins show \(grant) --json"))
      #expect(try desk.qix("sue", "coins show order-982").exitCode == 3)
      // Under a key its sender's answer comes again: which keys there are is not for programs of others.
      for key in ["order-981", "order-982"] {
        let refused = try desk.qix("till", "coins show \(key) --json")
        #expect(refused.exitCode == 4 && refused.errors.contains("coins.key-not-told"), "\(refused)")
      }
    }
  }

  @Test func aWalletIsFoundByItsNumber() throws {
    try Desk.with(vault: true) { desk in
      try desk.home.done("user set ada --phone +393391234567 --email ada@example.org")
      for spelled in ["+393391234567", "ada@example.org"] {
        #expect(try desk.qix("sue", "wallet show \(spelled) --json").output == desk.home.done("wallet show ada --json"))
        #expect(try desk.qix("sue", "user show \(spelled)").exitCode == 0)
      }
      #expect(try desk.qix("sue", "wallet show +393391234568").exitCode == 3)
      let log = try desk.home.done("audit show --action identity.find --tsv")
      #expect(log.contains("token:sue") && !log.contains("339123"))
      // As many as `user find`, and counted with it.
      try desk.home.done("setting set identity.finds-per-minute 3")
      desk.home.clock.advance(byMicroseconds: 120_000_000)
      var codes: [Int32] = []
      for number in 1...3 { codes.append(try desk.qix("sue", "wallet show +39339123450\(number)").exitCode) }
      codes.append(try desk.qix("sue", "wallet history +393391234567").exitCode)
      #expect(codes == [3, 3, 3, 6])
      // Who may not find users finds none so.
      try desk.home.done("token create one --role support --scope wallet --output \(desk.home.path)/one.token")
      let refused = try desk.qix("one", "wallet show +393391234567 --json")
      #expect(refused.exitCode == 3 && refused.errors.contains("user-not-found"), "\(refused)")
      try desk.home.done("token create eye --role auditor --output \(desk.home.path)/eye.token")
      #expect(try desk.qix("eye", "wallet show +393391234567").exitCode == 3)
    }
  }

  // MARK: Notes

  @Test func notesAreEncryptedAndGoWithTheUser() throws {
    try Desk.with(vault: true) { desk in
      let made = try desk.qix("sue", "user note add ada -", input: "calls back on Monday\n")
      #expect(made.exitCode == 0, "\(made)")
      try desk.home.done("user note add ben second")
      let masked = try desk.qix("sam", "user note list ada")
      #expect(masked.output.contains("token:sue") && !masked.output.contains("Monday"), "\(masked)")
      #expect(try desk.qix("sam", "user note list ada --reveal").exitCode == 2)
      let told = try desk.qix("sam", "user note list ada --reveal --reason case-1")
      #expect(told.output.contains("calls back on Monday"))
      #expect(try desk.home.done("audit show --action access.reveal --tsv").contains("token:sam"))
      for who in ["till"] {
        #expect(try desk.qix(who, "user note list ada").exitCode == 4)
        #expect(try desk.qix(who, "user note add ada x").exitCode == 4)
      }
      // Nothing of it lies in the file.
      #expect(try desk.home.contents().allSatisfy { !$0.contains("Monday") })
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(desk.home.path)/qix.db"))
      #expect(bytes.range(of: Data("Monday".utf8)) == nil)
      #expect(try desk.home.done("user export ada --reveal --reason r").contains("calls back on Monday"))
      try desk.home.done("user merge ben --into ada --reason same")
      let both = try desk.qix("sue", "user note list ada --reveal --reason r").output
      #expect(both.contains("Monday") && both.contains("second"))
      try desk.home.done("db check")
      try desk.home.done("user erase ada --confirm ada")
      #expect(try desk.home.count("identity_notes") == 0)
      #expect(try desk.qix("sue", "user note add ada x").exitCode != 0)
    }
  }

  @Test(arguments: [("", 2), (String(repeating: "x", count: 2_001), 2), (String(repeating: "x", count: 2_000), 0)])
  func notesHaveALength(text: String, code: Int) throws {
    try Desk.with(vault: true) { (desk: Desk) throws in
      #expect(try desk.qix("sue", "user note add ada -", input: text).exitCode == Int32(code))
      #expect(try desk.home.count("identity_notes") == (code == 0 ? 1 : 0))
    }
  }

  @Test func aNoteThatWasSwappedIsFound() throws {
    try Desk.with(vault: true) { desk in
      try desk.home.done("user note add ada one")
      try desk.home.done("user note add ben two")
      try desk.home.unchecked.write(.init("test")) { connection, _ in
        try connection.run(
          "UPDATE identity_notes SET box = (SELECT max(box) FROM identity_notes)")
      }
      #expect(try desk.home.qix("db check").exitCode == 7)
    }
  }

  @Test func goodwillIsOffAndThenHasALimit() throws {
    try Desk.with { desk in
      try desk.home.done("budget create goodwill --amount 1000")
      let line = "coins goodwill ada --amount 20 --reason case-1"
      #expect(try desk.qix("sue", line).exitCode == 6)
      try desk.home.done("setting set coins.goodwill-per-day 100")
      try desk.home.done("setting set coins.goodwill-per-user 50")
      #expect(try desk.qix("sue", "coins goodwill ada --amount 20").exitCode == 2)
      #expect(try desk.qix("sue", "\(line) --dry-run").exitCode == 0)
      #expect(try desk.qix("sue", "\(line) --idempotency-key c1").exitCode == 0)
      // A repeat neither pays nor counts.
      #expect(try desk.qix("sue", "\(line) --idempotency-key c1").exitCode == 0)
      #expect(try desk.balance("ada") == "120")
      // More than the budget has, and than the desk may give: the nearer is told.
      let far = try desk.qix("sue", "coins goodwill ada --amount 2000 --reason r")
      #expect(far.errors.contains("coins.goodwill-per-day"), "\(far.errors)")
      // By the user, and all of the role together.
      #expect(try desk.qix("sam", "coins goodwill ada --amount 31 --reason r").exitCode == 6)
      #expect(try desk.qix("sam", "coins goodwill ada --amount 30 --reason r").exitCode == 0)
      #expect(try desk.qix("sam", "coins goodwill ben --amount 50 --reason r").exitCode == 0)
      #expect(try desk.qix("sue", "coins goodwill cleo --amount 1 --reason r").exitCode == 3)
      try desk.home.done("user create --external-id cleo")
      #expect(try desk.qix("sue", "coins goodwill cleo --amount 1 --reason r").exitCode == 6)
      // Operators are bound by the budget, integrators give none, and support issues nothing else.
      #expect(try desk.qix("olga", "coins goodwill cleo --amount 1 --reason r").exitCode == 0)
      #expect(try desk.qix("olga", "coins goodwill cleo --amount 1000 --reason r").exitCode == 6)
      #expect(try desk.qix("till", "coins goodwill cleo --amount 1 --reason r").exitCode == 4)
      #expect(try desk.qix("sue", "coins issue --to cleo --amount 1 --from budget:goodwill").exitCode == 4)
      // A clock that is set back and forth gives no second day; the next day does.
      desk.home.clock.advance(byMicroseconds: -Timestamp.day)
      #expect(try desk.qix("sue", "coins goodwill cleo --amount 2 --reason r").exitCode == 6)
      desk.home.clock.advance(byMicroseconds: 2 * Timestamp.day)
      #expect(try desk.qix("sue", "coins goodwill cleo --amount 50 --reason r").exitCode == 0)
      try desk.home.done("coins verify")
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

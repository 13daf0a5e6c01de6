import CoinsContract
import Foundation
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Test is at the till, Bea is the second person, and nobody brings more than 100 coins a day into being alone.
@Suite struct ApprovalTests {
  private func withLimit(_ limit: Int64 = 100, _ body: (Shop, _ bea: TestHome) throws -> Void) throws {
    try Shop.with { shop in
      try shop.done("setting set coins.approval-above \(limit)")
      var bea = shop.home
      bea.actor = "local:bea"
      try body(shop, bea)
    }
  }

  private func supply(_ shop: Shop) throws -> Int64 {
    try shop.home.database.read { connection in
      try connection.first("SELECT -posted FROM coins_accounts WHERE account = 1") { $0.integer(0) } ?? 0
    }
  }

  /// Runs what has to wait for somebody.
  /// - Returns: the request's id.
  private func waits(_ line: String, in home: TestHome) throws -> String {
    let outcome = try home.qix("\(line) --quiet")
    #expect(outcome.exitCode == 4, "\(line): \(outcome)")
    // Where a script expects a transfer there is no other id.
    #expect(outcome.output.isEmpty)
    let id = try #require(outcome.errors.split { $0.isWhitespace || "`;".contains($0) }.first { $0.hasPrefix("apr_") })
    #expect(ApprovalID(String(id)) != nil, "\(outcome)")
    return String(id)
  }

  @Test(arguments: [
    "coins issue --to ada --amount 101", "coins issue --to ada --amount 101 --idempotency-key k --expires P1Y",
    "budget create summer --amount 101", "budget create summer --amount 101 --idempotency-key k",
  ])
  func goesThroughOnceAfterApproval(_ line: String) throws {
    try withLimit { shop, bea in
      let id = try waits(line, in: shop.home)
      #expect(try waits(line, in: shop.home) == id)
      #expect(try supply(shop) == 0 && shop.home.count("coins_approvals") == 1)
      #expect(try shop.home.qix("coins approve \(id)").exitCode == 4)
      #expect(try bea.qix("coins approve \(id) --dry-run").exitCode == 0)
      #expect(try waits(line, in: shop.home) == id)
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      #expect(try bea.qix("coins approve \(id)").exitCode == 5)
      try shop.done(line)
      #expect(try supply(shop) == 101)
      let again = try shop.home.qix(line)
      #expect(again.exitCode == (line.contains("-key") ? 0 : line.contains("budget") ? 5 : 4), "\(again)")
      #expect(try supply(shop) == 101)
      try shop.done("coins verify")
    }
  }

  @Test func itFitsNothingElse() throws {
    try withLimit { shop, bea in
      let id = try waits("coins issue --to ada --amount 101", in: shop.home)
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      for line in [
        "coins issue --to ada --amount 102", "coins issue --to bo --amount 101",
        "coins issue --to ada --amount 101 --expires P1Y", "coins issue --to ada --amount 101 --idempotency-key k",
        "coins issue --to ada --amount 101 --reason x",
      ] { #expect(try waits(line, in: shop.home) != id) }
      #expect(try supply(shop) == 0)
    }
  }

  /// An approval says that this person may do this: who has given it, and anybody else, asks for one of their own, and
  /// takes none away.
  @Test(arguments: [
    "coins issue --to ada --amount 101", "coins issue --to ada --amount 101 --idempotency-key k",
    "budget create summer --amount 101", "budget fund old --amount 101", "coins issue --file FILE",
    "coins issue --file FILE --keep-going", "coins apply --file OPERATIONS",
  ])
  func itIsGoodForWhoHasAskedAlone(_ line: String) throws {
    try withLimit { shop, bea in
      try shop.done("budget create old")
      let file = try shop.file("grants.csv", "user,amount\nada,60\nbo,41\n")
      let operations = try shop.file("operations.csv", "op,to,amount\nissue,ada,101\n")
      let line = line.replacing("FILE", with: file).replacing("OPERATIONS", with: operations)
      let id = try waits(line, in: shop.home)
      // Whoever wants the same meanwhile has a request of their own.
      #expect(try waits(line, in: bea) != id)
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      let others = try waits(line, in: bea)
      #expect(others != id)
      #expect(try supply(shop) == 0)
      try shop.done(line)
      #expect(try supply(shop) == 101)
      #expect(try shop.home.qix("coins approve \(others)").exitCode == 0)
      #expect(try bea.qix("coins approvals --json").output.contains("\"used\""))
      try shop.done("coins verify")
    }
  }

  /// A request that a version before 0.6.0 has written is good for whoever it was that asked.
  @Test func oneOfBeforeStaysGood() throws {
    try withLimit { shop, bea in
      let line = "coins issue --to ada --amount 101"
      let id = try waits(line, in: shop.home)
      try shop.home.database.write(Change("test.old")) { connection, _ in
        let user = try #require(
          try connection.first("SELECT id FROM identity_users WHERE external_id = 'ada'") {
            try $0.identifier(0) as UserID
          })
        var scratch = ByteBuffer()
        let wanted = NewCoins(CoinsContract.Operation.issue(101, to: .wallet(user)), reason: nil, scratch: &scratch)
        try connection.run("DROP TRIGGER coins_approvals_ask_for_one_thing")
        try connection.run("UPDATE coins_approvals SET fingerprint = ?1", .blob(wanted.fingerprint))
      }
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      #expect(try waits(line, in: bea) != id)
      try shop.done(line)
      #expect(try supply(shop) == 101)
    }
  }

  @Test func splittingDoesNotHelp() throws {
    try withLimit { shop, bea in
      try shop.done("coins issue --to ada --amount 60")
      try shop.done("coins issue --to ada --amount 40 --idempotency-key k")
      // A repeat brings nothing into being.
      try shop.done("coins issue --to ada --amount 40 --idempotency-key k")
      _ = try waits("coins issue --to bo --amount 1", in: shop.home)
      #expect(try bea.qix("coins issue --to bo --amount 100").exitCode == 0)
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      try shop.done("coins issue --to bo --amount 100")
      #expect(try supply(shop) == 300)
    }
  }

  @Test func filesByTheirTotal() throws {
    try withLimit { shop, bea in
      let path = try shop.file("grants.csv", "user,amount\nada,60\nbo,60\n")
      for line in ["coins issue --file \(path)", "coins issue --file \(path) --keep-going"] {
        let id = try waits(line, in: shop.home)
        #expect(try supply(shop) == 0)
        #expect(try waits("coins import --file \(path)", in: shop.home) != id)
      }
      let id = try waits("coins issue --file \(path)", in: shop.home)
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      try shop.done("coins issue --file \(path)")
      // Every line has a key.
      try shop.done("coins issue --file \(path)")
      #expect(try supply(shop) == 120)
      let changed = try shop.file("grants.csv", "user,amount\nada,60\nbo,60\nbo,101\n")
      _ = try waits("coins issue --file \(changed) --continue grants.csv", in: shop.home)
    }
  }

  @Test func operationsOfAFile() throws {
    try withLimit { shop, bea in
      try shop.done("budget create spring --amount 100")
      shop.home.clock.advance(byMicroseconds: Timestamp.day)
      // What a budget pays came into being before.
      let path = try shop.file(
        "a.csv", "op,from,to,amount\nissue,budget:spring,ada,50\nissue,,ada,60\nfund,,budget:spring,50\n")
      let id = try waits("coins apply --file \(path)", in: shop.home)
      #expect(try bea.qix("coins approvals --pending --tsv").output.contains("\t110\tapply 110 by file"))
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      try shop.done("coins apply --file \(path)")
      #expect(try supply(shop) == 210)
    }
  }

  /// Who has asked is told why it was declined, where they may know what is written for internal use.
  @Test func theAnswerIsToldToWhoMayKnowIt() throws {
    try withLimit { shop, bea in
      let first = try waits("coins issue --to ada --amount 101 --reason harvest", in: shop.home)
      let declined = try bea.qix(["coins", "decline", first, "--reason", "twice the budget", "--json"])
      #expect(declined.output.contains("\"answer\": \"twice the budget\""), "\(declined)")
      let second = try waits("coins issue --to ada --amount 102", in: shop.home)
      #expect(try bea.qix(["coins", "approve", second, "--reason", "agreed"]).exitCode == 0)
      // What was approved can be declined later, with another answer.
      #expect(try bea.qix(["coins", "decline", second, "--reason", "not any more"]).exitCode == 0)
      let third = try waits("coins issue --to ada --amount 103", in: shop.home)
      #expect(try bea.qix(["coins", "decline", third]).exitCode == 0)
      let listed = try JSONValue(parsing: shop.done("coins approvals --json"))["approvals"]?.array ?? []
      #expect(listed.compactMap { $0["answer"]?.string }.sorted() == ["not any more", "twice the budget"])
      #expect(try shop.done("coins approvals").contains("twice the budget"))
      #expect(Approval.fields.first { $0.column.key == "answer" }?.column.datum == .reason)
      // What is over can lose its answer, and gets no other one.
      #expect(throws: (any Error).self) {
        try shop.home.unchecked.write(Change("test")) { connection, _ in
          try connection.execute("UPDATE coins_approvals SET answer = 'x' WHERE state = 3")
        }
      }
      try shop.done("user erase ada --confirm ada")
      #expect(try !shop.done("coins approvals --json").contains("budget"))
    }
  }

  @Test func declinedAndExpired() throws {
    try withLimit { shop, bea in
      let line = "coins issue --to ada --amount 101"
      let first = try waits(line, in: shop.home)
      #expect(try shop.home.qix("coins decline \(first)").exitCode == 0)
      #expect(try bea.qix("coins approve \(first)").exitCode == 5)
      let second = try waits(line, in: shop.home)
      #expect(second != first)
      shop.home.clock.advance(byMicroseconds: 3 * Timestamp.day)
      #expect(try bea.qix("coins approve \(second)").exitCode == 5)
      let third = try waits(line, in: shop.home)
      #expect(third != second)
      #expect(try bea.qix("coins approve \(third)").exitCode == 0)
      shop.home.clock.advance(byMicroseconds: 3 * Timestamp.day)
      let fourth = try waits(line, in: shop.home)
      #expect(try bea.qix("coins approve \(fourth)").exitCode == 0)
      // What was approved can be taken back until it is used.
      #expect(try bea.qix("coins decline \(fourth)").exitCode == 0)
      _ = try waits(line, in: shop.home)
      let states = try bea.qix("coins approvals --tsv").output
      for state in ["pending", "declined", "expired"] { #expect(states.contains(state), "\(states)") }
      #expect(try bea.qix("coins approve apr_00000000000000000000000001").exitCode == 3)
      #expect(try supply(shop) == 0)
    }
  }

  /// A clock that goes back brings nothing back to life.
  @Test func whatHasExpiredStaysSo() throws {
    try withLimit { shop, bea in
      let (used, asked) = ("coins issue --to ada --amount 101", "coins issue --to bo --amount 101")
      let approved = try waits(used, in: shop.home)
      #expect(try bea.qix("coins approve \(approved)").exitCode == 0)
      let pending = try waits(asked, in: shop.home)
      shop.home.clock.advance(byMicroseconds: 4 * Timestamp.day)
      try shop.done("user create --external-id zoe")
      shop.home.clock.advance(byMicroseconds: -4 * Timestamp.day)
      #expect(try bea.qix("coins approve \(pending)").exitCode == 5)
      #expect(try bea.qix("coins approvals --pending --quiet").output.isEmpty)
      #expect(try waits(used, in: shop.home) != approved)
      #expect(try supply(shop) == 0)
    }
  }

  /// What stands with a request about one user is that user's.
  @Test func erasedAndExportedWithTheUser() throws {
    try withLimit { shop, bea in
      let users = try shop.users()
      let (ada, bo) = (try #require(users["ada"]), try #require(users["bo"]))
      func ask(_ user: String, _ reason: String) throws -> String {
        _ = try shop.home.qix(["coins", "issue", "--to", user, "--amount", "101", "--reason", reason])
        return try shop.done("coins approvals --quiet --limit 1").split(separator: "\n").joined()
      }
      let approval = try ask("ada", "for a sick child")
      _ = try ask("bo", "for a birthday")
      #expect(try bea.qix("coins approve \(approval)").exitCode == 0)
      let context = Context(clock: shop.home.clock, random: shop.home.random)
      func change(_ body: (Connection) throws -> Void) throws {
        try shop.home.database.write(Change("test")) { connection, _ in try body(connection) }
      }
      func export(_ user: UserID) throws -> String {
        try shop.home.database.read { connection in
          var writer = JSONWriter()
          try CoinsModule.writeExport(of: user, to: &writer, in: connection, context: context)
          return writer.text
        }
      }
      #expect(try export(ada).contains("sick child") && !export(ada).contains("birthday"))
      #expect(try !export(ada).contains("local:"))
      // Whoever was merged is the survivor.
      try change { _ = try CoinsModule.merge(bo, into: ada, in: $0, context: context) }
      #expect(try export(ada).contains("birthday"))
      try shop.done("coins issue --to cy --amount 1")
      try change { try CoinsModule.erase(ada, in: $0, context: context) }
      let left = try shop.done("coins approvals --json")
      #expect(!left.contains("sick child") && !left.contains("birthday") && left.contains(approval))
      #expect(try !export(ada).contains("sick child"))
    }
  }

  @Test func whoApprovesSeesForHowLongCoinsAreGood() throws {
    try withLimit { shop, _ in
      let file = try shop.file("grants.csv", "user,amount\nada,101\n")
      for line in [
        "coins issue --to ada --amount 101 --expires P12M", "coins issue --file \(file) --expires 2027-06-30",
        "coins issue --to ada --amount 102",
      ] { _ = try waits(line, in: shop.home) }
      let list = try shop.done("coins approvals --tsv")
      #expect(list.contains("expires P12M") && list.contains("expires 2027-07-01T00:00:00Z"), "\(list)")
      #expect(list.split(separator: "\n").filter { $0.contains(", expires ") }.count == 2)
    }
  }

  @Test func whatCantBeDoneIsNotAskedFor() throws {
    try withLimit { shop, _ in
      #expect(try shop.home.qix("coins issue --to nobody --amount 101").exitCode == 3)
      #expect(try shop.home.qix("budget fund nowhere --amount 101").exitCode == 3)
      #expect(try shop.home.qix("coins issue --to ada --amount 101 --expires 2020-01-01").exitCode == 2)
      let asked = try shop.home.count("coins_approvals")
      #expect(asked == 0)
    }
  }

  /// It ends as the real run would, asks nobody, and uses up nothing.
  @Test func aDryRunSaysThatApprovalWouldBeNeeded() throws {
    try withLimit { shop, bea in
      let file = "\(shop.home.path)/grants.csv"
      try "user,amount\nada,60\nada,41\n".write(toFile: file, atomically: true, encoding: .utf8)
      try shop.done("budget create autumn")
      for line in [
        "coins issue --to ada --amount 101", "budget create summer --amount 101", "budget fund autumn --amount 101",
        "coins issue --file \(file)", "coins issue --file \(file) --keep-going",
      ] {
        let outcome = try shop.home.qix("\(line) --dry-run --json")
        #expect(outcome.exitCode == 4 && outcome.errors.contains("coins.approval-needed"), "\(line): \(outcome)")
        #expect(!outcome.errors.contains("apr_") && !outcome.output.contains("apr_"))
        #expect(outcome.errors.contains("would need"), "\(line): \(outcome.errors)")
      }
      #expect(try shop.home.count("coins_approvals") == 0 && shop.home.count("coins_unapproved") == 0)
      let id = try waits("coins issue --to ada --amount 101", in: shop.home)
      #expect(try bea.qix("coins approve \(id)").exitCode == 0)
      for _ in 1...2 { try shop.done("coins issue --to ada --amount 101 --dry-run") }
      #expect(try supply(shop) == 0)
      try shop.done("coins issue --to ada --amount 101")
      let all = try waits("coins issue --file \(file)", in: shop.home)
      #expect(try bea.qix("coins approve \(all)").exitCode == 0)
      for _ in 1...2 {
        #expect(try shop.batch("coins issue --file \(file) --dry-run").counts == [2, 0, 0, 101])
      }
      try shop.done("coins issue --file \(file)")
    }
  }

  @Test func theListSaysThatThereIsMore() throws {
    try withLimit { shop, bea in
      let first = try waits("coins issue --to ada --amount 101", in: shop.home)
      let second = try waits("coins issue --to ada --amount 102", in: shop.home)
      let cut = try shop.home.qix("coins approvals --limit 1 --quiet")
      #expect(cut.output == "\(second)\n" && cut.errors.hasPrefix("warning: "))
      #expect(try shop.home.qix("coins approvals --limit 1 --json").output.contains(#""more": true"#))
      #expect(try shop.home.qix("coins approvals --limit 2 --json").output.contains(#""more": false"#))
      // Those that are decided don't hide those that are not.
      #expect(try bea.qix("coins approve \(second)").exitCode == 0)
      let pending = try shop.home.qix("coins approvals --pending --limit 1 --quiet")
      #expect(pending.output == "\(first)\n" && pending.errors.isEmpty)
    }
  }

  @Test func everythingIsInTheLog() throws {
    try withLimit { shop, bea in
      let id = try waits("coins issue --to ada --amount 101", in: shop.home)
      _ = try bea.qix("coins approve \(id) --reason fine")
      try shop.done("coins issue --to ada --amount 101")
      let log = try shop.home.database.read { try AuditLog.entries(limit: 3, in: $0) }
      #expect(log.map(\.action) == ["coins.issue", "coins.approve", "coins.request-approval"])
      #expect(log.map(\.actor) == ["local:test", "local:bea", "local:test"])
      #expect(log[1].subject.contains(id) && log[2].subject.contains("issue 101"))
    }
  }

  @Test func twoAtOnceUseItOnce() throws {
    try withLimit { shop, bea in
      let line = "coins issue --to ada --amount 101"
      let id = try waits(line, in: shop.home)
      let approvals = try inParallel(4) { index in
        var home = shop.home
        home.actor = "local:bea-\(index)"
        return try home.qix("coins approve \(id)").exitCode
      }
      #expect(approvals.filter { $0 == 0 }.count == 1 && approvals.filter { $0 == 5 }.count == 3)
      let uses = try inParallel(4) { _ in try shop.home.qix(line).exitCode }
      #expect(uses.filter { $0 == 0 }.count == 1 && uses.filter { $0 == 4 }.count == 3)
      #expect(try supply(shop) == 101)
    }
  }

  /// The schema says so too.
  @Test(arguments: [
    "UPDATE coins_approvals SET state = 2, decided_by = requested_by", "UPDATE coins_approvals SET state = 2",
    "UPDATE coins_approvals SET state = 4, decided_by = 'x'", "DELETE FROM coins_approvals",
    "UPDATE coins_approvals SET granted = 1", "UPDATE coins_approvals SET reason = 'other'",
    "UPDATE coins_approvals SET amount = 1", "UPDATE coins_approvals SET fingerprint = zeroblob(32)",
  ])
  func theTableRefuses(_ sql: String) throws {
    try withLimit { shop, _ in
      _ = try waits("coins issue --to ada --amount 101", in: shop.home)
      #expect(throws: StorageError.self) {
        try shop.home.database.write(Change("test")) { connection, _ in try connection.run(sql) }
      }
    }
  }
}

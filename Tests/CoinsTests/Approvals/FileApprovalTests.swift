import CoinsContract
import IdentityContract
import QixBatch
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Files whose coins somebody has to approve: what is done is what was hashed and counted, whatever happens meanwhile.
@Suite struct FileApprovalTests {
  private func supply(_ shop: Shop) throws -> Int64 {
    try shop.home.database.read { connection in
      try connection.first("SELECT -posted FROM coins_accounts WHERE account = 1") { $0.integer(0) } ?? 0
    }
  }

  private func withLimit(_ body: (Shop) throws -> Void) throws {
    try Shop.with { shop in
      try shop.done("setting set coins.approval-above 50")
      try body(shop)
    }
  }

  /// Has somebody else approve the newest request.
  private func approve(in shop: Shop) throws {
    var bea = shop.home
    bea.actor = "local:bea"
    let ids = try bea.qix("coins approvals --pending --quiet").output.split(separator: "\n")
    #expect(try bea.qix("coins approve \(try #require(ids.first))").exitCode == 0)
  }

  private func isNeeded(_ error: (any Error)?) -> Bool {
    (error as? any Diagnosable).map { $0.code == "coins.approval-needed" && $0.category == .notAllowed } ?? false
  }

  @Test(arguments: [[], ["--keep-going"]]) func whoeverRewritesAnApprovedFileGetsNothing(_ flags: [String]) throws {
    try withLimit { shop in
      let path = try shop.file("grants.csv", "user,amount\nada,60\nbo,60\n")
      let users = try shop.users()
      let words = ["--file", path] + flags
      #expect(try shop.home.qix(["coins", "issue"] + words).exitCode == 4)
      try approve(in: shop)
      for text in ["user,amount\nada,60\ncy,60\n", "user,amount,key\nada,60,a\ncy,60,c\n"] {
        let meddler = Meddler { name, lookUp in
          if lookUp == 0 { try Shop.rewrite(path, text) }
          return users[name]
        }
        try shop.issue(words, with: meddler)
        #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [60, 60, 0])
        try Shop.rewrite(path, "user,amount\nada,60\nbo,60\n")
      }
      #expect(try supply(shop) == 120)
      try shop.verify()
    }
  }

  /// A dry run shows each fault and what it would come to, and says last that somebody has to approve it.
  @Test(arguments: [[], ["--keep-going"]]) func aDryRunNamesTheFaultsOfAFileThatWaits(_ flags: [String]) throws {
    try withLimit { shop in
      let path = try shop.file("grants.csv", "user,amount\nada,60\nnobody,60\nbo,60\nno one,5\n")
      let words = ["coins", "issue", "--file", path, "--dry-run", "--json"] + flags
      let outcome = try shop.home.qix(words)
      #expect(outcome.exitCode == 3, "\(outcome)")
      #expect(outcome.output.contains("\"done\": 2") && outcome.output.contains("\"refused\": 2"), "\(outcome)")
      #expect(outcome.errors.contains("line 3") && outcome.errors.contains("line 5"), "\(outcome)")
      #expect(outcome.errors.contains("would need four-eyes approval"), "\(outcome)")
      let whole = try shop.file("whole.csv", "user,amount\nada,60\n")
      let waits = try shop.home.qix(["coins", "issue", "--file", whole, "--dry-run", "--json"] + flags)
      #expect(waits.exitCode == 4 && waits.output.contains("\"done\": 1"), "\(waits)")
      #expect(try shop.home.count("coins_approvals") == 0 && shop.home.count("coins_unapproved") == 0)
    }
  }

  /// Nobody is asked to approve a file whose faults were not named, and what was tried is taken back.
  @Test func aRequestNamesWhatTheFileWillNotDo() throws {
    try withLimit { shop in
      try shop.done("user suspend cy --reason farm")
      let path = try shop.file("grants.csv", "user,amount\nada,60\nnobody,60\ncy,60\n")
      let stopped = try shop.home.qix("coins issue --file \(path)")
      #expect(stopped.exitCode == 3 && stopped.errors.contains("line 3"), "\(stopped)")
      #expect(try shop.home.count("coins_approvals") == 0)
      let asked = try shop.home.qix("coins issue --file \(path) --keep-going")
      #expect(asked.exitCode == 4 && asked.errors.contains("line 3") && asked.errors.contains("line 4"), "\(asked)")
      #expect(try shop.home.count("coins_approvals") == 1 && shop.home.count("coins_transfers") == 0)
      try approve(in: shop)
      #expect(try shop.home.qix("coins issue --file \(path) --keep-going").exitCode == 3)
      #expect(try [shop.coins("ada"), shop.coins("cy")] == [60, 0])
      try shop.verify()
    }
  }

  private static func reversed(_ options: String) -> String {
    options.split(separator: "--").reversed().map { "--\($0)" }.joined(separator: " ")
  }

  /// The same bytes, read in another way, are other coins for other people.
  @Test(arguments: [
    ("--map amount=a1", "--map amount=a2"), ("--map amount=a1", "--map amount=a1 --map expires=until"),
    (
      "--map amount=a1 --map expires=day --date-format dd.MM.yyyy",
      "--map amount=a1 --map expires=day --date-format MM.dd.yyyy"
    ),
    ("--map amount=a1 --decimal .", "--map amount=a1 --decimal ,"),
  ])
  func anApprovalIsOfHowAFileIsRead(_ approved: String, _ tried: String) throws {
    try withLimit { shop in
      let path = try shop.file(
        "two.csv", "user,partner,a1,a2,until,day\nada,bo,70,7,P1D,02.01.2037\nbo,ada,7,70,P1D,03.01.2037\n")
      func issue(_ options: String) throws -> BatchOutcome { try shop.batch("coins issue --file \(path) \(options)") }
      #expect(try issue(approved).exitCode == 4)
      let told = try shop.done("coins approvals --pending --json")
      for option in approved.split(separator: "--").map({ $0.split(separator: " ")[1] }) {
        #expect(told.contains("'\(option)'"), "\(told)")
      }
      try approve(in: shop)
      #expect(try issue(tried).exitCode == 4)
      #expect(try supply(shop) == 0)
      #expect(try issue(approved).counts == [2, 0, 0, 77])
      // In whatever order the options stand.
      #expect(try issue(Self.reversed(approved)).counts == [0, 2, 0, 0])
    }
  }

  /// Nothing was counted, so that nobody was asked; then there is something after all.
  @Test(arguments: [("user,amount\nnew,500000\n", 1), ("user,amount\nada,40\nnew,60\n", 2)])
  func usersWhoAppearAfterTheCountingGetNothing(_ text: String, lookUpsOfCounting: Int) throws {
    try withLimit { shop in
      let path = try shop.file("grants.csv", text)
      let users = try shop.users()
      let meddler = Meddler { name, lookUp in
        name == "new" ? (lookUp < lookUpsOfCounting ? nil : UserID(high: 0, low: 7)) : users[name]
      }
      let error = #expect(throws: ApprovalError.self) {
        try shop.issue(["--file", path, "--keep-going"], with: meddler)
      }
      #expect(isNeeded(error))
      #expect(try supply(shop) == 0)
      #expect(try shop.home.count("coins_unapproved") == 0)
    }
  }

  /// The file and its total are what was approved, but it is others who would get the coins now.
  @Test func aUsedApprovalIsGoodForNothingNew() throws {
    try withLimit { shop in
      let path = try shop.file("grants.csv", "user,amount\nada,60\nbo,60\ncy,60\n")
      let users = try shop.users()
      let words = ["--file", path, "--keep-going"]
      func issue(without missing: String) throws {
        try shop.issue(words, with: Meddler { name, _ in name == missing ? nil : users[name] })
      }
      #expect(isNeeded(#expect(throws: Failure.self) { try issue(without: "cy") }))
      try approve(in: shop)
      #expect(throws: SomeRefused.self) { try issue(without: "cy") }
      #expect(throws: SomeRefused.self) { try issue(without: "cy") }
      // In place of somebody who got theirs: that is no longer the file that was done.
      let changed = #expect(throws: (any Error).self) { try issue(without: "ada") } as? any Diagnosable
      #expect(changed?.code.hasPrefix("batch.") == true)
      let error = #expect(throws: Failure.self) { try issue(without: "nobody") }
      #expect(isNeeded(error))
      #expect(try supply(shop) == 120)
      let rows = try shop.rows("SELECT state || ' ' || granted FROM coins_approvals ORDER BY state")
      #expect(rows == ["1 0", "4 120"])
    }
  }

  @Test func aFileThatWasStoppedGoesOnUnderItsApproval() throws {
    try withLimit { shop in
      let path = try shop.file(
        "a.csv", "op,from,to,amount\nissue,,ada,60\nredeem,bo,,10\nissue,,bo,60\n")
      let line = "coins apply --file \(path)"
      #expect(try shop.home.qix(line).exitCode == 4)
      try approve(in: shop)
      #expect(try shop.home.qix(line).exitCode != 0)
      #expect(try shop.rows("SELECT state || ' ' || granted FROM coins_approvals") == ["4 60"])
      try shop.done("coins transfer --from ada --to bo --amount 10")
      try shop.done(line)
      try shop.done(line)
      #expect(try shop.rows("SELECT state || ' ' || granted FROM coins_approvals") == ["4 120"])
      #expect(try supply(shop) == 120)
    }
  }

  /// A file that grows while it is read brings no more into being than was counted, in all its commits together.
  @Test func anAllowanceIsForAllCommits() throws {
    try Till.with { till in
      try till.database.write(Change("coins.test")) { connection, _ in
        var allowance = Allowance(10)
        allowance.take(6)
        let isFirst = try allowance.settle(in: connection)
        allowance.take(4)
        #expect(isFirst && !allowance.isExceeded)
        allowance.take(1)
        let isSecond = try allowance.settle(in: connection)
        #expect(!isSecond && allowance.isExceeded)
      }
    }
  }
}

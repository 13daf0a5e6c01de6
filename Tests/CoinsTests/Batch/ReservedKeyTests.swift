import CoinsContract
import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Keys that begin as a module's own are no caller's: whoever sent one first would keep the module from booking.
@Suite struct ReservedKeyTests {
  private static let keys = [
    "referral:friends:usr_01m7w9tzg3f7fs9hn862jj74bb:referrer", "merge:usr_01m7w9tzg3f7fs9hn862jj74bb:x",
    "rdm_01m7w9tzg3f7fs9hn862jj74bb:stock", "shk_01m7w9tzg3f7fs9hn862jj74bb",
  ]

  @Test(arguments: keys) func areRefusedWhereverTheyEnter(_ key: String) throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 100 --idempotency-key first")
      try shop.done("budget create summer --amount 100")
      let prefix = String(key.prefix { $0 != ":" && $0 != "_" })
      let grants = try shop.file("grants.csv", "user,amount,key\nada,5,\(key)\n")
      let lines = try shop.file("grants.jsonl", "{\"user\":\"ada\",\"amount\":5,\"key\":\"\(key)\"}\n")
      let operations = try shop.file("operations.csv", "op,to,amount,key\nissue,ada,5,\(key)\n")
      let before = try shop.home.count("coins_transfers")
      for line in [
        "coins issue --to ada --amount 5", "coins redeem --from ada --amount 5", "coins hold --from ada --amount 5",
        "coins transfer --from ada --to bo --amount 5",
        "budget fund summer --amount 5", "budget create winter --amount 5",
      ] {
        let outcome = try shop.home.qix("\(line) --json --idempotency-key \(key)")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("coins.key-reserved"), "\(line): \(outcome)")
        #expect(outcome.errors.contains("'\(prefix)"), "\(outcome.errors)")
      }
      for line in [
        "coins issue --file \(grants)", "coins issue --file \(lines)", "coins apply --file \(operations)",
        "coins issue --file \(grants) --keep-going",
      ] {
        let outcome = try shop.home.qix("\(line) --json")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("'\(prefix)"), "\(line): \(outcome)")
      }
      // Switching a module off opens nothing: that is a variable of the caller's own.
      let rest = try Registry(shop.home.modules, disabled: ["referrals", "rewards"])
      #expect(throws: CoinsError.self) {
        try shop.home.database.read { try ReservedKeys(rest).check(key, in: $0) }
      }
      #expect(try shop.home.count("coins_transfers") == before)
      try shop.done("coins verify")
    }
  }

  /// What can't be seen is in no key, nor does one look like a module's.
  @Test(
    arguments: [
      "\u{AD}rdm_01m7w9tzg3f7fs9hn862jj74bb:stock", "\u{200B}qix:1:000000001", "\u{202E}order", " rdm_01", "order ",
      "or\u{2060}der", "e\u{301}",
    ], ["coins.key-reserved", "key.not-plain"])
  func whatLooksLikeAnotherIsRefused(_ key: String, code: String) throws {
    try Shop.with { shop in
      let key = code == "key.not-plain" ? key : ["RDM_01", "Qix:1:000000001", "MERGE:usr_1"][key.utf8.count % 3]
      let before = try shop.home.count("coins_transfers")
      let outcome = try shop.home.qix([
        "coins", "issue", "--to", "ada", "--amount", "5", "--json", "--idempotency-key", key,
      ])
      #expect(outcome.exitCode == 2 && outcome.errors.contains(code), "\(outcome)")
      let file = try shop.file("grants.csv", "user,amount,key\nada,5,\"\(key)\"\n")
      // Blanks around a field are none of it.
      if key == key.trimmingCharacters(in: .whitespaces) {
        #expect(try shop.home.qix(["coins", "issue", "--file", file]).exitCode == 2)
      }
      #expect(try shop.home.count("coins_transfers") == before)
    }
  }

  /// A key with such a character that was used before 0.6.0 goes on answering.
  @Test func keysOfBeforeAreReplayedWhateverIsInThem() throws {
    try Shop.with { shop in
      let key = "\u{200B}order 1"
      try shop.done("coins issue --to ada --amount 5 --idempotency-key plain")
      try shop.home.unchecked.exclusively { connection in
        try connection.execute(
          script: "DROP TRIGGER coins_transfers_are_never_updated; UPDATE coins_transfers SET key = '\(key)'")
      }
      let words = ["coins", "issue", "--to", "ada", "--json", "--idempotency-key", key, "--amount"]
      #expect(try shop.home.qix(words + ["5"]).output.contains("\"replayed\": true"))
      #expect(try shop.home.qix(words + ["6"]).exitCode == 5)
    }
  }

  /// A key that was taken before any module had reserved it answers with what came of it then.
  @Test func thoseOfBeforeAreReplayed() throws {
    try Shop.with { shop in
      let key = Self.keys[0]
      let registry = try Registry(shop.home.modules)
      try shop.home.database.write(Change("test.old")) { connection, _ in
        let user = try #require(
          try connection.first("SELECT id FROM identity_users WHERE external_id = 'ada'") {
            try $0.identifier(0) as UserID
          })
        let ledger = try Ledger(connection, random: shop.home.random)
        try ledger.begin(at: shop.home.clock.now())
        var operation = CoinsContract.Operation.issue(5, to: .wallet(user))
        operation.key = key
        _ = try ledger.apply(operation)
        try ledger.seal()
        try ReservedKeys(registry).check(key, in: connection)
      }
      let again = try shop.done("coins issue --to ada --amount 5 --json --idempotency-key \(key)")
      #expect(again.contains("\"replayed\": true"))
      #expect(try shop.home.qix("coins issue --to ada --amount 6 --idempotency-key \(key)").exitCode == 5)
    }
  }
}

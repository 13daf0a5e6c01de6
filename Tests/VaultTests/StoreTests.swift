import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VaultContract

@testable import Vault

/// What other modules get of the vault.
@Suite struct StoreTests {
  private func bytes(_ secret: borrowing SecretBytes) -> [UInt8] { secret.withUnsafeBytes { Array($0) } }

  @Test func aModulesKeyIsMadeOnceAndStays() throws {
    try Safe.with { safe in
      let store = Store(vault: try safe.open())
      #expect(throws: VaultError.noKeyYet(module: "identity")) {
        try safe.home.database.read { bytes(try store.key("phone", of: "identity", in: $0)) }
      }
      let made = try safe.home.database.write(Change("test")) { connection, _ in
        bytes(try store.key("phone", of: "identity", in: connection))
      }
      #expect(made.count == 32)
      let again = try safe.home.database.read { bytes(try store.key("phone", of: "identity", in: $0)) }
      #expect(again == made)
      let (other, others) = try safe.home.database.write(Change("test")) { connection, _ in
        (
          bytes(try store.key("email", of: "identity", in: connection)),
          bytes(try store.key("phone", of: "messages", in: connection))
        )
      }
      #expect(Set([made, other, others]).count == 3)
      try safe.done("vault rotate --deep")
      let rotated = Store(vault: try safe.open())
      #expect(try safe.home.database.read { bytes(try rotated.key("phone", of: "identity", in: $0)) } == made)
      #expect(try safe.exit("vault verify") == 0)
    }
  }

  /// A key made in a transaction that is taken back was never made.
  @Test func aKeyIsMadeWithItsTransaction() throws {
    try Safe.with { safe in
      let store = Store(vault: try safe.open())
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try safe.home.database.write(Change("test")) { connection, _ in
          _ = try store.key("phone", of: "identity", in: connection)
          throw Stop()
        }
      }
      #expect(try safe.home.count("vault_items") == 0)
      #expect(try safe.exit("vault verify") == 0)
    }
  }

  @Test func onlyReadersOfTheAccessListRead() throws {
    try Safe.with { safe in
      try safe.done("vault set smtp ada --reader identity", input: "hunter2")
      let store = Store(vault: try safe.open())
      func read(_ module: String) throws -> [UInt8] {
        try safe.home.database.read {
          bytes(try store.secret(service: "smtp", account: "ada", for: module, in: $0))
        }
      }
      #expect(try read("identity") == Array("hunter2".utf8))
      #expect(throws: VaultError.denied(reader: "coins")) { try read("coins") }
      let denied = try safe.done("audit show --tsv").split(separator: "\n")[1]
      #expect(denied.contains("vault.denied") && denied.contains("coins") && !denied.contains("smtp"))
      try safe.done("vault allow smtp ada --reader coins")
      #expect(try read("coins") == Array("hunter2".utf8))
      try safe.done("vault deny smtp ada --reader coins --reader identity")
      #expect(throws: VaultError.denied(reader: "identity")) { try read("identity") }
      #expect(throws: VaultError.self) {
        try safe.home.database.read {
          bytes(try store.secret(service: "smtp", account: "bob", for: "coins", in: $0))
        }
      }
      #expect(try safe.exit("vault allow smtp ada --reader nobody") == 2)
      #expect(try safe.exit("vault allow smtp ada") == 2 && safe.exit("vault deny smtp ada") == 2)
      #expect(try safe.exit("audit verify") == 0)
    }
  }

  /// A denied read is in the audit log also when the transaction around it is taken back.
  @Test func aDeniedReadInAFailedChangeIsAudited() throws {
    try Safe.with { safe in
      try safe.done("vault set smtp ada", input: "x")
      let store = Store(vault: try safe.open())
      #expect(throws: VaultError.denied(reader: "coins")) {
        try safe.home.database.write(Change("test")) { connection, _ in
          _ = try store.secret(service: "smtp", account: "ada", for: "coins", in: connection)
        }
      }
      #expect(try safe.done("audit show --tsv").contains("vault.denied"))
      #expect(try !safe.done("audit show --tsv").contains("\ttest\t"))
    }
  }

  @Test func keysOfModulesAreNotForHands() throws {
    try Safe.with { safe in
      let store = Store(vault: try safe.open())
      try safe.home.database.write(Change("test")) { connection, _ in
        _ = try store.key("phone", of: "identity", in: connection)
      }
      #expect(try safe.exit("vault get qix/identity phone") == 6)
      #expect(try safe.exit("vault set qix/identity phone", input: "x") == 6)
      #expect(try safe.exit("vault set qix/new phone", input: "x") == 6)
      #expect(try safe.exit("vault remove qix/identity phone --confirm phone") == 6)
      #expect(try safe.exit("vault allow qix/identity phone --reader coins") == 6)
      #expect(try safe.exit("vault get qix/identity phone --force") == 0)
    }
  }

  /// What was opened before a rotation says so, and reads nothing wrong.
  @Test func keysOfBeforeARotationAreStale() throws {
    try Safe.with { safe in
      try safe.done("vault set smtp ada --reader coins", input: "x")
      let store = Store(vault: try safe.open())
      try safe.done("vault rotate")
      #expect(throws: VaultError.staleKeys) {
        try safe.home.database.read {
          bytes(try store.secret(service: "smtp", account: "ada", for: "coins", in: $0))
        }
      }
      #expect(try safe.done("vault get smtp ada") == "x")
    }
  }

  @Test func readsOfPeopleAreAudited() throws {
    try Safe.with { safe in
      try safe.done("vault set smtp ada@example.org", input: "x")
      try safe.done("vault get smtp ada@example.org")
      let audit = try safe.done("audit show --tsv")
      #expect(audit.contains("vault.read") && !audit.contains("ada@example.org"))
      let own = try safe.done("vault audit --tsv").split(separator: "\n")
      #expect(own[1].contains("vault.read") && own[1].contains("ada@example.org"))
      // Without a place to write that down, nothing is shown.
      let refused = try safe.run("vault get smtp ada@example.org --read-only")
      #expect(refused.exitCode == 4 && refused.output.isEmpty)
    }
  }
}

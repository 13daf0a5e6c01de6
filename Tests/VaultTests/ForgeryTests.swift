import Foundation
import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VaultContract

@testable import Vault

/// Somebody who writes the database and knows no secret puts a master key of their own into the slots: their public keys
/// stand in the clear, and everything else follows from the master key. Only the proofs don't.
@Suite struct ForgeryTests {
  enum Proofs: CaseIterable {
    /// Those that stood there.
    case kept
    /// Made anew, under a key of the forger's.
    case forged
  }

  private func forge(_ safe: Safe, _ proofs: Proofs, generations: Int64 = 0) throws {
    let random = SeededRandomSource(seed: 99)
    try safe.tamper { connection in
      let genuine = try #require(try Header.read(in: connection))
      let master = SecretBytes.random(count: 32, from: random)
      let proofKey = SecretBytes.random(count: 32, from: random)
      let generation = genuine.generation + generations
      var header = Header(
        vault: genuine.vault, generation: generation,
        commitment: KeyWrap.commitment(to: master, vault: genuine.vault, generation: generation),
        created: genuine.created, rotated: genuine.rotated, slots: [])
      for slot in genuine.slots {
        header.slots.append(try slot.holding(master, proofKey: proofKey, of: header, random: random))
      }
      let vault = try OpenVault(
        LocalCustodian(master.copy(), vault: genuine.vault, generation: generation, random: random),
        clock: safe.home.clock, random: random)
      for table in ["entries", "versions", "items"] { try connection.execute(script: "DELETE FROM vault_\(table)") }
      var state = VaultState(new: vault, header, in: connection)
      state.manifest.counter = 1_000
      let names = ItemNames(service: "smtp", account: "ada", label: "", readers: [])
      _ = try state.insert(names, .password, SecretBytes(copying: Array("planted".utf8)))
      try state.replace(header, under: master)
      if proofs == .kept {
        for slot in genuine.slots {
          try connection.run(
            "UPDATE vault_slots SET proof = ?2 WHERE slot = ?1", .integer(slot.number), .blob(slot.proof))
        }
        state.header = try #require(try Header.read(in: connection))
        state.header.mac = state.header.authentication(key: vault.manifest)
        try connection.run("UPDATE vault_header SET mac = ?1", .blob(state.header.mac))
      }
      try state.commit()
      // It is whole, but for who has made it.
      _ = try VaultState(vault, in: connection)
    }
  }

  private static let lines = ["vault get smtp ada", "vault set smtp bob", "vault list", "vault verify", "vault rotate"]

  @Test(arguments: Proofs.allCases)
  func aKeyFileIsNotDeceived(_ proofs: Proofs) throws {
    try Safe.with { safe in
      try safe.done("vault set smtp ada", input: "own")
      try forge(safe, proofs)
      for line in Self.lines + ["vault unlock", "db check"] {
        let outcome = try safe.run(line, input: "mine")
        #expect(outcome.exitCode == 7 && !outcome.output.contains("planted"), "\(line): \(outcome)")
      }
    }
  }

  @Test(arguments: Proofs.allCases)
  func aCredentialIsNotDeceived(_ proofs: Proofs) throws {
    try Safe.with { safe in
      let folder = safe.path("credentials")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try safe.done("vault slot add credential --file \(folder)/qix-vault")
      try safe.done("vault rotate")
      func exit(_ line: String) throws -> Int32 {
        try safe.home.qix(
          line.split(separator: " ").map(String.init), input: "mine", environment: ["CREDENTIALS_DIRECTORY": folder]
        ).exitCode
      }
      #expect(try exit("vault verify") == 0)
      try forge(safe, proofs, generations: 1)
      for line in Self.lines { #expect(try exit(line) == 7, "\(line)") }
    }
  }

  @Test func aPassphraseIsNotDeceived() throws {
    try TestHome.initialised { home in
      let safe = Safe(home: home)
      let (old, new) = ("correct horse", "battery staple")
      try safe.done("vault init --memory 64", secrets: [old, old])
      try safe.done("vault passphrase --memory 64", secrets: [old, new, new])
      try safe.done("vault rotate", secrets: [new])
      try safe.done("vault set smtp ada", input: "own", secrets: [new])
      for proofs in Proofs.allCases {
        try forge(safe, proofs, generations: 1)
        #expect(try safe.exit("vault get smtp ada", secrets: [new]) == 7)
        #expect(try safe.exit("vault set smtp bob", input: "mine", secrets: [new]) == 7)
        #expect(try safe.exit("vault unlock", secrets: [new]) == 7)
      }
    }
  }

  /// An agent that holds the vault's own key sees it too, and no new one is started for the forged vault.
  @Test(arguments: [0, 1] as [Int64])
  func anAgentIsNotDeceived(_ generations: Int64) throws {
    try Safe.with { safe in
      try safe.done("vault set smtp ada", input: "own")
      let header = try #require(try safe.home.database.read { try Header.read(in: $0) })
      let local = try header.unlock(.key(KeyFile(path: safe.home.vaultKey).read()), random: safe.home.random)
      let place = try #require(AgentPlace(HomeFolder(path: safe.home.path)))
      let listener = try place.exclusively { try place.makeSocket() }
      try #require(listen(listener, 64) == 0)
      let ended = DispatchSemaphore(value: 0)
      Thread {
        let service = local.withMaster {
          AgentService(
            $0.copy(), vault: local.vault, generation: local.generation, counter: 1, limits: AgentLimits(),
            clock: BootClock(), random: SystemRandomSource())
        }
        var loop = AgentLoop(service, listener: listener)
        loop.run { true }
        close(listener)
        ended.signal()
      }.start()
      #expect(try safe.done("vault get smtp ada") == "own")
      #expect(try safe.done("vault status --json").contains("\"opened_by\": \"agent\""))
      try forge(safe, .forged, generations: generations)
      let get = try safe.run("vault get smtp ada")
      // Another master key than the agent's is refused as such.
      #expect(get.exitCode == (generations == 0 ? 7 : 4) && !get.output.contains("planted"), "\(get)")
      if generations > 0 { #expect(try safe.exit("vault unlock") == 7) }
      #expect(try AgentClient(place).lock())
      #expect(ended.wait(timeout: .now() + 10) == .success)
      #expect(try safe.exit("vault get smtp ada") == 7)
    }
  }

  /// What a recovery key can't see, as the README says: its public key is all that anybody had who filled its slot.
  @Test func anAgeIdentityIsDeceived() throws {
    try Safe.with { safe in
      let key = SecretBytes.random(count: 32, from: SeededRandomSource(seed: 5))
      let identity = key.copy()
      let new = NewSlot(recipient: X25519.publicKey(of: identity))
      let local = try #require(try safe.open().custodian as? LocalCustodian)
      let vault = try safe.open()
      try safe.tamper { connection in
        var state = try VaultState(vault, in: connection)
        var header = state.header
        try local.withMaster { master in
          header.slots.append(
            try new.slot(2, holding: master, of: header, at: safe.home.clock.now(), random: safe.home.random))
          try state.replace(header, under: master)
        }
        try state.commit()
      }
      #expect(try safe.exit("vault verify") == 0)
      try forge(safe, .forged)
      #expect(try safe.exit("vault verify") == 7)
      let header = try #require(try safe.home.database.read { try Header.read(in: $0) })
      let opened = try OpenVault(
        header.unlock(.identity(key), random: safe.home.random), clock: safe.home.clock, random: safe.home.random)
      try safe.home.database.read { connection in
        var state = try VaultState(opened, in: connection)
        let record = try #require(try state.find(service: "smtp", account: "ada"))
        #expect(try state.secret(of: record).withUnsafeBytes { Array($0) } == Array("planted".utf8))
      }
    }
  }
}

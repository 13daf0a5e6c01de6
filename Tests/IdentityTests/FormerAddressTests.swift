import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

/// Addresses that were kept before spellings of one mailbox were one.
@Suite struct FormerAddressTests {
  private static let encoded = "ada@xn--bcher-kva.example"
  private static let unicode = "ada@b\u{FC}cher.example"
  private static let capitals = "Ada@B\u{DC}CHER.example"

  private func with(_ addresses: [String], _ body: (Desk, [UserID]) throws -> Void) throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let users = try addresses.map { address in
        home.clock.advance(byMicroseconds: 1_000_000)
        let user = try desk.create()
        try desk.set(user, [.email: address])
        try desk.write { try desk.profiles.claim([.email], of: user, in: $0) }
        try desk.makeFormer(user)
        return user
      }
      try body(desk, users)
    }
  }

  @Test func eachIsFoundAsItWasUntilItIsRekeyedAndByAllSpellingsThen() throws {
    try with([Self.encoded, "Bob@example.com"]) { desk, users in
      func claimed() throws -> [ContactHolder] {
        try [Self.encoded, "bob@EXAMPLE.com"].map { address in
          try desk.database.read { try desk.profiles.holder(of: .email, address, in: $0) }
        }
      }
      #expect(try claimed() == users.map { .claimed($0) })
      #expect(try desk.found(Self.unicode) == nil && desk.left() == 2)
      // In pieces, and what a kill takes back is done again.
      try desk.write { try desk.profiles.rekey(most: 1, in: $0) }
      #expect(try desk.left() == 1)
      #expect(throws: Killed.self) {
        try desk.write { connection in
          try desk.profiles.rekey(in: connection)
          throw Killed()
        }
      }
      #expect(try desk.left() == 1)
      for _ in 0..<2 { try desk.write { try desk.profiles.rekey(in: $0) } }
      #expect(try desk.left() == 0 && claimed() == users.map { .claimed($0) })
      for spelling in [Self.unicode, Self.capitals] { #expect(try desk.found(spelling) == users[0], "\(spelling)") }
    }
  }

  private struct Killed: Error {}

  /// Both go on by what was typed for them; any other spelling finds the elder.
  @Test(arguments: [[encoded, unicode], [unicode, encoded]])
  func ofTwoWhoseAddressesBecomeOneTheElderHasTheNewForm(_ addresses: [String]) throws {
    try with(addresses) { desk, users in
      for _ in 0..<2 {
        try desk.write { try desk.profiles.rekey(in: $0) }
        for (address, user) in zip(addresses, users) { #expect(try desk.found(address) == user, "\(address)") }
        #expect(try desk.found(Self.capitals) == users[0] && desk.left() == 0)
      }
      let shared = try desk.database.read { try desk.profiles.sharedMailboxes(of: [users[1]], in: $0) }
      #expect(shared.map(\.user) == [users[1]] && shared.map(\.other) == [users[0]])
      let findings = try IdentityModule.examine(desk.database, in: desk.context)
      #expect(findings.map(\.subject) == ["mailboxes"], "\(findings)")
      #expect(findings.first?.detail.contains("\(users[1]) and another") == true, "\(findings)")
      #expect(findings.allSatisfy { !$0.detail.contains("@") })
      // Each is whole, claims too.
      let check = try desk.database.read { try ProfileCheck.run(desk.profiles, in: $0) }
      #expect(check?.faults == [])
      for (address, user) in zip(addresses, users) {
        let holder = try desk.database.read { try desk.profiles.holder(of: .email, address, in: $0) }
        #expect(holder == .claimed(user))
      }
      // When the elder leaves the mailbox it is the other's alone.
      try desk.write { try desk.profiles.remove(.email, of: users[0], in: $0) }
      try desk.write { try desk.profiles.rekey(in: $0) }
      for spelling in [Self.encoded, Self.unicode, Self.capitals] { #expect(try desk.found(spelling) == users[1]) }
      #expect(try IdentityModule.examine(desk.database, in: desk.context).isEmpty)
    }
  }

  /// Who came after the upgrade, before the elder was rekeyed.
  @Test func aYoungerUserWhoCameFirstToTheNewFormGivesItBack() throws {
    try with([Self.encoded]) { desk, users in
      desk.home.clock.advance(byMicroseconds: 1_000_000)
      let younger = try desk.create()
      try desk.set(younger, [.email: Self.unicode])
      #expect(try desk.found(Self.capitals) == younger)
      try desk.write { try desk.profiles.rekey(in: $0) }
      #expect(try desk.found(Self.unicode) == younger && desk.found(Self.encoded) == users[0])
      #expect(try desk.found(Self.capitals) == users[0])
    }
  }

  /// Two of the time when case mattered are found as they were: the one in small letters by all other spellings.
  @Test func whomOnlyCaseTellsApart() throws {
    try with(["other@example.com", "mia@example.com"]) { desk, users in
      try desk.write { connection in
        let box = PersonalBox.seal(
          "Mia@example.com", PersonalBox.place(of: .email, users[0]),
          key: try desk.profiles.keys.keyOrNew(of: users[0], in: connection), random: desk.home.random)
        try connection.run(
          "UPDATE identity_fields SET box = ?1 WHERE user = ?2 AND field = 'email'", .blob(box), .id(users[0]))
        let exact = try desk.profiles.keys.hash("email", ["Mia@example.com"], in: connection)
        try connection.run("UPDATE identity_lookups SET hash = ?1 WHERE user = ?2", .blob(exact), .id(users[0]))
      }
      for _ in 0..<2 {
        for (spelling, owner) in [("Mia", 0), ("mia", 1), ("MIA", 1)] {
          #expect(try desk.found("\(spelling)@example.com") == users[owner], "\(spelling)")
        }
        try desk.write { try desk.profiles.rekey(in: $0) }
      }
    }
  }

  @Test func aMergeTakesTheClaimAlong() throws {
    try with([Self.encoded]) { desk, users in
      let survivor = try desk.create()
      _ = try desk.merge(users[0], into: survivor)
      let holder = try desk.database.read { try desk.profiles.holder(of: .email, Self.unicode, in: $0) }
      #expect(holder == .claimed(survivor))
    }
  }

  /// By the commands, with a vault: whatever opens profiles goes on with it, and doctor says how far it is.
  @Test func commandsRekeyAndDoctorTells() throws {
    try CodeDesk.with { desk in
      func user(_ name: String, _ email: String) throws -> String {
        desk.home.clock.advance(byMicroseconds: 1_000_000)
        let id = try desk.quiet(["user", "create", "--external-id", name])
        _ = try desk.quiet(["user", "set", name, "--email", email])
        return id
      }
      func write(_ sql: String, _ values: Value...) throws {
        try desk.home.unchecked.write(Change("test.former")) { connection, _ in
          for value in values { try connection.run(sql, value) }
        }
      }
      func doctor() throws -> String { try desk.home.qix("doctor --tsv").output }
      let ada = try user("ada", Self.encoded)
      // In a form of before that nobody types; what is set while it is there has that of now.
      try write("UPDATE identity_lookups SET hash = ?1", .blob(Array(repeating: 1, count: 32)))
      let bob = try user("bob", Self.unicode)
      try write("UPDATE identity_lookups SET form = 1 WHERE user = ?1", .id(try #require(UserID(ada))))
      #expect(try doctor().contains("addresses\twarning\t1 email address is not found yet"))
      #expect(try desk.home.qix("user set bob --gender other --dry-run").exitCode == 0)
      #expect(try doctor().contains("addresses\twarning"))
      // A sign-in by any other spelling is the elder's, one as it was typed for the other is theirs.
      for (spelling, owner) in [(Self.capitals, ada), (Self.unicode, bob)] {
        try write(
          "INSERT INTO identity_proofs (user, proof, proved_at) VALUES (?1, 'email', 0)",
          .id(try #require(UserID(owner))))
        let (request, code) = try desk.request(["--email", spelling])
        let outcome = try desk.verify(request, code)
        #expect(outcome.exitCode == 0 && outcome.output.contains(owner), "\(outcome.all)")
      }
      let told = try doctor()
      #expect(!told.contains("\naddresses\t") && told.contains("mailboxes\twarning"), "\(told)")
      #expect(told.contains("\(bob) and \(ada)") && !told.contains("ada@"), "\(told)")
      #expect(try desk.home.qix("audit show --action identity.rekey --json").output.contains("1 address, 0 left"))
      #expect(try desk.home.qix("db check").exitCode == 0)
    }
  }
}

extension Desk {
  func found(_ address: String) throws -> UserID? {
    try database.read { try profiles.user(with: .email, address, in: $0) }
  }

  func left() throws -> Int64 { try database.read(Profiles.countOfFormerAddresses) }

  /// Puts a user's address into the form of before.
  fileprivate func makeFormer(_ user: UserID) throws {
    try write { connection in
      let address = try profiles.value(.email, of: user, in: connection) ?? ""
      let hash = try profiles.keys.hash("email", [EmailAddress.formerlyFound(address)], in: connection)
      for table in ["claims", "lookups"] {
        try connection.execute("UPDATE identity_\(sql: table) SET hash = \(hash) WHERE user = \(user)")
      }
      try connection.execute("UPDATE identity_lookups SET form = 1 WHERE user = \(user)")
    }
  }
}

import IdentityContract
import QixKernel
import QixStorage
import QixTesting
import Testing

@testable import Identity

@Suite struct ProfileTests {
  private static let today = Timestamp(microseconds: 1_800_000_000_000_000).date

  @Test(
    arguments: [
      (.phone, "+393331234567", "+393331234567"), (.gender, "Female", "female"), (.gender, "not-said", "not-said"),
      (.givenName, "  Núria   Maria ", "Núria Maria"), (.familyName, "O'Neill-D’Amico", "O'Neill-D’Amico"),
      (.displayName, "👩‍🚀 Ada", "👩‍🚀 Ada"), (.birthDate, "2000-02-29", "2000-02-29"),
      (.birthDate, "2027-01-15", "2027-01-15"), (.email, "Ada.L+x@Example.COM", "Ada.L+x@example.com"),
      (.email, "ștefan@poștă.ro", "ștefan@poștă.ro"),
      (.address, " Via Roma 1 \r\n\n 00100  Roma", "Via Roma 1\n00100 Roma"),
      (.interests, "music, Hiking ,music,, HIKING", "music, Hiking"),
      (.instagram, "@Ada_L", "https://instagram.com/ada_l"),
      (.instagram, "https://www.instagram.com/ada.l/?igsh=x", "https://instagram.com/ada.l"),
    ] as [(ProfileField, String, String)])
  func valuesAreBroughtIntoOneForm(_ field: ProfileField, _ text: String, _ kept: String) throws {
    #expect(try field.normalised(text, today: Self.today) == kept)
    #expect(try field.normalised(kept, today: Self.today) == kept)
  }

  @Test(
    arguments: [
      (.phone, "333secret"), (.phone, ""), (.phone, "+0123secret"), (.phone, "+39secret"), (.gender, "secret"),
      (.gender, ""), (.givenName, " "), (.givenName, "secret\u{1B}[2J"), (.givenName, "secret\u{202E}"),
      (.givenName, String(repeating: "secret", count: 20)), (.birthDate, "2027-01-16"), (.birthDate, "secret"),
      (.birthDate, "1890-01-01"), (.birthDate, "2001-02-29"), (.birthDate, "٢٠٠٠-٠١-٠١"), (.email, "secret"),
      (.email, "secret@"), (.email, "@secret.it"), (.email, "secret@localhost"), (.email, "a@secret@b.it"),
      (.email, "secret..x@b.it"), (.email, ".secret@b.it"), (.email, "secret@-b.it"), (.email, "secret@b..it"),
      (.email, "secret@1.2.3.4"), (.email, "secret\n@b.it"), (.email, "secret @b.it"), (.email, "secret<@b.it"),
      (.email, String(repeating: "s", count: 65) + "@secret.it"), (.address, ""), (.address, "secret\u{0}"),
      (.address, String(repeating: "secret ", count: 100)), (.interests, ", ,"),
      (.interests, (0...50).map { "secret\($0)" }.joined(separator: ",")), (.instagram, "https://secret.com/ada"),
      (.instagram, "secret/../x"), (.instagram, "javascript:secret"), (.instagram, ""),
      (.displayName, String(repeating: "secret", count: 2_000)),
    ] as [(ProfileField, String)])
  func whatCanBeNoneIsRefusedWithoutRepeatingIt(_ field: ProfileField, _ text: String) throws {
    let error = #expect(throws: (any Error).self) { try field.normalised(text, today: Self.today) }
    let diagnosable = try #require(error as? any Diagnosable)
    #expect(diagnosable.category == .usage)
    #expect(!"\(diagnosable.description)\(diagnosable.hint ?? "")".contains("secret"))
  }

  /// The longest that is taken, and one more.
  @Test(
    arguments: [
      (.givenName, many("a", 100), many("a", 101)), (.displayName, many("é", 100), many("é", 101)),
      (.email, many("a", 64) + "@b.it", many("a", 65) + "@b.it"),
      (.email, "a@\(many("b", 63)).it", "a@\(many("b", 64)).it"),
      (
        .email, "\(many("a", 64))@\(many("b", 63)).\(many("b", 63)).\(many("b", 61))",
        "\(many("a", 64))@\(many("b", 63)).\(many("b", 63)).\(many("b", 62))"
      ),
      (.address, "\(many("a", 250))\n\(many("a", 250))", "\(many("a", 250))\n\(many("a", 251))"),
      (.address, many("a\n", 10), many("a\n", 11)), (.interests, many("a", 50), many("a", 51)),
      (
        .interests, (1...50).map { "a\($0)" }.joined(separator: ", "), (1...51).map { "a\($0)" }.joined(separator: ", ")
      ),
      (.instagram, many("a", 30), many("a", 31)), (.birthDate, "1897-01-15", "1897-01-14"),
    ] as [(ProfileField, String, String)])
  func limitsAreWhatTheySay(_ field: ProfileField, _ longest: String, _ tooLong: String) throws {
    #expect(throws: Never.self) { try field.normalised(longest, today: Self.today) }
    #expect(throws: (any Error).self) { try field.normalised(tooLong, today: Self.today) }
  }

  private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func aMinimumAgeIsAsked() throws {
    #expect(throws: UserError.tooYoung(years: 14)) {
      try ProfileField.birthDate.normalised("2013-01-16", today: Self.today, minimumAge: 14)
    }
    #expect(try ProfileField.birthDate.normalised("2013-01-15", today: Self.today, minimumAge: 14) == "2013-01-15")
  }

  @Test func valuesComeBackAndLeadToTheirUser() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let (ada, bob) = (try desk.create(), try desk.create())
      try desk.set(ada, [.phone: "+393331234567", .email: "ada@Example.com", .givenName: "Ada"])
      #expect(try desk.value(.phone, of: ada) == "+393331234567")
      #expect(try desk.value(.givenName, of: ada) == "Ada")
      #expect(try desk.value(.address, of: ada) == nil && desk.value(.phone, of: bob) == nil)
      try desk.database.read { connection throws in
        #expect(try desk.profiles.user(with: .email, "ada@EXAMPLE.com", in: connection) == ada)
        #expect(try desk.profiles.user(with: .phone, "+39333123456", in: connection) == nil)
      }
      #expect(throws: UserError.belongsToAnother("phone number", ada)) {
        try desk.set(bob, [.phone: "+393331234567"])
      }
      // What a user gives up is free for others; what they keep twice is kept once.
      try desk.set(ada, [.phone: "+393331234567"])
      try desk.set(ada, [.phone: "+393337654321"])
      try desk.set(bob, [.phone: "+393331234567"])
      #expect(try home.count("identity_lookups") == 3)
    }
  }

  /// Reliability 16 for profiles: what is moved to another place or another user doesn't open.
  @Test(arguments: [
    "UPDATE identity_fields SET field = 'family-name' WHERE field = 'given-name'",
    "UPDATE identity_keys SET wrapped = (SELECT max(wrapped) FROM identity_keys)",
    "UPDATE identity_keys SET wrapped = (SELECT min(wrapped) FROM identity_keys)",
    "UPDATE identity_fields SET box = (SELECT max(box) FROM identity_fields)",
    "UPDATE identity_fields SET box = (SELECT min(box) FROM identity_fields)",
  ])
  func whatIsMovedDoesNotOpen(_ attack: String) throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let users = [try desk.create(), try desk.create()]
      for (user, name) in zip(users, ["Ada", "Bob"]) { try desk.set(user, [.givenName: name]) }
      try desk.write { try $0.run(attack) }
      let values = users.flatMap { user in
        [ProfileField.givenName, .familyName].map { field in Result { try desk.value(field, of: user) } }
      }
      let wrong = values.compactMap { try? $0.get() }.filter { !["Ada", "Bob"].contains($0) }
      #expect(wrong.isEmpty)
      #expect(values.contains { if case .failure(StorageError.corrupt) = $0 { true } else { false } })
    }
  }

  @Test func linkedAccountsBelongToOne() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let (ada, bob) = (try desk.create(), try desk.create())
      let google = LinkedAccount(issuer: "https://accounts.google.com", subject: "10769150350006150715113082367")
      // The same subject of another issuer is somebody else.
      let other = LinkedAccount(issuer: "https://facebook.com", subject: google.subject)
      try desk.write { connection throws in
        try desk.profiles.link(google, to: ada, in: connection)
        try desk.profiles.link(google, to: ada, in: connection)
        try desk.profiles.link(other, to: bob, in: connection)
        #expect(throws: UserError.belongsToAnother("account", ada)) {
          try desk.profiles.link(google, to: bob, in: connection)
        }
        #expect(try desk.profiles.user(linkedTo: google, in: connection) == ada)
        #expect(try desk.profiles.accounts(of: bob, in: connection) == [other])
        #expect(throws: UserError.notLinked) { try desk.profiles.unlink(google, from: bob, in: connection) }
        try desk.profiles.unlink(google, from: ada, in: connection)
        #expect(try desk.profiles.user(linkedTo: google, in: connection) == nil)
        #expect(try Holdings(of: ada, in: connection).proofs.isEmpty)
      }
    }
  }
}

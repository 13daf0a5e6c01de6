import IdentityContract
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

/// Users are found by the beginnings of their names, and nobody learns a name from the database.
@Suite struct NameSearchTests {
  @Test(arguments: [
    ("Łukasz Groß-Müller", ["lukasz", "gross", "muller"]), ("O’Brien  D'Angelo", ["obrien", "dangelo"]),
    ("ÅSE Øystein", ["ase", "oystein"]), ("Đorđe Ћирић", ["dorde", "ћирић"]), ("İbrahim IŞIK", ["ibrahim", "isik"]),
    ("Ｊｏｈｎ ﬁnn", ["john", "finn"]), ("Þór Ævar œuvre", ["thor", "aevar", "oeuvre"]), ("Ιωάννης", ["ιωαννησ"]),
    ("Ｊosé\u{301}", ["jose"]), ("  -- ' ", []), ("Li 3rd", ["li", "3rd"]), ("Nguyễn Thị", ["nguyen", "thi"]),
  ])
  func wordsAreFolded(_ name: String, _ words: [String]) {
    // The Cyrillic ћ has no mark; ѝ and the like lose theirs.
    #expect(FoldedName.words(name) == words, "\(FoldedName.words(name))")
  }

  @Test func composedOrNotAndInCapitalsAreOneWord() {
    for (one, other) in [("Zoë", "zoe\u{308}"), ("ÉLODIE", "e\u{301}lodie"), ("Straße", "STRASSE")] {
      #expect(FoldedName.words(one) == FoldedName.words(other), "\(one)")
    }
  }

  @Test func germanAndNordicLettersAreAlsoSpelledOut() {
    for (name, prefix) in [("Müller", "muell"), ("Müller", "mull"), ("Bjørn", "bjoern"), ("Åke", "aake")] {
      #expect(FoldedName.prefixes(of: name).contains(prefix), "\(name) \(prefix)")
    }
  }

  @Test func wordsCountFromThreeLettersToTwelve() {
    #expect(FoldedName.prefixes(of: "Li Wu").isEmpty && FoldedName.sought("li") == nil)
    #expect(FoldedName.sought("schwarzenegger") == "schwarzenegg")
    #expect(FoldedName.prefixes(of: "Schwarzenegger").map(\.count).sorted() == Array(3...12))
    #expect(FoldedName.prefixes(of: Array(repeating: "abc", count: 5).joined(separator: " ")) == ["abc"])
    #expect(FoldedName.prefixes(of: (0..<30).map { "w\($0)x" }.joined(separator: " ")).count <= 8 * 3)
  }

  private func with(_ body: (Desk) throws -> Void) throws { try TestHome.initialised { try body(Desk($0)) } }

  /// By every beginning of every word, alone and together with one of another word, and never by two letters.
  @Test func aUserIsFoundByEachBeginningOfEachWord() throws {
    try with { desk in
      let names: [[ProfileField: String]] = [
        [.givenName: "Maria Luisa", .familyName: "D’Angelo"], [.givenName: "Łukasz", .familyName: "Wójcik"],
        [.displayName: "Änne Groß"], [.familyName: "Marini", .displayName: "Mari"],
      ]
      for name in names {
        let user = try desk.create()
        try desk.set(user, name)
        let words = name.values.flatMap(FoldedName.words)
        for word in words {
          for length in 1...word.count {
            let users = try desk.users([String(word.prefix(length))])
            #expect(users?.contains(user) ?? false == (length >= 3), "\(word) \(length)")
            for other in words where length >= 3 {
              #expect(try desk.users([String(word.prefix(length)), other])?.contains(user) == true)
            }
          }
        }
        #expect(try desk.users(["zzz"]) == [] && desk.users([words[0], "zzz"]) == [])
      }
      // Several words narrow the search.
      #expect(try desk.users(["mar"])?.count == 2 && desk.users(["mar", "lui"])?.count == 1)
    }
  }

  @Test func anotherNameTakesThePlaceOfTheFormerOne() throws {
    try with { desk in
      let user = try desk.create()
      try desk.set(user, [.givenName: "Ada", .familyName: "Byron"])
      try desk.set(user, [.familyName: "Lovelace"])
      #expect(try desk.users(["byron"]) == [] && desk.users(["ada", "love"]) == [user])
      try desk.write { try Profiles.remove(.familyName, of: user, in: $0) }
      #expect(try desk.users(["love"]) == [] && desk.users(["ada"]) == [user])
    }
  }

  @Test func aMergeTakesNamesAlongAndNoneIsLeftOfAnErasedUser() throws {
    try with { desk in
      let (from, to) = (try desk.create(), try desk.create())
      try desk.set(from, [.givenName: "Ada", .familyName: "Byron"])
      try desk.set(to, [.givenName: "Augusta"])
      _ = try desk.merge(from, into: to)
      // The survivor's given name stays, and that of the other is gone.
      #expect(try desk.users(["byr"]) == [to] && desk.users(["aug"]) == [to] && desk.users(["ada"]) == [])
      try desk.write { try Profiles.destroy(to, in: $0) }
      #expect(try desk.home.count("identity_name_prefixes") == 0)
      #expect(try desk.home.count("identity_unindexed_names") == 0)
    }
  }

  @Test func namesFromBeforeAreMadeFindableInPieces() throws {
    try with { desk in
      let users = try ["Ada", "Bob", "Cleo"].map { name in
        let user = try desk.create()
        try desk.set(user, [.givenName: name])
        return user
      }
      try desk.write { connection in
        try connection.execute("DELETE FROM identity_name_prefixes")
        for user in users { try connection.execute("INSERT INTO identity_unindexed_names (user) VALUES (\(user))") }
      }
      #expect(try desk.users(["ada"]) == [] && desk.faults().isEmpty)
      #expect(try desk.write { try desk.profiles.indexNames(most: 2, in: $0) } == 2)
      #expect(try desk.database.read(Profiles.countOfUnindexed) == 1)
      #expect(try desk.write { try desk.profiles.indexNames(in: $0) } == 1)
      #expect(try desk.write { try desk.profiles.indexNames(in: $0) } == 0)
      for (name, user) in zip(["ada", "bob", "cle"], users) { #expect(try desk.users([name]) == [user]) }
    }
  }

  /// A name that somebody has pointed at another user, or taken away, is found by `db check`.
  @Test(arguments: ["UPDATE identity_name_prefixes SET hash = x'0102030405060708' WHERE name = 1", "DELETE"])
  func theCheckSeesRowsThatAreNotOfTheName(_ change: String) throws {
    try with { desk in
      let user = try desk.create()
      try desk.set(user, [.givenName: "Ada"])
      #expect(try desk.faults().isEmpty)
      try desk.write {
        try $0.execute(change == "DELETE" ? "DELETE FROM identity_name_prefixes" : SQL(stringLiteral: change))
      }
      #expect(try desk.faults().contains { $0.contains("\(user) is not found by their names") })
    }
  }

  @Test func theDatabaseHasNoNameInIt() throws {
    try with { desk in
      let (one, other) = (try desk.create(), try desk.create())
      try desk.set(one, [.givenName: "Wilhelmina"])
      try desk.set(other, [.familyName: "Wilhelmina"])
      let contents = try desk.home.contents().joined(separator: "\n").lowercased()
      #expect(!contents.contains("wilhelmina") && !contents.contains("'wil'"))
    }
  }

  @Test func theCommandGoesThroughAllThatAreLeft() throws {
    try TestHome.initialised(vault: true) { home in
      let id = String(try home.done("user create --external-id ada --quiet").dropLast())
      _ = try home.done("user set ada --given-name Ada")
      try home.database.write(Change("test.write")) { connection, _ in
        try connection.execute("DELETE FROM identity_name_prefixes")
        try connection.execute("INSERT INTO identity_unindexed_names (user) SELECT user FROM identity_keys")
      }
      #expect(try home.qix("doctor --json").output.contains("not found by name yet"))
      #expect(try home.done("user index-names --dry-run --json").contains(#""left": 1"#))
      #expect(try home.count("identity_unindexed_names") == 1)
      #expect(try home.done("user index-names --json").contains(#""users": 1"#))
      #expect(try home.count("identity_name_prefixes") == 1 && home.count("identity_unindexed_names") == 0)
      let audit = try home.done("audit show --action identity.index-names --json")
      #expect(audit.contains("1 user, 0 left") && !audit.lowercased().contains("ada"))
      #expect(try home.done("user index-names --json").contains(#""users": 0"#))
      _ = try home.done("user erase \(id) --confirm \(id)")
      #expect(try home.count("identity_name_prefixes") == 0)
    }
  }
}

extension Desk {
  func users(_ words: [String]) throws -> [UserID]? {
    try database.read { try profiles.users(named: words, limit: 20, in: $0) }
  }

  func faults() throws -> [String] { try database.read { try ProfileCheck.run(profiles, in: $0)?.faults ?? [] } }
}

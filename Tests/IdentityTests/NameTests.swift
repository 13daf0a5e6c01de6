import IdentityContract
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Identity

@Suite struct NameTests {
  @Test(arguments: ["ada", "Ada-Lovelace", "a_b.c", "x12", "calm-otter-42", String(repeating: "a", count: 30)])
  func namesThatCanBe(_ name: String) throws { #expect(try Username(name).text == name) }

  @Test(arguments: [
    "", "ab", "-ada", "ada-", "a--b", "1ada", "ada lovelace", "àda", "аda", "ada\u{202E}", "usr_x", "admin",
    "A-D-M-1-N",
    "qlx", "Root", "r00t", "supp0rt", "<script>", "ada@x", String(repeating: "a", count: 31),
  ])
  func namesThatCanNot(_ name: String) {
    let error = #expect(throws: UserError.self) { try Username(name) }
    if name.count > 4 { #expect(error?.description.contains(name) == false) }
  }

  @Test(arguments: [("ada-l", "ADAL"), ("lily", "Iily"), ("cool", "c00l"), ("modern", "modem"), ("vvave", "wave")])
  func whatLooksTheSameIsTaken(_ first: String, _ second: String) throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let (ada, bob) = (try desk.create(), try desk.create())
      try desk.write { connection throws in
        try desk.names.setName(first, of: ada, in: connection)
        #expect(throws: UserError.usernameTaken) { try desk.names.setName(second, of: bob, in: connection) }
        #expect(try desk.names.user(named: second, in: connection) == ada)
        // Their own name in another spelling is theirs to take.
        try desk.names.setName(second, of: ada, in: connection)
        #expect(try desk.names.name(of: ada, in: connection) == second)
        try desk.names.setName("somebody", of: ada, in: connection)
        try desk.names.setName(first, of: bob, in: connection)
      }
    }
  }

  @Test func madeUpNamesDifferAndCanBeTaken() throws {
    let words = NameWords.adjectives + NameWords.nouns
    #expect(words.allSatisfy { $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } && (2...12).contains($0.count) })
    #expect(Set(NameWords.adjectives).count == NameWords.adjectives.count)
    #expect(Set(NameWords.nouns).count == NameWords.nouns.count)
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let names = try desk.write { connection throws in
        try (0..<300).map { _ in
          let user = try desk.context.userDirectory.create(externalID: nil, in: connection)
          let name = try desk.names.nameOrNew(of: user, in: connection)
          #expect(try desk.names.nameOrNew(of: user, in: connection) == name)
          return name
        }
      }
      #expect(Set(names.map(Username.likeness)).count == 300)
      for name in names { #expect(throws: Never.self) { try Username(name) } }
    }
  }

  @Test func avatarsFollowFromTheName() throws {
    let svg = Avatar("calm-otter-42").svg
    #expect(svg == Avatar("calm-otter-42").svg && svg != Avatar("calm-otter-43").svg)
    try expectGolden(svg, "avatar.svg")
    let lines = Avatar("calm-otter-42").lines
    #expect(lines.count == 5 && lines.allSatisfy { $0.count == 10 })
    #expect(Set((0..<200).map { Avatar("name-\($0)").svg.split(separator: "\n").dropFirst().joined() }).count > 195)
  }

  @Test func avatarOfAUser() throws {
    try TestHome.initialised { home in
      let id = try home.qix("user create --quiet").output.firstLine
      let svg = try home.qix("user avatar \(id)").output
      #expect(svg.hasPrefix("<svg xmlns=") && svg.contains(id))
      #expect(try home.qix("user set \(id) --username ada-l").exitCode == 0)
      #expect(try home.qix("user avatar \(id)").output == Avatar("ada-l").svg)
      #expect(try home.qix("user avatar \(id) --output \(home.path)/a.svg").exitCode == 0)
      #expect(try home.qix("user avatar \(id) --output \(home.path)/a.svg").exitCode == 0)
      #expect(
        try home.qix(["user", "avatar", id], isTerminal: true).output == Avatar("ada-l").lines.joined(separator: "\n")
          + "\n")
      #expect(try home.qix("user find --username ADA_L --quiet").output.firstLine == id)
      #expect(try home.qix("user find --username nobody").exitCode == 3)
    }
  }
}

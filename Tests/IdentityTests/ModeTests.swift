import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Identity

@Suite struct ModeTests {
  @Test func aRegionIsTakenInSmallLettersToo() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("setting set identity.phone-region de")
      #expect(outcome.exitCode == 0)
      #expect(try home.database.read { try $0.value(of: IdentityModule.phoneRegion) } == "DE")
      #expect(try home.qix("setting set identity.phone-region deutschland").exitCode == 2)
    }
  }

  @Test(arguments: [
    ("phone", "phone"), ("  proved-phone   and gender ", "proved-phone and gender"), ("nothing", "nothing"),
    ("account or (given-name and email)", "account or (given-name and email)"),
    ("((account) or (email))", "account or email"), ("(email and phone) and gender", "(email and phone) and gender"),
  ])
  func requirementsAreReadAndWritten(_ text: String, _ written: String) throws {
    let requirement = try Requirement(parsing: text)
    #expect("\(requirement)" == written)
    #expect(try Requirement(parsing: written) == requirement)
  }

  @Test(arguments: [
    "", " ", "(", ")", "()", "phone and", "and phone", "phone gender", "phone or email and gender", "fone",
    "phone and nothing", "(phone", "phone)", "phone and (gender or)", "PHONE", "proved-account",
    String(repeating: "(", count: 5_000) + "phone",
    String(repeating: "(", count: 9) + "phone" + String(repeating: ")", count: 9),
  ])
  func faultyRequirementsAreRefusedInWords(_ text: String) {
    let error = #expect(throws: SettingError.self) { try Requirement(parsing: text) }
    #expect(error?.description.isEmpty == false)
  }

  @Test func whatIsMissingIsNamed() throws {
    let requirement = try Requirement(parsing: "account or (given-name and email)")
    var holdings = Holdings()
    #expect(requirement.missing(in: holdings) == ["account or (given-name and email)"])
    holdings.fields = [.email]
    #expect(requirement.missing(in: holdings) == ["account or given-name"])
    holdings.accounts = 1
    #expect(requirement.missing(in: holdings).isEmpty)
  }

  @Test func aUserGrowsAndFallsBackAndKeepsTheID() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let user = try desk.create("shop-1")
      #expect(throws: UserError.requirementsMissing(user, .signed, ["proved-phone", "gender"])) {
        try desk.upgrade(user, to: .signed)
      }
      try desk.set(user, [.phone: "+393331234567", .gender: "other"])
      // Said is not proved.
      #expect(throws: UserError.requirementsMissing(user, .signed, ["proved-phone"])) {
        try desk.upgrade(user, to: .signed)
      }
      try desk.write { try desk.profiles.prove(.phone, of: user, in: $0) }
      #expect(throws: (any Error).self) { try desk.upgrade(user, to: .pro) }
      try desk.upgrade(user, to: .signed)
      #expect(try desk.mode(of: user) == .signed)
      #expect(try desk.database.read { try desk.names.name(of: user, in: $0) } != nil)

      let account = LinkedAccount(issuer: "https://accounts.google.com", subject: "1")
      try desk.write { try desk.profiles.link(account, to: user, in: $0) }
      #expect(try desk.mode(of: user) == .signed, "linking alone raises nobody")
      try desk.upgrade(user, to: .pro)
      try desk.write { try desk.profiles.unlink(account, from: user, in: $0) }
      #expect(try desk.mode(of: user) == .signed)
      try desk.set(user, [.phone: "+393331234568"])
      #expect(try desk.mode(of: user) == .trial)
      #expect(try desk.database.read { try desk.context.userDirectory.find("shop-1", in: $0) } == user)
    }
  }

  @Test func operatorsChangeWhatAModeTakes() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      let user = try desk.create()
      try desk.set(IdentityModule.signedRequires, to: "email")
      try desk.set(user, [.email: "ada@example.com"])
      try desk.upgrade(user, to: .signed)
      // A stricter rule doesn't throw anybody out by itself; the next loss does.
      try desk.set(IdentityModule.signedRequires, to: "email and phone")
      #expect(try desk.mode(of: user) == .signed)
      try desk.write { try desk.profiles.remove(.email, of: user, in: $0) }
      #expect(try desk.mode(of: user) == .trial)
      try desk.database.read { connection throws in
        #expect(throws: UserError.modeTooLow(user, .trial, needs: .signed)) {
          try Modes().require(.signed, of: user, in: connection)
        }
        try Modes().require(.trial, of: user, in: connection)
      }
    }
  }

  @Test func limitsAreSettings() throws {
    try TestHome.initialised { home in
      let desk = try Desk(home)
      #expect(try desk.database.read { try Modes().isLimited(.earn, in: $0) } == false)
      // Another setting of the module's makes no limit, since by default there is none.
      #expect(try home.qix("setting set identity.minimum-age 13").exitCode == 0)
      #expect(
        try desk.database.read { connection in
          try DailyLimit.allCases.contains { try Modes().isLimited($0, in: connection) }
        } == false)
      #expect(try home.qix("setting set identity.trial-earn-limit 100").exitCode == 0)
      for bad in ["-1", "1e3", "many", "٣", "01", ""] {
        #expect(try home.qix(["setting", "set", "identity.trial-earn-limit", "--", bad]).exitCode == 2, "\(bad)")
      }
      try desk.database.read { connection throws in
        #expect(try Modes().isLimited(.earn, in: connection))
        #expect(try Modes().isLimited(.spend, in: connection) == false)
        #expect(try Modes().limit(.earn, of: .trial, in: connection) == 100)
        #expect(try Modes().limit(.earn, of: .pro, in: connection) == nil)
      }
      let list = try home.qix("mode list --tsv")
      #expect(list.rows == ["trial", "signed", "pro"])
      #expect(list.output.contains("trial\tnothing\t100\t\t0\n"))
      #expect(list.output.contains("proved-phone and gender"))
    }
  }
}

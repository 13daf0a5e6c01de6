import CampaignsContract
import Foundation
import IdentityContract
import QixCatalog
import QixCommands
import QixCrypto
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import ShakesContract
import Synchronization
import Testing
import VaultContract

@testable import Shakes

/// Types and limits that need a key of the vault, in the whole program: it is fetched outside of any transaction, once
/// for each value of a type, in single shakes and in the middle of a group commit alike.
@Suite struct PreparationTests {
  /// How often a type was prepared, by the lot in its settings.
  fileprivate static let preparations = Mutex<[String: Int]>([:])

  /// Lends the context of a program, as a command of it sees it.
  private struct Probe: Command {
    static let declaration = Declaration(
      "probe", "Lends its context.", roles: [.operator], examples: [Example("qix probe", "for a test")])
    static let contexts = Mutex<[String: Context]>([:])

    func run(in context: Context) throws -> Printed {
      Self.contexts.withLock { $0[context.home.path] = context }
      return Printed()
    }
  }

  private enum ProbeModule: CommandProviding, ShakeProviding {
    static let id = "probe"
    static let summary = "Lends its context to tests."
    static let requires = ["shakes"]
    static let shakeTypes: [any ShakeType.Type] = [SealedShake.self, CodeShake.self]
    static var commands: [CommandNode] { [.command(Probe.self)] }
  }

  /// Wants a key of the vault.
  private struct SealedShake: PreparedShakeType {
    static let name = "sealed"
    static let summary = "Show what the vault's key has sealed"
    static let settings = [ShakeSetting("lot", .text(most: 80), "Which lot", isRequired: true)]
    let writes = false

    private let lot: String
    private var bytes: Int64?

    init(_ settings: ShakeSettings) { lot = settings.text("lot") ?? "" }

    mutating func prepare(in context: Context) throws {
      let store = try context.service(Secrets.store)
      bytes = try context.database.read { connection in
        try store.keyIfMade("lots", of: "shakes", in: connection)?.withUnsafeBytes { Int64($0.count) }
      }
      PreparationTests.preparations.withLock { $0[lot, default: 0] += 1 }
    }

    func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
      guard let bytes else { return .refused(Refusal("sealed.unprepared", "it was not prepared")) }
      return .accepted(Proof(facts: ["bytes": .integer(bytes)]))
    }
  }

  /// A home with a vault that has the key, and a campaign for two users of a device a day.
  private func with(_ lot: String, _ body: (TestHome, Context) throws -> Void) throws {
    try TestHome.initialised(vault: true, modules: Catalog.modules + [ProbeModule.self]) { home in
      try Self.campaign(lot, in: home)
      try home.done("probe")
      let context = try #require(Probe.contexts.withLock { $0.removeValue(forKey: home.path) })
      let store = try context.service(Secrets.store)
      _ = try context.database.write(Change("test.key")) { connection, _ in
        _ = try store.key("lots", of: "shakes", in: connection)
      }
      try body(home, context)
      #expect(try home.qix("db check").exitCode == 0)
      #expect(try home.qix("coins verify").exitCode == 0)
    }
  }

  private static func campaign(_ lot: String, in home: TestHome) throws {
    let (start, end) = (home.clock.now(), home.clock.now().advanced(byMicroseconds: 40 * Timestamp.day))
    let file: JSONValue = [
      "name": .string(lot), "brand": "Acme", "title": "Sealed", "start": .string("\(start)"), "end": .string("\(end)"),
      "time-zone": "UTC", "shakes": ["sealed": ["lot": .string(lot)], "code": [:]],
      "pace": ["users-per-device": 2], "award": ["fixed": 10],
    ]
    try home.done("campaign create --file -", input: file.text())
    try home.done("campaign fund \(lot) --amount 1000")
    try home.done("campaign start \(lot)")
  }

  private func user(_ name: String, in home: TestHome, _ context: Context) throws -> UserID {
    try home.done("user create --external-id \(name)")
    let users = try context.service(Users.directory)
    return try #require(try context.database.read { try users.find(name, in: $0) })
  }

  private func preparations(_ lot: String) -> Int { Self.preparations.withLock { $0[lot] ?? 0 } }

  @Test func itIsPreparedOnceForMany() throws {
    try with("prepared-one") { home, context in
      let service = try ShakeService(context)
      for name in ["ada", "bob", "cleo"] {
        let request = ShakeRequest(user: try user(name, in: home, context), type: "sealed", campaign: "prepared-one")
        let answer = try service.run(request, reason: nil, isDryRun: false)
        #expect(answer.outcome.won == 10)
      }
      #expect(preparations("prepared-one") == 1)
    }
  }

  /// Up to 0.6.0 the second of two was the answer of a shake in a group commit: `Need`, which is nobody's business.
  @Test func whatOneShakeNeedsIsFetchedTogether() throws {
    try with("prepared-both") { home, context in
      let service = try ShakeService(context)
      let request = ShakeRequest(
        user: try user("ada", in: home, context), type: "sealed", campaign: "prepared-both",
        context: ShakeContext(device: "phone"))
      #expect(try service.submit([request])[0].get().outcome.won == 10)
      service.stop()
      #expect(preparations("prepared-both") == 1)
    }
  }

  /// The group's transaction is taken back where something is found missing, the vault opened, and all of it done then:
  /// for the type's key, and for the one under which devices are hashed. Nothing before it is lost or done twice.
  @Test func theVaultIsOpenedInsideAGroupCommit() throws {
    try with("prepared-two") { home, context in
      let device = ShakeContext(device: "phone")
      let requests = try (0..<8).map { number in
        ShakeRequest(
          user: try user("user-\(number)", in: home, context), type: number.isMultiple(of: 2) ? "code" : "sealed",
          campaign: "prepared-two", context: number < 4 ? ShakeContext() : device, key: "k-\(number)")
      }
      let service = try ShakeService(context)
      let answers = try service.submit(requests).map { try $0.get() }
      let again = try service.submit(requests).map { try $0.get() }
      service.stop()
      // Two users of the device are its last.
      #expect(answers.map(\.outcome.won) == [10, 10, 10, 10, 10, 10, nil, nil])
      #expect(answers.suffix(2).map(\.outcome.refusal) == ["shakes.device-shared", "shakes.device-shared"])
      #expect(answers.allSatisfy { !$0.isReplay } && again.allSatisfy { $0.isReplay })
      #expect(again.map(\.shake) == answers.map(\.shake))
      #expect(preparations("prepared-two") == 1)
      #expect(try home.count("shakes_shakes") == 8)
      #expect(try home.count("shakes_devices") == 2)
    }
  }

  /// What can't be had ends the shakes that need it, and those alone; once it can be had, they go through.
  @Test func whereTheVaultIsLockedOnlyThoseEndThatNeedIt() throws {
    try with("prepared-three") { home, context in
      let (ada, bob) = (try user("ada", in: home, context), try user("bob", in: home, context))
      let sealed = ShakeRequest(user: ada, type: "sealed", campaign: "prepared-three", key: "s")
      let code = ShakeRequest(user: bob, type: "code", campaign: "prepared-three", key: "c")
      try home.hideVaultKey(true)
      #expect(throws: VaultError.self) { try ShakeService(context).run(sealed, reason: nil, isDryRun: false) }
      let service = try ShakeService(context)
      let answers = service.submit([sealed, code])
      #expect(throws: VaultError.self) { try answers[0].get() }
      #expect(try answers[1].get().outcome.won == 10)
      try home.hideVaultKey(false)
      #expect(try service.submit([sealed])[0].get().outcome.won == 10)
      service.stop()
      #expect(try home.count("shakes_shakes") == 2)
    }
  }
}

extension TestHome {
  /// Moves the key file of the vault away, or back.
  fileprivate func hideVaultKey(_ isHidden: Bool) throws {
    let away = "\(vaultKey).away"
    try FileManager.default.moveItem(atPath: isHidden ? vaultKey : away, toPath: isHidden ? away : vaultKey)
  }
}

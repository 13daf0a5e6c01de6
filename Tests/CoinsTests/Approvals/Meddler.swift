import CoinsContract
import Foundation
import IdentityContract
import QixCommands
import QixKernel
import QixStorage
import QixTesting
import Synchronization

@testable import Coins
@testable import QixTerminal

/// A directory of users in whose look-ups a test does what somebody else could do meanwhile: a batch looks users up each
/// time it reads a file, while it counts and while it does the lines.
final class Meddler: UserDirectory {
  private let lookUps = Mutex<Int>(0)
  private let answer: @Sendable (_ reference: String, _ lookUp: Int) throws -> UserID?

  /// - Parameter answer: who is found, by the name and how many look-ups there were before.
  init(_ answer: @escaping @Sendable (String, Int) throws -> UserID?) { self.answer = answer }

  func find(_ reference: String, in connection: Connection) throws -> UserID? {
    let number = lookUps.withLock { count in
      defer { count += 1 }
      return count
    }
    return try answer(reference, number)
  }

  func heir(of user: UserID, in connection: Connection) throws -> UserID? { user }
  func check(externalID: String, in connection: Connection) {}

  func create(externalID: String?, in connection: Connection) throws -> UserID { UserID(high: 0, low: 9) }

  func externalID(of user: UserID, in connection: Connection) throws -> String? { nil }
}

extension Shop {
  /// The ids of the users, by their external ids.
  func users() throws -> [String: UserID] {
    try Dictionary(
      uniqueKeysWithValues: home.unchecked.read { connection in
        try connection.rows("SELECT external_id, id FROM identity_users WHERE external_id IS NOT NULL") {
          ($0.text(0), try $0.identifier(1) as UserID)
        }
      })
  }

  /// `qix coins issue`, with a directory of the test's.
  func issue(_ words: [String], with meddler: Meddler) throws {
    var services = Services()
    CoinsModule.provide(to: &services)
    services.register(Users.directory) { _ in meddler }
    services.register(Users.presented) { _ in meddler }
    var context = Context(clock: home.clock, random: home.random, services: services)
    context.registry = try Registry(home.modules)
    context.home = HomeFolder(path: home.path)
    context.database = home.database
    context.principal = Principal(name: home.actor, role: .admin, isOwner: true)
    _ = try TestTerminal(clock: home.clock).capture { terminal in
      context.face = terminal
      try IssueCommand.parsing(words).perform(in: context)
    }
  }

  /// Writes into a file that is there, as whoever has it open sees it.
  static func rewrite(_ path: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}

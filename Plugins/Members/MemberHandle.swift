internal import IdentityContract
internal import QixModule

/// Marks a handle: `mem_…`.
enum MemberHandleTag: IdentifierTag {
  static let prefix = "mem"
}

typealias MemberHandleID = Identifier<MemberHandleTag>

/// A caller's name for a user who has shown it a code. It lasts two minutes.
struct MemberHandle: Sendable {
  let id: MemberHandleID
  let user: UserID
  let principal: String
  let till: String?
  let made: Timestamp
  /// By `SteadyClock`.
  let end: Timestamp

  /// Microseconds.
  static let validity: Int64 = 2 * 60_000_000
  /// Microseconds for which it is known what a handle was made for.
  private static let memory = 3 * Timestamp.day

  static let columns = "id, user, principal, till, made_at, ends_at"

  init(_ row: Row) throws {
    id = try row["id"]
    user = try row["user"]
    principal = row["principal"]
    till = row["till"]
    made = row["made_at"]
    end = row["ends_at"]
  }

  static func find(_ id: MemberHandleID, in connection: Connection) throws -> MemberHandle? {
    try connection.fetchOne("SELECT \(sql: columns) FROM members_handles WHERE id = \(id)", MemberHandle.init)
  }

  /// The oldest first.
  static func all(of user: UserID, in connection: Connection) throws -> [MemberHandle] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM members_handles WHERE user = \(user) ORDER BY id", MemberHandle.init)
  }

  /// Makes one, and clears away those that are no longer of use.
  static func make(
    for user: UserID, _ presenter: Presenter, _ clock: any Clock, _ random: any RandomSource, in connection: Connection
  ) throws -> MemberHandleID {
    let (now, steady) = (clock.now(), try SteadyClock.advance(clock, in: connection))
    var generator = IdentifierGenerator(random: random)
    let id: MemberHandleID = generator.next(at: now)
    try connection.execute(
      """
      INSERT INTO members_handles (id, user, principal, till, made_at, ends_at)
      VALUES (\(id), \(user), \(presenter.principal), \(presenter.till.isEmpty ? nil : presenter.till), \(now),
        \(steady.advanced(byMicroseconds: validity)))
      """)
    try connection.execute(
      "DELETE FROM members_handles WHERE ends_at < \(steady.advanced(byMicroseconds: -memory))")
    return id
  }
}

/// The handles of a caller.
struct MemberHandles: UserHandles {
  let principal: String
  let clock: any Clock

  func user(behind reference: String, in connection: Connection) throws -> UserID? {
    guard let id = MemberHandleID(reference) else { return nil }
    guard let handle = try MemberHandle.find(id, in: connection), handle.principal == principal,
      try SteadyClock.latest(clock, in: connection) < handle.end
    else {
      throw Failure(
        "members.handle-over", .notFound, "the handle \(id) has ended, or was given to another caller",
        hint: "A handle is good for two minutes. Scan the customer's code again: `qix member resolve`.")
    }
    return handle.user
  }
}

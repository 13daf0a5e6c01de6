internal import IdentityContract
internal import QixModule

/// The desk where member codes are resolved: each in one write transaction, so that of two tills with one code the
/// second sees that it was used.
struct MemberDesk {
  let keys: MemberKeys
  let presenter: Presenter
  let policy: any ModePolicy
  /// Nil where sessions are switched off: no code is good then.
  let sessions: (any UserSessions)?
  let clock: any Clock
  let random: any RandomSource

  /// A user whose code was good.
  struct Presented: Sendable {
    let user: UserID
    let handle: MemberHandleID
    let expires: Timestamp
  }

  private static let wrong = Failure(
    "members.code-wrong", .notFound, "this member code is not valid now",
    hint: "The phone shows a new code every \(OneTimeCode.period) seconds. Scan the one it shows now. If that "
      + "fails too, check the phone's clock.")
  private static let used = Failure(
    "members.code-used", .conflict, "this member code was used already",
    hint: "Wait until the phone shows another one, at most \(OneTimeCode.period) seconds.")

  /// Uses a code. A wrong one counts as a miss, which the transaction has to keep.
  ///
  /// An unknown number and a wrong code for a known one are answered alike. The times differ: a known number takes the
  /// work of each of its phones, up to 20, an unknown one that of a single phone.
  /// - Throws: `members.too-many-misses`; `UserError` for a user who may not act.
  func resolve(_ code: MemberCode, in connection: Connection) throws -> Result<Presented, Failure> {
    let time = try SteadyClock.latest(clock, in: connection)
    try Misses.ofMembers.requireFew(by: presenter, at: time, clock, in: connection)
    let now = clock.now()
    let member = try Member.find(code.number, in: connection)
    let step = try step(of: code, member, at: now, in: connection)
    guard let member, let step else {
      try Misses.ofMembers.count(presenter, clock, in: connection)
      return .failure(Self.wrong)
    }
    try policy.requireActive(member.user, in: connection)
    guard try isFirst(step, of: member, in: connection) else { return .failure(Self.used) }
    let handle = try MemberHandle.make(for: member.user, presenter, clock, random, in: connection)
    try connection.tell("member.presented", of: handle, user: member.user)
    return .success(
      Presented(
        user: member.user, handle: handle, expires: now.advanced(byMicroseconds: MemberHandle.validity)))
  }

  /// The step of time for which one of the user's phones makes a code; nil if none does. An unknown number takes the work
  /// of one phone.
  private func step(
    of code: MemberCode, _ member: Member?, at now: Timestamp, in connection: Connection
  ) throws -> Int64? {
    var found: Int64?
    for session in try member?.phones(in: connection) ?? [""] {
      let key = keys.key(of: code.number, epoch: member?.epoch ?? 0, session: session)
      guard let step = OneTimeCode.step(of: code.code, key: key, at: now), let member else { continue }
      if try sessions?.isOpen(session, of: member.user, in: connection) ?? false { found = step }
    }
    return found
  }

  /// Uses up the code of a step: once in this home, whichever till it is shown to.
  private func isFirst(_ step: Int64, of member: Member, in connection: Connection) throws -> Bool {
    try connection.execute(
      """
      INSERT INTO members_used (number, step) VALUES (\(member.number.value), \(step))
      ON CONFLICT (number, step) DO NOTHING
      """)
    guard connection.changes == 1 else { return false }
    // A day: a clock that is put right by hours must bring no code back.
    try connection.execute("DELETE FROM members_used WHERE step < \(step - 86_400 / OneTimeCode.period)")
    return true
  }
}

extension Misses {
  /// Member codes that are not valid.
  static let ofMembers = Misses(of: MembersModule.id, "Member codes that are not valid") { limit, until, setting in
    Failure(
      "members.too-many-misses", .refused,
      "\(limit.what) tried too many member codes that are not valid; wait until \(until)",
      hint: "This may be an attempt to guess codes. An operator sees the limit with "
        + "\(always: "qix setting show \(setting)").")
  }
}

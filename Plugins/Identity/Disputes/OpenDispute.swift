internal import IdentityContract
internal import QixModule

/// `qix dispute open`
struct OpenDispute: Command {
  static let declaration = Declaration(
    "open", "Report that a user has not done something: \"that wasn't me\".", roles: [.operator, .support, .user],
    discussion: """
      The subject is a transfer, a redemption, a voucher or its use, a shake or a session. Support sees the dispute in \
      `qix dispute list`, and answers with `qix dispute close`. Nothing else changes by it: support takes coins back or \
      ends sessions as usual. A user has one open dispute about a subject. A customer opens at most \
      identity.disputes-per-day.
      """,
    examples: [
      Example("trf=$(qix wallet history shop-4711 --quiet | head -n 1) && qix dispute open \"$trf\"", "a transfer"),
      Example("qix dispute open ses_01m7w9tzg3f7fs9hn862jj74bb --note 'I have no such phone'", "a sign-in"),
    ],
    answer: AnswerShape("dispute.open/1", fields), effect: .changes, route: .at("POST /v1/disputes"),
    givenByCustomers: ["subject", "note"])

  /// A dry run's dispute is nil, since its id names nothing.
  private static let fields: [Field<(id: DisputeID?, dispute: Dispute)>] =
    [Field("dispute", .id) { $0.id }] + Dispute.facts.of { $0.dispute }

  @Positional("subject", .text, "trf_…, rdm_…, vch_…, vus_…, shk_… or ses_…") private var subject: String
  @Option("user", .user, placeholder: "USER", "The user, for a transfer between two: usr_… or external id")
  private var user: String?
  @Option("note", .text.serving(.personal), placeholder: "TEXT", "What the user says, up to 500 characters")
  private var note: String?

  func check() throws(UsageError) {
    if let note, !Dispute.takes(note) {
      throw UsageError("--note has 1 to \(Dispute.longest) characters, without hidden ones")
    }
  }

  func run(in context: Context) throws -> Document {
    let text = note.map(PlainText.trimmed)
    let hit = try context.disputable(subject)
    let profiles = try text.map { _ in try context.openProfiles() }
    let dispute = try context.change("identity.dispute-open") { connection, change in
      guard let hit, let user = try user(of: hit, context, in: connection) else { throw Self.notFound(subject) }
      let subject = subject.lowercased()
      if let open = try Dispute.open(about: subject, by: user, in: connection) { throw Self.openAlready(open) }
      let now = context.clock.now()
      try requireRoom(for: user, at: now, context, in: connection)
      let note = try text.flatMap { try profiles?.add($0, on: user, by: context.database.actor, in: connection) }
      var generator = IdentifierGenerator(random: context.random)
      let dispute = Dispute(
        id: generator.next(at: now), user: user, kind: hit.kind, subject: subject, opened: now, note: note?.id,
        closed: nil, answer: nil)
      try dispute.insert(in: connection)
      try connection.tell("dispute.opened", of: dispute.id, user: user)
      change.subject = "\(user) \(subject) \(dispute.id)"
      return dispute
    }
    let made = context.isDryRun ? nil : dispute.id
    var document = Document("dispute.open/1", Self.fields, of: (id: made, dispute: dispute))
    document.primary = made.map { "\($0)" }
    document.next("`qix dispute close \(dispute.id) --answer TEXT`")
    return document
  }

  /// The user who disputes it: the one who is named, or whose it is. Nil where it isn't theirs.
  /// - Throws: `UsageError` where it belongs to two users and none is named.
  private func user(of hit: Search.Hit, _ context: Context, in connection: Connection) throws -> UserID? {
    let owners = try hit.users.map { try User.survivor(of: $0, in: connection) }.filter { $0.standing != .erased }
    guard let user else {
      guard Set(owners.map(\.id)).count < 2 else {
        throw UsageError(
          "missing \($user.label): the \(hit.kind) is between two users", hint: "Name the one who reports it.")
      }
      return owners.first?.id
    }
    let named = try UserNamed.find(user, context.userDirectory, in: connection).id
    return owners.contains { $0.id == named } ? named : nil
  }

  private func requireRoom(
    for user: UserID, at now: Timestamp, _ context: Context, in connection: Connection
  ) throws {
    guard context.principal.isCustomer else { return }
    let opened: Int64 =
      try connection.fetchOne(
        """
        SELECT count(*) FROM identity_disputes
        WHERE user = \(user) AND opened_at > \(now.advanced(byMicroseconds: -Timestamp.day))
        """) ?? 0
    guard try opened >= connection.value(of: Dispute.perDay) else { return }
    throw Failure(
      "identity.dispute-limit", .refused, "user \(user) has opened too many disputes within a day",
      hint: "The limit: `qix setting show identity.disputes-per-day`.",
      forUser: "you can't report more today; try again tomorrow")
  }

  private static func notFound(_ subject: String) -> Failure {
    Failure(
      "identity.not-disputable", .notFound,
      "'\(subject)' is not a transfer, redemption, voucher, shake or session of this user",
      hint: "Find it with `qix find`.")
  }

  private static func openAlready(_ dispute: Dispute) -> Failure {
    Failure(
      "identity.disputed-already", .conflict, "\(dispute.subject) has an open dispute, \(dispute.id)",
      hint: "See it with `qix dispute list`.", forUser: "you have reported this already; we are looking into it")
  }
}

internal import IdentityContract
internal import QixModule

/// The changes of a user, out of the audit log: who, when, and why.
enum UserHistory {
  private static let suspension = "identity.suspend"
  /// Approvals are told by what they are about, and name who has asked.
  private static let (request, decisions) = ("identity.request-approval", ["coins.approve", "coins.decline"])
  static let changes: Set<String> =
    Set([
      suspension, laterReason, "identity.resume", "identity.set", "identity.upgrade", "identity.unlink",
      "identity.link",
      "identity.otp-verify", "identity.note-add", "identity.dispute-open", "identity.dispute-close", "identity.merge",
      "identity.erase", request,
    ]).union(decisions)

  /// The last suspension; nil where the log knows of none.
  static func suspension(of user: UserID, in connection: Connection) throws -> AuditLog.Entry? {
    try AuditLog.entries(naming: "\(user)", action: [suspension], limit: 1, in: connection).first
  }

  /// The newest first, of the ids that were merged into the user too, without requests that aren't the reader's to know.
  static func changes(
    of users: [UserID], limit: Int, for reader: Principal, in connection: Connection
  ) throws -> [AuditLog.Entry] {
    let entries = try users.flatMap {
      try AuditLog.entries(naming: "\($0)", action: changes, limit: limit, in: connection) {
        isShown($0, to: reader)
      }
    }
    var seen: Set<Int64> = []
    return Array(entries.filter { seen.insert($0.number).inserted }.sorted { $0.number > $1.number }.prefix(limit))
  }

  /// Whether an entry is the reader's to know: of requests for approval some see their own alone.
  static func isShown(_ entry: AuditLog.Entry, to reader: Principal) -> Bool {
    guard reader.seesOwnRequestsOnly else { return true }
    if entry.action == request { return entry.actor == reader.name }
    return !decisions.contains(entry.action) || entry.subject.hasSuffix(", requested by \(reader.name)")
  }

  /// Whether any file of profiles was done: its entries name no users.
  static func hasImports(in connection: Connection) throws -> Bool {
    try !AuditLog.entries(about: "", action: ["identity.import"], limit: 1, in: connection).isEmpty
  }

  static let fields: [Field<AuditLog.Entry>] = {
    var fields = AuditLog.Entry.fields
    fields.insert(Field("subject", .text, "OF", for: .trace) { $0.subject }, at: 2)
    return fields
  }()
}

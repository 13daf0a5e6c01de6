package import QixKernel

/// The changes missing from a database that is older than what was acknowledged.
package struct Loss: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Changes at the end are missing: the log was deleted, cut or damaged, or an older database was put back.
    case older
    /// The change of that number is another one: a database with another history.
    case different
    /// The file is an older one, under a log that belongs to a newer.
    case olderFile
  }

  package let kind: Kind
  /// The number of the last change that was acknowledged (its entry in the audit log), and when that was.
  package let acknowledged: Int64
  package let acknowledgedAt: Timestamp
  /// The number of the last change that is there, 0 for none, and when that was.
  package let found: Int64
  package let foundAt: Timestamp?

  /// The number of missing changes, as far as their numbers tell.
  package var missing: Int64 { max(0, acknowledged - found) }

  /// The acknowledged change, the present one, and the number missing.
  package var description: String {
    let last = "change \(acknowledged) was acknowledged at \(acknowledgedAt)"
    let present = foundAt.map { "the last one here is \(found), of \($0)" } ?? "there is none here"
    switch kind {
    case .older:
      return """
        the database has lost acknowledged changes: \(last), but \(present), so \
        \(missing.counted("change is", "changes are")) missing
        """
    case .different:
      return "this is a different database: \(last), but that change is different here; \(present)"
    case .olderFile:
      return """
        the database file is older than its log, so an older file was put back; \(last), and changes before it may be \
        missing
        """
    }
  }
}

/// A kind of data that not everybody who may run a command may be told: what a datum is, and not who may know it, is
/// said where it is shown. What is of no kind is told to whoever may run the command.
package enum Confidential: String, Sendable, CaseIterable {
  /// Who a user is: a trial user's id is all that it takes to be that user.
  case user
  /// An id that leads to what somebody else has done, or takes it back.
  case trace
  /// An idempotency key: whoever sends it again is answered as its sender was.
  case key
  /// What somebody wrote for their own: reasons, notes, what was put beside a transfer.
  case reason
  /// Whether a code that nobody has yet is one.
  case stock
  /// What stands in a file that the program read: it acts with the rights of the home's owner, and so can read files
  /// that whoever called it may not.
  case content

  /// What it is, for docs/roles.md.
  package var summary: String {
    switch self {
    case .user: "who a user is whom the caller has not named"
    case .trace: "ids of what others have done: transfers, uses of vouchers"
    case .key: "idempotency keys"
    case .reason: "reasons, notes and metadata"
    case .stock: "whether a voucher's code is one that nobody has yet"
    case .content: "what stands in a file that was given by name, where it can't be read"
    }
  }

  /// The roles that may know it. One table for all commands, so that a role is told the same by each of them.
  package var roles: Roles {
    switch self {
    case .user, .trace, .key, .reason: [.admin, .operator, .support, .auditor]
    case .stock: [.admin, .operator]
    // The owner of the home folder, who could read the file without qix too.
    case .content: []
    }
  }
}

extension Principal {
  /// Whether data of a kind may be told to them. The owner knows everything: the files are theirs.
  package func mayKnow(_ datum: Confidential) -> Bool {
    if isOwner { return true }
    return role.map(datum.roles.contains) ?? false
  }

  /// Whether there is something that no command may tell them.
  package var isKeptFromSomething: Bool { !Confidential.allCases.allSatisfy(mayKnow) }
}

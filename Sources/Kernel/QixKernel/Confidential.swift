/// A kind of data that may be withheld from some callers of a command: where a datum is shown its kind is stated, not
/// who may know it. Data of no kind are told to every caller of the command.
package enum Confidential: String, Sendable, CaseIterable {
  /// A user's identity: a trial user's id is all that it takes to be that user.
  case user
  /// An id that leads to another caller's operation, or takes it back.
  case trace
  /// An idempotency key: who may know it is answered under it as its sender was.
  case key
  /// Text written for internal use: reasons, notes, data put beside a transfer.
  case reason
  /// Whether a code that is still in stock exists: whoever has found one could wait for the moment at which a user gets
  /// it. The state of a voucher that is named by its id tells nothing of any code.
  case stock
  /// Figures of the business that customers have no use for: budgets, how many others have something.
  case business
  /// The content of a file that the program read: it acts with the rights of the home's owner, and so can read files
  /// that its caller may not.
  case content
  /// What settings tell of the machine: programs, paths of keys, addresses. The desk has no use for it, and an attacker has.
  case machine

  /// The description for docs/roles.md.
  package var summary: String {
    switch self {
    case .user: "the identity of a user that the caller did not name"
    case .trace: "ids of what others have done: transfers, uses of vouchers"
    case .key: "idempotency keys"
    case .reason: "reasons, notes and metadata"
    case .stock:
      "whether a code is in stock and not yet valid; a voucher named by its id shows its state"
    case .business: "business figures: budgets, how many others have something"
    case .content: "the content of a file given by name, in faults"
    case .machine: "values of settings for programs, keys and addresses"
    }
  }

  /// The roles that may know it. One table for all commands, so that a role is told the same by each of them.
  package var roles: Roles {
    switch self {
    case .user, .key, .reason: [.admin, .operator, .support, .auditor]
    // Customers see what is theirs alone, and read its ids to the help desk.
    case .trace: [.admin, .operator, .support, .auditor, .user]
    case .business: .everyone
    case .stock: [.admin, .operator]
    case .machine: [.admin, .operator, .auditor]
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

package import QixKernel
package import QixStorage

/// Something that one person may not do to a user alone.
package struct ApprovalWish: Sendable {
  /// 32 bytes that stand for exactly this change and no other.
  package let fingerprint: [UInt8]
  /// The operation to be approved, in words without personal data.
  package let operation: String
  /// Whom it is about; nil for what is about nobody alone.
  package let user: UserID?
  package let reason: String
  /// The values to be kept of the user, under their own key (`WishedValues`); nil where nothing is.
  package let sealed: [UInt8]?
  /// The roles of which somebody has to approve it; nil for whoever may approve at all.
  package let approvers: Roles?
  /// How many coins it is about, for whoever approves it.
  package let coins: AskedChange.Coins?

  package init(
    fingerprint: [UInt8], operation: String, user: UserID?, reason: String, sealed: [UInt8]?, approvers: Roles? = nil,
    coins: AskedChange.Coins? = nil
  ) {
    precondition(fingerprint.count == 32)
    self.fingerprint = fingerprint
    self.operation = operation
    self.user = user
    self.reason = reason
    self.sealed = sealed
    self.approvers = approvers
    self.coins = coins
  }
}

/// Shows to the approver of a change what it is about.
package protocol WishedValues: Sendable {
  /// The values that are to be kept, masked: `+44 … 3456`; nil where the user's key is gone.
  /// - Throws: what opening them throws.
  func masked(
    _ sealed: [UInt8], wishedFor user: UserID, by operation: String, in connection: Connection
  ) throws -> String?
}

/// Asks a second person, by the same requests and approvals as for new coins.
package protocol SecondPerson: Sendable {
  /// Uses an approval of exactly this that a second person has given to the actor, or writes down a request for one,
  /// which the caller commits.
  /// - Returns: nil where it was approved; else what to throw after the commit.
  func admit(_ wish: ApprovalWish, isDryRun: Bool, in connection: Connection) throws -> (any Diagnosable)?
}

extension Principal {
  /// Whether they may at most ask, and so have no business with what others ask for.
  package var seesOwnRequestsOnly: Bool {
    let decidingOrChecking: Roles = [.admin, .operator, .auditor]
    return !(role.map(decidingOrChecking.admits) ?? false)
  }
}

extension Users {
  /// Making it opens the vault.
  package static let wishedValues = ServiceKey<any WishedValues>("identity.wished-values")

  /// Provided by the module that keeps approvals; missing where that module is switched off.
  package static let secondPerson = ServiceKey<any SecondPerson>("identity.second-person")
}

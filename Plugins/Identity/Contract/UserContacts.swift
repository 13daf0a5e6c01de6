package import QixKernel
internal import QixStorage

/// Finds users by what they can be reached at, limited and written down as `qix user find` does.
package protocol UserContacts: Sendable {
  /// - Parameter text: a phone number with its `+`, or an email address.
  /// - Returns: nil for a text of another form, and for a caller who may not find users so.
  /// - Throws: `UserError.nobodyWith`, `UserError.tooManyFinds`, and what opening the vault throws.
  func user(reachedAt text: String) throws -> UserID?
}

extension Users {
  package static let contacts = ServiceKey<any UserContacts>("identity.contacts")
}

extension Context {
  /// The words by which a caller names a user, with a phone number or an email address replaced by the user's id. Writes
  /// into the audit log that somebody was looked for, so not inside a transaction.
  package func spelledOut(_ reference: String) throws -> String {
    guard reference.hasPrefix("+") || reference.utf8.contains(UInt8(ascii: "@")) else { return reference }
    // What the operator's own systems call a user may look so too.
    let directory = try service(Users.directory)
    if let named = try database.read({ try directory.named(reference, in: $0) }) {
      // At the desk an address is a customer's own too, and another one may be called so: by mistake, or to be taken for
      // them. Of numbers the directory has made sure.
      guard principal.role == .support else { return reference }
      let reached: UserID?
      do {
        reached = try service(Users.contacts).user(reachedAt: reference)
      } catch UserError.nobodyWith {
        reached = nil
      }
      guard let reached, reached != named else { return reference }
      throw UserError.meansTwo
    }
    return try service(Users.contacts).user(reachedAt: reference).map { "\($0)" } ?? reference
  }
}

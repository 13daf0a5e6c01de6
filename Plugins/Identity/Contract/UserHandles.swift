package import QixKernel
package import QixStorage

/// Short-lived names of users, each given to one caller who need not know who the user is.
package protocol UserHandles: Sendable {
  /// The user whom a caller names by a handle; nil for other words.
  /// - Throws: an error for a handle that has ended, or that was given to another caller.
  func user(behind reference: String, in connection: Connection) throws -> UserID?
}

extension Users {
  /// Provided by the module of member codes; missing where it is switched off.
  package static let handles = ServiceKey<any UserHandles>("identity.handles")

  /// The directory for commands that show or change who a user is, or let a caller act as them. Unlike `directory`, it
  /// takes no handles of callers who may not know who a user is.
  package static let identities = ServiceKey<any UserDirectory>("identity.identities")
}

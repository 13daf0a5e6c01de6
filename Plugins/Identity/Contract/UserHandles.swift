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

  /// The directory for what a till does for the customer before it. Unlike `directory`, it takes handles of callers who may
  /// not know who a user is, so such a command answers nothing by which the customer is known again.
  package static let presented = ServiceKey<any UserDirectory>("identity.presented")
}

package import QixKernel

/// Sessions by which staff use the web pages of the server.
package protocol StaffSessions: Sendable {
  /// Returns the principal whom a session stands for.
  /// - Parameters:
  ///   - token: the text of the session.
  ///   - isUse: whether a person uses it now; else it is looked at, and ends as early as without that.
  /// - Throws: an error of the category `notAllowed` for a session that isn't one or has ended.
  func principal(presenting token: String, isUse: Bool, in context: Context) throws -> Principal
}

package enum Staff {
  /// Provided by the module of that name; missing where it is disabled.
  package static let sessions = ServiceKey<any StaffSessions>("staff.sessions")
}

package import QixCommands
package import QixKernel
package import QixStorage

/// Marks a request for a one-time code: `otp_…`.
package enum CodeTag: IdentifierTag {
  package static let prefix = "otp"
  package static let place: String? = "identity_codes.id"
}

package typealias CodeRequestID = Identifier<CodeTag>

/// Asks users whether what they sign in with may be changed.
package protocol UserConsents: Sendable {
  /// Uses up a consent of a user who has proved a number or an address; who has proved none can't be asked.
  /// - Parameters:
  ///   - operation: what shall be done, for the error.
  ///   - given: consents that came with the command.
  /// - Throws: `UserError.consentNeeded` where none was given, `UserError.consentUnknown` where none of them is good.
  func require(
    of user: UserID, to operation: String, _ given: [CodeRequestID], in connection: Connection
  ) throws
}

extension Users {
  package static let consents = ServiceKey<any UserConsents>("identity.consents")
}

/// `--consent`, of every change that takes it.
package struct ConsentOption: Sendable {
  @Option(
    "consent", .identifier(CodeRequestID.self), placeholder: "OTP",
    "A code that the user has confirmed, from `qix auth otp request --consent phone --user USER`")
  package var given: [CodeRequestID]

  package init() {}
}

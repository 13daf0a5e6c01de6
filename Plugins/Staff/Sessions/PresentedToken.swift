internal import QixCrypto
internal import QixModule

/// The token by which somebody signs in to web pages.
struct PresentedToken {
  private let token = SecretOption(SecretInput("token", "the token", label: "Token", limit: 512))

  func check() throws(UsageError) { _ = try token.source() }

  /// - Throws: `StaffError.token` for one that signs in nobody.
  func principal(in context: Context) throws -> Principal {
    let text = try context.face.secret(token.source())
    do {
      return try text.withUnsafeBytes {
        try context.authenticator().principal(presenting: $0, from: "token", in: context)
      }
    } catch let error as any Diagnosable where error.category == .notAllowed {
      throw StaffError.token(error.sentence, hint: error.hint)
    }
  }
}

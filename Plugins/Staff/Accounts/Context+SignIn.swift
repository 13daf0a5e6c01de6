internal import OpenIDContract
internal import QixModule

extension Context {
  /// - Throws: `staff.no-openid`
  func accountSignIn() throws -> any AccountSignIn {
    guard let signIn = try service(ifProvided: Accounts.signIn) else {
      throw Failure(
        "staff.no-openid", .notFound, "no provider signs in anybody here: the module that asks providers is disabled",
        hint: "Enable the module `openid`, or sign in by a token.")
    }
    return signIn
  }
}

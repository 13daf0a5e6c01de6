internal import OpenIDContract
internal import QixModule

/// `qix auth oidc begin`
struct BeginSignIn: Command {
  static let declaration = Declaration(
    "begin", "Begin to sign a customer in at a provider's pages.", roles: [.guest, .user],
    discussion: """
      Send the browser to the address of the answer: there the customer signs in. The provider sends the browser back \
      to /app/signed-in of app.origin with 'code' and 'state', for `qix auth oidc finish`. The browser has to bring \
      the cookie back beside them; it lasts ten minutes.
      """,
    examples: [Example("qix auth oidc begin google --json", "as the app does")],
    answer: AnswerShape("auth.oidc.begin/1", fields), effect: .discloses, route: .at("POST /v1/auth/oidc/begin"),
    givenByCustomers: ["provider"])

  private static let fields: [Field<SignInStart>] = [
    Field("address", .text) { $0.address },
    Field("request", .text.orNull) { $0.request },
    Field("expires", .time) { $0.expires },
  ]

  @Positional("provider", .text, "A name of `qix auth provider list`") private var provider: String

  func run(in context: Context) throws -> Document {
    let page = try context.database.read { connection in
      let page = try CustomerSignIn.page(in: connection)
      guard try CustomerSignIn.providers(in: connection).contains(provider) else {
        throw Failure(
          "openid.not-for-customers", .notFound, "customers can't sign in at this provider",
          hint: "The owner of the data folder names it in the setting openid.customers.")
      }
      return page
    }
    let start = try CodeFlow().begin(
      SignInWish(provider: provider, purpose: CustomerSignIn.purpose, returnAddress: page, confirms: nil), in: context)
    var document = Document("auth.oidc.begin/1", Self.fields, of: start)
    document.primary = start.address
    return document
  }
}

internal import OpenIDContract
internal import QixModule

/// `qix staff begin`
struct BeginSignIn: Command {
  static let declaration = Declaration(
    "begin", "Begin to sign in at a provider.", roles: [.operator, .integrator, .support, .auditor, .guest],
    discussion: """
      Send the browser to the address of the answer: there the person signs in. The provider sends it back to \
      /console/signed-in of staff.origin with 'code' and 'state', for `qix staff finish`. The cookie that the browser \
      has to bring back beside them lasts ten minutes.
      """,
    examples: [Example("qix staff begin shop --json", "as a page does")],
    answer: AnswerShape("staff.begin/1", fields), effect: .discloses, needsNoRight: true,
    route: .at("POST /v1/staff/begin"), givenByCustomers: ["provider"])

  private static let fields: [Field<SignInStart>] = [
    Field("address", .text) { $0.address },
    Field("request", .text.orNull) { $0.request },
    Field("expires", .time) { $0.expires },
  ]

  @Positional("provider", .text, "A name of `qix staff provider list`") private var provider: String
  @Flag("again", "Confirm who you are, in the session that you use") private var isAgain: Bool

  func run(in context: Context) throws -> Document {
    let (page, session) = try context.database.read { connection in
      _ = try RoleMapping.find(provider, in: connection)
      let session = isAgain ? try context.ownSession(in: connection) : nil
      return (try StaffModule.signInPage(in: connection), session)
    }
    let start = try context.accountSignIn().begin(
      SignInWish(
        provider: provider, purpose: StaffModule.id, returnAddress: page, confirms: session.map { "\($0.id)" }),
      in: context)
    var document = Document("staff.begin/1", Self.fields, of: start)
    document.primary = start.address
    return document
  }
}

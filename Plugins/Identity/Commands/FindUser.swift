internal import IdentityContract
internal import QixModule

/// `qix user find`
struct FindUser: Command {
  static let declaration = Declaration(
    "find", "Find users by the beginning of an id, or one user by phone number, email address or username.",
    roles: [.operator, .integrator, .support],
    discussion: """
      Others on the machine can see a phone number or an email address on the command line, unless it is given as `-`. \
      Both need the vault, since they are found by a keyed hash. Each such search is in the audit log, without the \
      number. Integrators and support have a limit in a minute and in a day (identity.finds-per-minute, \
      identity.finds-per-day). Beyond it, \(exit: .refused) says until when to wait.

      Only callers who may run `qix user list` find users by the beginning of an id. Others need the whole id, \
      since one beginning after another would make a list.
      """,
    examples: [
      Example("qix user find shop-47", "users whose external id begins with this"),
      Example("qix user find --phone - < number.txt", "the one with this phone number"),
      Example("qix user find --username calm-otter-42 --quiet", "only the id, for a script"),
    ],
    answer: AnswerShape("user.find/1", "users", rows: User.fields), route: .at("POST /v1/users/find"))

  @Positional(
    "text", .text, "Beginning of an external id or of a usr_… id; the whole id if you may not list users")
  private var text: String?
  @Option("phone", .textOrInput, placeholder: "NUMBER", "Phone number in E.164")
  private var phone: String?
  @Option("email", .textOrInput, placeholder: "ADDRESS", "Email address")
  private var email: String?
  @Option("username", .text, placeholder: "NAME", "The user's public name") private var username: String?
  @Option("limit", .rows(upTo: 1_000), placeholder: "N", "Users at most", default: "20") private var limit: Int64

  func check() throws {
    let given = [$text, $phone, $email, $username].count(where: \.isGiven)
    guard given == 1 else {
      throw UsageError(
        given == 0 ? "there is nothing to find users by" : "users are found by one thing at a time",
        hint: "Give TEXT, --phone, --email or --username.")
    }
    if text == "" {
      throw UsageError("the text to find users by is empty", hint: "`qix user list` shows all users.")
    }
  }

  func run(in context: Context) throws -> Document {
    let found = try users(in: context)
    for user in found { context.acquaintances?.meet("\(user.id)") }
    var document = Document("user.find/1")
    document.page(
      "users", User.fields, found: found, limit: limit, advice: "give more of the id, or a greater --limit")
    return document
  }

  /// One more than asked for where there are more.
  private func users(in context: Context) throws -> [User] {
    if let text {
      let mayList = context.principal.mayListUsers
      let users: [User] = try context.database.read { connection in
        guard !mayList else { return try self.users(beginningWith: text, in: connection) }
        return try context.userDirectory.findExactly(text, in: connection).map { [$0] } ?? []
      }
      guard !users.isEmpty else { throw UserError.notFound(text) }
      return users
    }
    if let username {
      return try context.database.read { connection in
        guard let id = try NameDirectory(random: context.random).user(named: username, in: connection) else {
          throw UserError.nobodyWith("username")
        }
        return [try User.survivor(of: id, in: connection)]
      }
    }
    let field: ProfileField = phone == nil ? .email : .phone
    let value = try PersonalInput.value(phone ?? email ?? "", context.face)
    guard let user = try Finds.find(field, value, context.openProfiles(), in: context) else {
      throw UserError.nobodyWith(field.label)
    }
    return [user]
  }

  private func users(beginningWith text: String, in connection: Connection) throws -> [User] {
    if let (low, high) = Self.range(of: text) {
      return try connection.fetchAll(
        """
        SELECT \(sql: User.columns) FROM identity_users WHERE id >= \(low) AND id <= \(high) ORDER BY id
        LIMIT \(limit + 1)
        """, User.init)
    }
    // Every text that begins so lies between it and it followed by the greatest character.
    return try connection.fetchAll(
      """
      SELECT \(sql: User.columns) FROM identity_users
      WHERE external_id >= \(text) AND external_id <= \(text + "\u{10FFFF}")
      ORDER BY external_id LIMIT \(limit + 1)
      """, User.init)
  }

  /// The ids that begin with a text such as `usr_01j`.
  private static func range(of text: String) -> (UserID, UserID)? {
    guard text.hasPrefix("usr_") else { return nil }
    let digits = String(text.dropFirst(4))
    // The first digit of an id holds two bits only.
    guard digits.count <= 26,
      let low = UserID("usr_" + digits + String(repeating: "0", count: 26 - digits.count)),
      let high = UserID(
        "usr_" + digits + (digits.isEmpty ? "7" : "") + String(repeating: "z", count: 26 - max(1, digits.count)))
    else { return nil }
    return (low, high)
  }
}

extension Principal {
  /// Whether `qix user list` is open to them.
  fileprivate var mayListUsers: Bool {
    role.map(ListUsers.declaration.roles.admits) ?? false && covers("user list")
  }
}

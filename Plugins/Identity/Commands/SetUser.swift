internal import IdentityContract
internal import QixModule
internal import QixPhone

/// `qix user set`
struct SetUser: Command {
  static let declaration = Declaration(
    "set", "Set fields of a user's profile, encrypted with the user's own key.",
    roles: [.operator, .integrator, .user],
    discussion: """
      Others on the machine can see a command line while the command runs. To avoid that, give personal data with \
      --file, or one value as `-`.

      A new phone number or email address is not verified, even if the one before was. A user who loses what their \
      account level requires falls to the highest level whose requirements they still meet; coins stay.

      The first number and address that an operator enters for a user who has verified nothing are claimed. The \
      person who verifies one signs in as that user. A number or address that replaces or joins another is not \
      claimed, unless the user or a second person has agreed.

      A verified phone number or email address changes with the user's consent (--consent). If the user has lost \
      it, give --reason: the change then needs four-eyes approval (`qix coins approve`), and the same command goes \
      through once. qix notifies the user at the verified number or address.
      """,
    examples: [
      Example("qix user set shop-4711 --file data/examples/profile.json", #"{"phone": "+39 …", "gender": "female"}"#),
      Example("qix user set shop-4711 --gender not-said", "one field"),
      Example("qix user set shop-4711 --clear address", "remove one"),
      Example("qix user set shop-4711 --phone - --reason 'case 12: lost' < number.txt", "needs approval"),
    ],
    answer: AnswerShape("user.set/2", fields), effect: .changes,
    givenByCustomers: ["clear", "username", "consent"] + ProfileField.allCases.map(\.rawValue))

  private static let fields: [Field<(user: User, fields: [String])>] =
    User.idAndMode.of { $0.user } + [Field("fields", .texts()) { $0.fields }] + [User.name].of { $0.user }

  let user = UserNamed()
  @Option("file", .file, "A JSON object of fields and values, null to remove one")
  private var path: String?
  @Option("clear", .choice(of: ProfileField.self), placeholder: "FIELD", "Remove a field")
  private var cleared: [ProfileField]
  @Option("username", .text, placeholder: "NAME", "The user's public name") private var username: String?
  private let consent = ConsentOption()
  private let options = ProfileField.allCases.map { field in
    let type: ValueType<String> = field == .gender ? .choice(["female", "male", "other", "not-said"]) : .text
    return (
      field,
      Option<String?>(
        field.rawValue, type.serving(.personal), placeholder: SetUser.placeholder(field), SetUser.help(field))
    )
  }

  /// The changes that the options ask for.
  private var given: [ProfileChange] {
    options.compactMap { field, option in
      option.wrappedValue.map { ProfileChange(target: .field(field), value: $0) }
    } + (username.map { [ProfileChange(target: .username, value: $0)] } ?? [])
      + cleared.map { ProfileChange(target: .field($0), value: nil) }
  }

  func check() throws {
    guard path != nil || !given.isEmpty else {
      throw UsageError("there is nothing to set", hint: "Give fields, or a file of them with --file.")
    }
  }

  func run(in context: Context) throws -> Document {
    guard !context.face.isDashInput || (given.map(\.value) + [path]).count(where: { $0 == "-" }) <= 1 else {
      throw UsageError("standard input can give one value only", hint: "Give the other values in a file, with --file.")
    }
    let typed = try given.map { change in
      ProfileChange(
        target: change.target, value: try change.value.map { try PersonalInput.value($0, context.face) })
    }
    let changes = typed + (try path.map { try PersonalInput.changes(from: $0, context.face) } ?? [])
    let names = changes.map(\.target.name)
    guard Set(names).count == names.count else { throw UsageError("a field is given twice") }
    let directory = context.userDirectory
    let proved = try provedFields(changes, directory, in: context)
    let needsVault = !proved.isEmpty || changes.contains { $0.target != .username && $0.value != nil }
    let profiles = needsVault ? try context.openProfiles() : nil
    let needsRoom = try limitLooking(for: changes, profiles, in: context)
    let consent = consent.consent(in: context)
    let wish = try profiles.flatMap { try self.wish(changes, proved, $0, directory, in: context) }
    let notice = try wish.flatMap { wish in try profiles.map { try Notice(to: wish.users, $0, context) } }
    let usernames = NameDirectory(random: context.random)
    let result = try context.change("identity.set") {
      connection, change -> Result<(before: User, after: User), UserError.Waiting> in
      let before = try user.find(directory, in: connection)
      guard before.standing != .erased else { throw UserError.erased(before.id) }
      if needsRoom { try Finds.requireRoom(context, in: connection) }
      guard try proved == self.proved(changes, of: before, in: connection) else { throw UserError.changedMeanwhile }
      if let wish, let waiting = try consent.admit(wish, &change, in: connection) { return .failure(waiting) }
      change.subject = "\(before.id) \(names.sorted().joined(separator: ","))"
      let claimed = try claims(changes, agreed: wish == nil ? [] : proved, of: before.id, profiles, context, connection)
      for item in changes {
        switch (item.target, item.value) {
        case (.field(let field), let value?): try profiles?.set(field, to: value, of: before.id, in: connection)
        case (.field(let field), nil): try Profiles.remove(field, of: before.id, in: connection)
        case (.username, let name?): try usernames.setName(name, of: before.id, in: connection)
        case (.username, nil): throw UsageError("a username can be changed, not removed")
        }
      }
      try profiles?.claim(claimed, of: before.id, in: connection)
      return .success((before, try User.survivor(of: before.id, in: connection)))
    }
    let (before, after) = try result.unwaited()
    if !context.isDryRun { try notice?.send() }
    var document = Document("user.set/2", Self.fields, of: (user: after, fields: names.sorted()))
    document.primary = "\(after.id)"
    // A number that can exist is kept, also one that the installed tables don't know: they may be years old.
    if let phone = changes.first(where: { $0.target == .field(.phone) })?.value {
      let region: String? = try context.database.read { try $0.value(of: IdentityModule.phoneRegion) }
      document.warn(of: try PhoneNumber(PlainText.trimmed(phone), region: region))
    }
    document.warn(ofFallOf: after, from: before)
    document.next("`qix user show \(after.id)`")
    return document
  }

  private static func placeholder(_ field: ProfileField) -> String? {
    switch field {
    case .phone: "NUMBER"
    case .email: "ADDRESS"
    case .birthDate: "DATE"
    case .interests: "LIST"
    case .gender: nil
    default: "TEXT"
    }
  }

  private static func help(_ field: ProfileField) -> Sentence {
    switch field {
    case .phone: "Phone number in E.164, such as +39…; visible in ps, like all of these"
    case .email: "Email address"
    case .gender: "Gender: female, male, other or not-said"
    case .birthDate: "Birth date, 1990-06-30"
    case .interests: "Interests, with commas between"
    case .instagram: "Link to an Instagram profile, or its handle"
    case .address: "Postal address"
    case .displayName: "Name for display; without one the username is shown"
    case .givenName: "Given name"
    case .familyName: "Family name"
    }
  }
}

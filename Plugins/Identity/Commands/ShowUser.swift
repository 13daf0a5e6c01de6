internal import IdentityContract
internal import QixModule
internal import VaultContract

/// `qix user show`
struct ShowUser: Command {
  static let declaration = Declaration(
    "show", "Show a user.", roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      Personal data is masked. --reveal shows it, needs --reason, and is written to the audit log. If the vault is \
      locked, only the names of the fields are shown.

      For a suspended user the answer shows since when, by whom and why. --changes shows who has changed the user, \
      such as the phone number, when and why, from the audit log. It shows the same requests for approval as \
      `qix coins approvals`. A phone number or an email address finds a user as in `qix user find`, if you may run \
      that.
      """,
    examples: [
      Example("qix user show shop-4711", "by external id"),
      Example("qix user show shop-4711 --changes", "who has changed what, and why"),
      Example("qix user show shop-4711 --reveal --reason 'call 4711'", "with personal data unmasked"),
    ],
    answer: AnswerShape("user.show/2", Page.fields), reveals: [.operator, .support, .user])

  private let user = UserNamed()
  @Flag("changes", "Who has changed what, and why: the newest fifty") private var showsChanges: Bool

  /// The data that is shown, read in one piece.
  private struct Page: Sendable {
    var user: User
    var named: UserID
    var holdings: Holdings
    var values: [ProfileField: String]?
    var accounts: [LinkedAccount] = []
    var aliases: [UserID]
    var missing: [String] = []
    var suspension: AuditLog.Entry?
    var reason: String?
    var changes: [AuditLog.Entry] = []
    var hasImports = false
    /// Numbers and addresses that staff have entered, and nobody has proved yet.
    var claims: Set<ProfileField> = []
    let showsChanges: Bool

    /// The mode that they could get by telling more; nil where there is none.
    var next: Mode? { user.standing == .erased ? nil : Mode(rawValue: user.mode.rawValue + 1) }

    static let fields: [Field<Page>] =
      User.fields.of { $0.user } + [
        Field("merged_ids", .list(of: .id), shown: { !$0.aliases.isEmpty }) { page in
          .list(page.aliases.map { .identifier($0) })
        },
        Field("missing", .texts(none: "nothing", separator: "; "), shown: { $0.next != nil }) { page in
          page.next.map { _ in page.missing }
        }.labelled { "missing for \($0.next?.name ?? "")" },
        Field(
          "profile", object: profile, title: "Profile",
          shown: { $0.holdings.hasAccount || !$0.holdings.fields.isEmpty }
        ) { $0 },
        Field(optional: "suspended", object: suspended, title: "Suspended") { page in
          page.suspension.map { (entry: $0, reason: page.reason) }
        },
        Field(optional: "changes", rows: UserHistory.fields, title: "Changes") { $0.showsChanges ? $0.changes : nil },
      ]

    private static let suspended: [Field<(entry: AuditLog.Entry, reason: String?)>] = [
      Field("since", .time) { $0.entry.at },
      Field("by", .text, for: .trace) { $0.entry.actor },
      Field("reason", .text, for: .reason) { $0.reason },
    ]

    private static let profile: [Field<Page>] =
      ProfileField.allCases.map { field in
        let key = field.rawValue.split(separator: "-").joined(separator: "_")
        return Field(key, .cell(.text).orNull, shown: { $0.holdings.fields.contains(field) }) { page in
          let isThere = page.holdings.fields.contains(field)
          return page.values?[field].map { .personal($0, field.kind) } ?? (isThere ? .personal("", .text) : .missing)
        }.labelled(field.label)
      } + [
        Field("proved", .texts()) { $0.holdings.proofs.map(\.rawValue).sorted() },
        Field("claimed", .texts(), shown: { !$0.claims.isEmpty }) { $0.claims.map(\.rawValue).sorted() },
        Field("accounts", .list(of: .text), shown: { $0.holdings.hasAccount }) { page in
          // While the vault is locked, the number of accounts is unknown.
          let accounts = page.accounts.isEmpty ? [""] : page.accounts.map { "\($0.issuer) \($0.subject)" }
          return .list(page.holdings.hasAccount ? accounts.map { .personal($0, .text) } : [])
        },
      ]
  }

  func run(in context: Context) throws -> Document {
    let reference = try context.spelledOut(user.reference)
    let (profiles, hasVault) = try profiles(of: reference, in: context)
    let page = try context.database.read { try read(reference, profiles, in: $0, context: context) }
    // Whom customers were before a merge is theirs to know.
    if context.principal.isCustomer { page.aliases.forEach { context.acquaintances?.meet("\($0)") } }
    var document = Document("user.show/2", Page.fields, of: page)
    document.primary = "\(page.user.id)"
    if showsChanges, page.hasImports {
      document.note(
        "Changes by files (`qix user import`) are in the audit log as a whole, except for numbers and addresses.")
    }
    try document.reveal(in: context, subject: "\(page.user.id)")
    if page.named != page.user.id { document.note("\(page.named) was merged into \(page.user.id).") }
    if page.values == nil {
      document.note(
        hasVault
          ? "The vault is locked, so no values are shown: `qix vault unlock`."
          : "There is no vault, so no values are shown: `qix vault import FILE` brings the earlier one back.")
    }
    document.next("`qix wallet show \(page.user.id)`")
    return document
  }

  /// Nil where nothing personal is kept, or where the vault is locked and no reveal was asked for.
  private func profiles(of reference: String, in context: Context) throws -> (Profiles?, hasVault: Bool) {
    do {
      return (try context.openProfilesIfNeeded(for: [reference]), true)
    } catch let error as VaultError
      where !context.invocation.reveals && [.locked, .missing, .absent].contains(error)
    {
      return (nil, error == .locked)
    }
  }

  private func read(
    _ reference: String, _ profiles: Profiles?, in connection: Connection, context: Context
  ) throws -> Page {
    guard let named = try context.userDirectory.findExactly(reference, in: connection) else {
      throw UserError.notFound(reference)
    }
    let found = try User.survivor(of: named.id, in: connection)
    let holdings = try Holdings(of: found.id, in: connection)
    var page = Page(
      user: found, named: named.id, holdings: holdings, values: try connection.hasPersonalData(found.id) ? nil : [:],
      aliases: try connection.aliases(of: found.id), showsChanges: showsChanges)
    if let profiles {
      let values = try profiles.values(of: found.id, in: connection)
      page.values = Dictionary(uniqueKeysWithValues: values.map { ($0.field, $0.value) })
      page.accounts = try profiles.accounts(of: found.id, in: connection)
    }
    if let next = Mode(rawValue: found.mode.rawValue + 1), found.standing != .erased {
      page.missing = try Modes.missing(for: next, holdings, in: connection)
    }
    if found.standing == .suspended {
      page.suspension = try UserHistory.suspension(of: found.id, in: connection)
      page.reason = try page.suspension.flatMap { try UserHistory.reason(of: $0, found.id, in: connection) }
    }
    let proved = Set(holdings.proofs.map(\.rawValue))
    page.claims = try Profiles.claims(of: found.id, in: connection).filter { !proved.contains($0.rawValue) }
    if showsChanges {
      page.changes = try UserHistory.changes(
        of: [found.id] + page.aliases, limit: 50, for: context.principal, in: connection)
      page.hasImports = try UserHistory.hasImports(in: connection)
    }
    return page
  }
}

extension ProfileField {
  /// For how much of a value its masked form shows.
  var kind: PersonalData {
    switch self {
    case .phone: .phone
    case .email: .email
    case .givenName, .familyName, .displayName: .name
    case .birthDate: .date
    case .gender, .address, .interests, .instagram: .text
    }
  }
}

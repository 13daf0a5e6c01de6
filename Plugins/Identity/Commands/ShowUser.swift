internal import IdentityContract
internal import QixModule
internal import VaultContract

/// `qix user show`
struct ShowUser: Command {
  static let declaration = Declaration(
    "show", "Show a user.", roles: [.operator, .integrator, .support, .user],
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
    answer: """
      user.show/2: user id, mode text, standing text, external_id text?, username text?, created time, missing text*?,
      profile? {phone text?, proved text*, claimed? text*, email? text?, gender? text?, given_name? text?,
      family_name? text?, birth_date? text?, address? text?, interests? text?, instagram? text?, display_name? text?, accounts? text*},
      merged_ids? id*, suspended? {since time, by text?, reason text?},
      changes? [at time, what text, subject text?, by text?, reason text?]
      """, reveals: [.operator, .support, .user])

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
  }

  func run(in context: Context) throws -> Document {
    let reference = try context.spelledOut(user.reference)
    let (profiles, hasVault) = try profiles(of: reference, in: context)
    let page = try context.database.read { try read(reference, profiles, in: $0, context: context) }
    var document = document(page, all: !context.face.isForPeople)
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
      aliases: try connection.aliases(of: found.id))
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

  private func document(_ page: Page, all: Bool) -> Document {
    let user = page.user
    var document = Document("user.show/2")
    document.primary = "\(user.id)"
    document.fields(User.fields, of: user)
    if all || !page.aliases.isEmpty {
      document.field("merged_ids", .list(page.aliases.map { .identifier($0) }))
    }
    if user.mode != .pro, user.standing != .erased {
      let next = Mode(rawValue: user.mode.rawValue + 1)?.name ?? ""
      document.field(
        "missing", "missing for \(next)",
        .texts(page.missing, none: "nothing", separator: "; "))
    } else if all {
      document.field("missing", .missing)
    }
    if all || page.holdings.hasAccount || !page.holdings.fields.isEmpty {
      document.group("profile", "Profile") { addProfile(page, all: all, to: &$0) }
    }
    if let suspension = page.suspension {
      document.group("suspended", "Suspended") { group in
        group.field("since", .timestamp(suspension.at))
        group.field("by", .text(suspension.actor), confidential: .trace)
        group.field("reason", .text(page.reason), confidential: .reason)
      }
    }
    if showsChanges {
      document.table("changes", title: "Changes", UserHistory.fields, rows: page.changes)
      if page.hasImports {
        document.note(
          "Changes by files (`qix user import`) are in the audit log as a whole, except for numbers and addresses.")
      }
    }
    return document
  }

  private func addProfile(_ page: Page, all: Bool, to document: inout Document) {
    for field in ProfileField.allCases where all || page.holdings.fields.contains(field) {
      let isThere = page.holdings.fields.contains(field)
      let cell: Cell =
        page.values?[field].map { .personal($0, field.kind) } ?? (isThere ? .personal("", .text) : .missing)
      document.field(field.rawValue.split(separator: "-").joined(separator: "_"), field.label, cell)
    }
    document.field("proved", .texts(page.holdings.proofs.map(\.rawValue).sorted()))
    if all || !page.claims.isEmpty { document.field("claimed", .texts(page.claims.map(\.rawValue).sorted())) }
    if all || page.holdings.hasAccount {
      // While the vault is locked, the number of accounts is unknown.
      let accounts = page.accounts.isEmpty ? [""] : page.accounts.map { "\($0.issuer) \($0.subject)" }
      document.field(
        "accounts", .list(page.holdings.hasAccount ? accounts.map { .personal($0, .text) } : []))
    }
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

internal import IdentityContract
internal import OpenIDContract
internal import QixModule

/// The sign-in of customers: an account leads to the user to whom it is linked.
struct CustomerSignIn {
  private let profiles: any UserProfiles
  private let arrivals: any UserArrivals

  /// Opens the vault, before a provider is asked and a transaction begins.
  init(_ context: Context) throws {
    (profiles, arrivals) = (try context.service(Users.profiles), try context.service(Users.arrivals))
  }

  /// Begins a session of the user to whom an account is linked. An unlinked account is linked to the trial user who asks,
  /// or else to a new user; a trial user who comes as another user is merged into that user.
  func begin(_ account: LinkedAccount, of provider: String, in context: Context) throws -> NewSession {
    try context.change("identity.sign-in") { connection, change in
      let holder = try profiles.user(linkedTo: account, in: connection)
      let session = try arrivals.arrive(holder, in: connection) { user in
        try profiles.link(account, to: user, in: connection)
      }
      change.subject = "\(session.id) \(session.user) \(provider)"
      return session
    }
  }

  /// The purpose for which customers' sign-ins are sealed.
  static let purpose = "customers"

  /// The names of the providers at whose pages customers can sign in: none without an address to come back to.
  static func providers(in connection: Connection) throws -> Set<String> {
    guard try connection.value(of: AppAddress.origin) != nil else { return [] }
    return Set(try Client.names(in: connection)).intersection(try connection.value(of: OpenIDModule.forCustomers))
  }

  /// The page to which providers send customers back.
  /// - Throws: `openid.no-app-origin`
  static func page(in connection: Connection) throws -> String {
    guard let origin = try connection.value(of: AppAddress.origin) else {
      throw Failure(
        "openid.no-app-origin", .notFound, "the setting app.origin is empty, so no provider can send customers back",
        hint: "The owner of the data folder sets it with \(always: "qix setting set app.origin https://…").")
    }
    return "\(origin)/app/signed-in"
  }
}

internal import OpenIDContract
package import QixModule

/// ID tokens of OpenID Connect: whose are believed, and which account they show.
package enum OpenIDModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "openid"
  package static let summary = "Checks ID tokens of Google, Facebook and other issuers, and links users to accounts."
  package static let requires = ["identity"]
  /// Error codes and audit actions begin with its id.
  package static let cutFrom: String? = "identity"

  package static let migrations = [
    Migration("v1_take_over_providers", sql: PackageResources.v1_take_over_providers_sql),
    Migration("v2_add_clients", sql: PackageResources.v2_add_clients_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(CommandGroup("user", "Make, find, change and merge users.", [.command(LinkAccount.self)])),
      .group(
        CommandGroup(
          "auth", "Find out who a user is.",
          [
            .group(
              CommandGroup(
                "oidc", "Check ID tokens of Google, Facebook and other providers, and sign customers in.",
                [
                  .command(VerifyToken.self), .command(SignInByToken.self), .command(BeginSignIn.self),
                  .command(FinishSignIn.self), .command(ShowKeys.self),
                ])),
            .group(
              CommandGroup(
                "provider", "Set the providers whose ID tokens are accepted.",
                [
                  .command(AddProvider.self), .command(SetProvider.self), .command(ListProviders.self),
                  .command(RemoveProvider.self), .command(SetClient.self),
                ])),
          ])),
    ]
  }
}

extension OpenIDModule {
  package static var settings: [any DeclaredSetting] { [forCustomers] }

  /// A provider that was set up for staff lets no customers in.
  static let forCustomers = Setting<[String]>(
    "openid.customers", .address, "Providers at whose pages customers may sign in, with commas between: google.",
    placeholder: "NAMES", default: ""
  ) { text throws(SettingError) in
    text.split { $0 == "," || $0 == " " }.map(String.init)
  }

  package static func provide(to services: inout Services) {
    services.register(Accounts.signIn) { _ in CodeFlow() }
  }
}

extension OpenIDModule: RowReading {
  package static func readRows(in connection: Connection) throws { _ = try Provider.all(in: connection) }
}

extension OpenIDModule: LibraryUsing {
  package static let libraries = ["libcrypto", "libcurl"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM openid_providers LIMIT 1")
  }
}

package import QixModule
internal import QixShake
internal import ShakesContract

/// Directives: what a shake is in which context, kept here and fetched from elsewhere.
package enum DirectivesModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "directives"
  package static let summary = "Directives, local or fetched, that decide what a shake is in a context."
  package static let requires = ["shakes", "campaigns", "identity"]
  package static let cutFrom: String? = shippedID

  package static let migrations = [
    Migration("v1_take_over_directives", sql: PackageResources.v1_take_over_directives_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "directive", "Manage directives: what a shake is in a context.",
          [
            .command(AddDirective.self), .command(ListDirectives.self), .command(ShowDirective.self),
            .command(RemoveDirective.self), .command(TestDirectives.self), .command(FetchDirectives.self),
            .group(
              CommandGroup(
                "source", "Manage the sources of fetched directives.",
                [.command(AddSource.self), .command(ListSources.self), .command(RemoveSource.self)])),
          ]))
    ]
  }

  package static var settings: [any DeclaredSetting] { [maxAge] }

  /// Seconds.
  static let maxAge = Setting.integer(
    "shakes.directives-max-age",
    "Seconds after which a shake fetches directives again. 0: only `qix directive fetch` does.",
    placeholder: "SECONDS", default: 60, in: 0...86_400)

  /// The id in what has shipped: error codes, audit actions, and for whom the vault gives out a source's token.
  static let shippedID = "shakes"

  package static func provide(to services: inout Services) {
    services.register(Shakes.directives) { try DirectiveService($0) }
  }
}

package import QixModule

/// Offers the program's commands over HTTP.
package enum ServerModule: Migrating, CommandProviding, SettingProviding {
  package static let id = "server"
  package static let summary = "Offers the commands over HTTP, to whom they are open on the command line."

  package static let migrations = [
    Migration("v1_create_requests", sql: PackageResources.v1_create_requests_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .command(ServeCommand.self),
      .group(CommandGroup("route", "See what the server offers.", [.command(ListRoutes.self)])),
    ]
  }

  package static var settings: [any DeclaredSetting] { [origins] }

  /// Web sites whose scripts may read answers.
  static let origins = Setting<[String]>(
    "server.origins", .address, "Web sites whose scripts may use the server: https://shop.example,https://app.example.",
    placeholder: "ORIGINS", default: ""
  ) { text throws(SettingError) in
    let origins = text.split(separator: ",").map(String.init)
    for origin in origins {
      let host = ["https://", "http://"].first(where: origin.hasPrefix).map { origin.dropFirst($0.count) }
      guard let host, !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
        throw SettingError(
          "'\(origin)' is no web site", hint: "Write https:// and the host, without a slash behind it.")
      }
    }
    return origins
  }
}

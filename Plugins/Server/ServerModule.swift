package import QixModule

/// Offers the program's commands over HTTP.
package enum ServerModule: Migrating, CommandProviding, SettingProviding {
  package static let id = "server"
  package static let summary = "Offers the commands over HTTP, with the same rights as on the command line."

  package static let migrations = [
    Migration("v1_create_requests", sql: PackageResources.v1_create_requests_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .command(ServeCommand.self),
      .group(CommandGroup("route", "See the server's routes.", [.command(ListRoutes.self)])),
      .group(CommandGroup("case", "See who is working on a case.", [.command(OpenCase.self)])),
    ]
  }

  package static var settings: [any DeclaredSetting] {
    [origins, mediaOrigins, proxies, language, guestRequests, changes, uploads, batches] + brand
  }

  /// For customers whose client names no language that there are translations in.
  static let language = Setting<Language>(
    "server.language", .rule,
    "The language of customers whose app or browser asks for none of en, it, es, ca and ro.",
    placeholder: "LANGUAGE", default: "en"
  ) { text throws(SettingError) in
    guard let language = Language(rawValue: text) else {
      throw SettingError("it must be one of \(Language.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return language
  }

  /// Proxies that are believed when they say who has asked.
  static let proxies = Setting<[String]>(
    "server.proxies", .address,
    "Addresses of proxies trusted to name the client (Forwarded, X-Forwarded-For): unix,127.0.0.1.",
    placeholder: "ADDRESSES", default: ""
  ) { text throws(SettingError) in
    let all = text.split(separator: ",").map(String.init)
    for proxy in all where !(proxy == "unix" || proxy.utf8.allSatisfy(Caller.isOfAddress)) {
      throw SettingError(
        "'\(proxy)' is not an address",
        hint: """
          Write numbers, such as 127.0.0.1, or unix for Unix sockets.
          """)
    }
    return all
  }

  /// Of those without a session, who can be anybody.
  static let guestRequests = Setting.integer(
    "server.guest-requests-per-minute",
    "Requests without a session that one address may send per minute.",
    default: 30, in: 1...1_000_000)

  /// Each waits for the disk, also one that is refused; two a second are more than a person taps.
  static let changes = Setting.integer(
    "server.customer-changes-per-minute",
    "Changes and refused requests that one customer may send per minute.", default: 120,
    in: 1...1_000_000)

  /// Each takes a processor for up to a second.
  static let uploads = Setting.integer(
    "server.uploads-per-minute", "Pictures and recordings that one customer may send per minute.", default: 10,
    in: 1...100_000)

  /// Each takes a thread, and memory and disk for its lines and answers.
  static let batches = Setting.integer(
    "server.batches-at-once", "Batches that one token may run at the same time.", default: 2, in: 1...64)

  /// Web sites whose scripts may read answers.
  static let origins = Setting<[String]>(
    "server.origins", .address, "Web sites whose scripts may use the server: https://shop.example,https://app.example.",
    placeholder: "ORIGINS", default: ""
  ) { text throws(SettingError) in
    let origins = text.split(separator: ",").map(String.init)
    for origin in origins where !WebOrigin.isWellFormed(origin, allowsHTTP: true) {
      throw SettingError(
        origin.contains("*")
          ? "'\(origin)' is a pattern; name each web site by itself"
          : "'\(origin)' is not a web site's origin",
        hint: "Write https:// and the host in small letters, without a slash at the end.")
    }
    return origins
  }

  /// Where operators keep their videos. Pages load nothing else from there.
  static let mediaOrigins = Setting<[String]>(
    "server.media-origins", .address,
    "Web servers from which the server's pages may play videos and sound: https://video.example.",
    placeholder: "ORIGINS", default: ""
  ) { text throws(SettingError) in
    let origins = text.split(separator: ",").map(String.init)
    for origin in origins {
      guard origin.hasPrefix("https://") else { throw SettingError("'\(origin)' does not begin with https://") }
      try WebOrigin.check(origin)
    }
    return origins
  }
}

extension ServerModule: LibraryUsing {
  package static let libraries = ["libqix-http"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM server_requests LIMIT 1")
  }
}

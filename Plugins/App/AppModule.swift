internal import IdentityContract
package import QixModule
package import QixPages

/// App: web pages for customers, at `/app`, and the links that lead into them.
///
/// The pages ask the commands' own addresses under `/v1`, with the rights of the customer who is signed in. Nothing
/// here decides who may know or do what.
package enum AppModule: PageProviding, CommandProviding, SettingProviding, MessageProviding {
  package static let id = "app"
  package static let summary = "Shows customers the program in their browser, at /app, and leads links there."
  package static let requires = ["identity", "server"]

  package static let pages = Pages(
    of: "App", isHome: true,
    permissions: [
      "accelerometer", "camera", "fullscreen", "geolocation", "gyroscope", "microphone", "screen-wake-lock",
    ])

  package static var commands: [CommandNode] {
    [
      .command(OpenLink.self),
      .group(CommandGroup("link", "Put links into the app on posters.", [.command(DrawLink.self)])),
    ]
  }

  package static var settings: [any DeclaredSetting] { [AppAddress.origin] }

  package static let messages: [Language: [UInt8]] = [
    .it: PackageResources.it_json, .es: PackageResources.es_json, .ca: PackageResources.ca_json,
    .ro: PackageResources.ro_json,
  ]
}

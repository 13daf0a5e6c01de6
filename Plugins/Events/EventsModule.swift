package import QixModule

/// Events of all modules, for those who list and follow them.
package enum EventsModule: CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "events"
  package static let summary = "Tells what happened, in all modules, to those who list and follow it."
  package static let requires = ["identity"]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "event", "See what happened, as programs are told it.",
          [.command(ListEvents.self), .command(ListEventTypes.self)])),
      .group(CommandGroup("user", "Make, find, change and merge users.", [.command(ListUserEvents.self)])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Events.feed) { try Feed($0) }
  }

  package static var settings: [any DeclaredSetting] { [keepHours, source] }

  static let keepHours = Setting.integer(
    "events.keep-hours", "Hours for which events are kept for those who follow them.", placeholder: "HOURS",
    default: 24, in: 1...720)

  /// CloudEvents' `source`: with the id, it names an event among those of all installations.
  static let source = Setting<String>(
    "events.source", .rule, "What events name as their source, an address or a path: https://shop.example/qix.",
    placeholder: "URI", default: "/qix"
  ) { text throws(SettingError) in
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"{}|\\^`".utf8.contains($0) }) else {
      throw SettingError("it must be an address or a path, without blanks")
    }
    return text
  }
}

package import QixModule

/// Events of all modules, for those who list and follow them.
package enum EventsModule: CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "events"
  package static let summary = "Events of all modules, to list and to follow."
  package static let requires = ["identity"]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "event", "Inspect events, in the form that programs receive.",
          [.command(ListEvents.self), .command(ListEventTypes.self)])),
      .group(CommandGroup("user", "Make, find, change and merge users.", [.command(ListUserEvents.self)])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Events.feed) { try Feed($0) }
  }

  package static var settings: [any DeclaredSetting] { [keepHours, source] }

  static let keepHours = Setting.integer(
    "events.keep-hours", "Hours that events are kept for followers.", placeholder: "HOURS",
    default: 24, in: 1...720)

  /// CloudEvents' `source`: with the id, it names an event among those of all installations.
  static let source = Setting<String>(
    "events.source", .rule, "The source that events name, a URL or a path, such as https://shop.example/qix.",
    placeholder: "URI", default: "/qix"
  ) { text throws(SettingError) in
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"<>\"{}|\\^`".utf8.contains($0) }) else {
      throw SettingError("it must be a URL or a path, without blanks")
    }
    return text
  }
}

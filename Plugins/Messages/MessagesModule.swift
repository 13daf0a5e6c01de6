internal import MessagesContract
package import QixModule

/// The sending of messages.
package enum MessagesModule: CommandProviding, ServiceProviding {
  package static let id = "messages"
  package static let summary = "Sends short messages by a command, a mail server or a gateway."

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "message", "Test the sending of messages.", [.command(TestMessage.self), .command(ListSenders.self)]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Messages.sender) { Messenger(context: $0) }
  }
}

extension MessagesModule: DoctorChecking {
  package static func examine(in context: Context) throws -> [Finding] {
    let database = context.database.reader()
    // A fault that keeps the settings from being read is among the findings about the database.
    guard database.exists, let settings = try? database.read({ try SenderSettings($0) }) else { return [] }
    return MessageChannel.allCases.compactMap { channel in
      let subject = "messages to \(channel.noun)"
      guard let sender = settings.sender(of: channel) else { return nil }
      do throws(MessagesError) {
        try settings.check(sender, for: channel)
        return .ok(subject, "by \(sender.rawValue)")
      } catch {
        return .warning(subject, error.description, remedy: error.hint?.description ?? "See `qix message senders`.")
      }
    }
  }
}

extension MessagesModule: LibraryUsing {
  package static let libraries = ["libcurl"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    let settings = try SenderSettings(connection)
    return MessageChannel.allCases.contains { settings.sender(of: $0).map { $0 != .command } ?? false }
  }
}

package import QixKernel

/// A module with services that are better made once for a long run than for each command: a group that commits many
/// callers' work together, say.
package protocol LastingProviding: Module {
  /// Puts services in place of those that are made for each command.
  /// - Returns: what ends them; work that was handed in is done first.
  static func beginLasting(_ context: inout Context) throws -> () -> Void
}

/// A module with work that goes on beside a server's requests, such as telling webhooks.
package protocol BackgroundWorking: Module {
  /// Works until the face's `interruption` is requested, on a thread and a connection of its own.
  static func workInBackground(_ context: Context)
}

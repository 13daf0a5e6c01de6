package import QixKernel

/// A module with services that are better made once for a long run than for each command: a group that commits many
/// callers' work together, say.
package protocol LastingProviding: Module {
  /// Puts services in place of those that are made for each command.
  /// - Returns: what ends them; work that was handed in is done first.
  static func beginLasting(_ context: inout Context) throws -> () -> Void
}

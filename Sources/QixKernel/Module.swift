/// A feature of qix: what the catalogue lists and the registry checks.
///
/// A module says here only who it is. What it contributes is said by the small protocols it adopts besides:
/// `Migrating` (QixStorage), `CommandProviding` (QixTerminal), `ServiceProviding`, `DoctorChecking` (QixStorage).
/// Adopting them has no side effects; whoever needs a contribution asks the registry for it.
package protocol Module: Sendable {
  /// Names the module for ever: lower-case letters and digits; also the prefix of its tables, settings and events.
  static var id: String { get }
  /// One sentence for `qix doctor` and the documentation.
  static var summary: String { get }
  /// The ids of the modules without which this one can't work.
  static var requires: [String] { get }
}

extension Module {
  package static var requires: [String] { [] }
}

/// A feature of qix: what the catalogue lists and the registry checks.
///
/// A module says here only who it is. What it contributes is said by the small protocols it adopts besides: `Migrating`
/// (QixStorage), `CommandProviding` (QixCommands), `ServiceProviding`, `DoctorChecking` (QixStorage). Adopting them has
/// no side effects; code that needs a contribution asks the registry for it.
///
/// Three of them are asked for at every start. Asking a type at run time whether it conforms searches all conformances
/// of the program, some 25 microseconds each time, so these three fill in a place below and no search is needed
/// (docs/decisions/0020-start-up.md). A module's author has nothing to do for it.
package protocol Module: Sendable {
  /// Names the module for ever: lower-case letters and digits; also the prefix of its tables, settings and events.
  static var id: String { get }
  /// One sentence for `qix doctor` and the documentation.
  static var summary: String { get }
  /// The ids of the modules without which this one can't work.
  static var requires: [String] { get }
  /// The module that this one was a part of in versions that have shipped: names that operators have written down since
  /// then (settings, audit actions, error codes, keys of the vault) still begin with that one's id, and switching that one
  /// off switches this one off (docs/decisions/0068-cutting-modules-out.md).
  static var cutFrom: String? { get }
  /// Prefixes of the idempotency keys that the module gives to transfers of its own: `referral:`. No caller's key may
  /// begin so, or the first to send one would keep the module from booking.
  static var reservedKeys: [String] { get }

  /// Filled in by `Migrating`.
  static var migratingPart: (any ModulePart)? { get }
  /// Filled in by `CommandProviding`.
  static var commandPart: (any ModulePart)? { get }
  /// Filled in by `ServiceProviding`.
  static var servicePart: (any ServiceProviding.Type)? { get }
}

/// A part of the platform's record of a module that adopts one of its protocols, unseen by the kernel.
package protocol ModulePart: Sendable {}

extension Module {
  package static var requires: [String] { [] }
  package static var cutFrom: String? { nil }
  package static var reservedKeys: [String] { [] }

  package static var migratingPart: (any ModulePart)? { nil }
  package static var commandPart: (any ModulePart)? { nil }
  package static var servicePart: (any ServiceProviding.Type)? { nil }
}

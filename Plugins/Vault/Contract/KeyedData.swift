package import QixKernel
package import QixStorage

/// A module that keeps data which are of no use without keys that the vault has.
package protocol KeyedDataHolding: Module {
  /// Looks for such data, without opening the vault.
  static func keyedData(in connection: Connection) throws -> [KeyedData]
}

/// Data of a module, and the keys in the vault that it needs for them.
package struct KeyedData: Sendable {
  /// A part of a list in a sentence: `12 vouchers`.
  package let what: String
  /// The module under whose id the keys lie.
  package let module: String
  /// The names of the keys.
  package let keys: Set<String>

  package init(_ what: String, of module: String, keys: Set<String>) {
    (self.what, self.module, self.keys) = (what, module, keys)
  }
}

extension Registry {
  /// The data of all modules that are worth nothing without the vault's keys.
  package func keyedData(in connection: Connection) throws -> [KeyedData] {
    try modules.compactMap { $0 as? any KeyedDataHolding.Type }.flatMap { try $0.keyedData(in: connection) }
  }
}

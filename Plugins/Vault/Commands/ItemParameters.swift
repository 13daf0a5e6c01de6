internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// What several commands take.
enum ItemParameters {
  static let service = OldPositional("service", .text, "What the secret is for, such as smtp")
  static let account = OldPositional("account", .text, "Whose it is there, such as a user name")
  static let readers = OldRepeatedOption(
    "reader", .text, placeholder: "READER", "Who may read it besides people: a module's id, or run for `qix vault run`")
  static let itemClass = ValueType<ItemClass>(
    placeholder: "CLASS", completion: .choices(ItemClass.allCases.map(\.name))
  ) { text throws(ValueError) in
    guard let found = ItemClass(name: text) else {
      throw .notAChoice(text, ItemClass.allCases.map(\.name))
    }
    return found
  }

  /// What may stand in an access list besides the ids of modules: `qix vault run`.
  static let run = "run"

  /// Sorted, without repeats.
  /// - Throws: `UsageError` for one that is neither a module nor `run`.
  static func check(_ readers: [String], in context: Context) throws -> [String] {
    let known = context.registry.modules.map { $0.id } + context.registry.disabled + [run]
    for reader in readers where !known.contains(reader) {
      throw UsageError(
        "'\(reader)' is no reader of items", hint: "Readers: \(known.sorted().joined(separator: ", ")).")
    }
    return Set(readers).sorted()
  }
}

extension VaultState {
  /// The item that a command line names.
  /// - Throws: `VaultError.notFound`.
  mutating func require(service: String, account: String) throws -> (ItemRecord, ItemNames) {
    guard let record = try find(service: service, account: account) else {
      throw VaultError.notFound("item of that service and account")
    }
    return (record, try names(of: record))
  }
}

extension ItemNames {
  /// Refuses what would change a key that a module has made: what is encrypted with it would be lost.
  func requireNotOfModule(_ what: String) throws {
    guard isOfModule else { return }
    throw VaultError.refused(
      "services that begin with \(Self.modulePrefix) are keys of modules, which are not \(what) by hand",
      hint: "They travel with `qix vault export` and `qix vault import`.")
  }
}

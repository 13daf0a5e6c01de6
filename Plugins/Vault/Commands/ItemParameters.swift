internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The item that a command is about.
struct ItemNamed {
  @Positional("service", .text, "What the secret is for, such as smtp") var service: String
  @Positional("account", .text, "The account there, such as a user name") var account: String

  /// - Throws: `VaultError.notFound`.
  func require(in state: inout VaultState) throws -> (ItemRecord, ItemNames) {
    try state.require(service: service, account: account)
  }
}

/// `--reader`, of every command that changes an access list.
struct ReaderOption {
  @Option(
    "reader", .text, placeholder: "READER", "Who else may read it: a module's id, or run for `qix vault run`")
  private var texts: [String]

  var isGiven: Bool { $texts.isGiven }

  /// Stands in an access list for `qix vault run`, among the ids of modules.
  static let run = "run"

  /// Sorted, without repeats.
  /// - Throws: `UsageError` for one that is neither a module nor `run`.
  func readers(in context: Context) throws -> [String] {
    let known = context.registry.modules.map { $0.id } + context.registry.disabled + [Self.run]
    for reader in texts where !known.contains(reader) {
      throw UsageError(
        "'\(reader)' can't be a reader of items", hint: "Readers: \(known.sorted().joined(separator: ", ")).")
    }
    return Set(texts).sorted()
  }
}

extension ValueType where Value == ItemClass {
  static var itemClass: ValueType { .choice(ItemClass.allCases, named: \.name) }
}

extension VaultState {
  /// - Throws: `VaultError.notFound`.
  mutating func require(service: String, account: String) throws -> (ItemRecord, ItemNames) {
    guard let record = try find(service: service, account: account) else {
      throw VaultError.notFound("item with that service and account")
    }
    return (record, try names(of: record))
  }
}

extension ItemNames {
  /// Refuses what would change a key that a module has made: what is encrypted with it would be lost.
  func requireNotOfModule(_ what: String) throws {
    guard isOfModule else { return }
    throw VaultError.refused(
      "services that begin with \(Self.modulePrefix) hold keys of modules, which can't be \(what) by hand",
      hint: "To move them, use `qix vault export` and `qix vault import`.")
  }
}

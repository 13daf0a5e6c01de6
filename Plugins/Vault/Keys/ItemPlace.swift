internal import QixCrypto
internal import QixModule

/// Marks a vault's identifier.
enum VaultTag: IdentifierTag {
  static let prefix = "vlt"
}

typealias VaultID = Identifier<VaultTag>

/// Marks an item's identifier: what the audit log calls it by.
enum ItemTag: IdentifierTag {
  static let prefix = "sec"
}

typealias ItemID = Identifier<ItemTag>

/// The kinds of secrets. The numbers are stored.
enum ItemClass: Int64, Sendable, CaseIterable {
  case password = 1
  case token = 2
  case key = 3
  case certificate = 4
  case note = 5

  var name: String {
    switch self {
    case .password: "password"
    case .token: "token"
    case .key: "key"
    case .certificate: "certificate"
    case .note: "note"
    }
  }

  init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// The one place in which a box of the vault opens: moved to another item, version or class, it doesn't.
struct ItemPlace: Sendable, Equatable {
  let item: ItemID
  /// Counts from 1.
  let version: Int64
  let itemClass: ItemClass

  /// - Parameter format: what kind of box it is, and the version of its format.
  func associated(_ format: String, in vault: VaultID) -> AssociatedData {
    var data = AssociatedData(format)
    data.append(vault)
    data.append(item)
    data.append(version)
    data.append(itemClass.rawValue)
    return data
  }
}

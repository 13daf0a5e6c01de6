internal import QixModule
internal import VaultContract

/// A vault that this home's data are from, and which isn't here: that of the machine whose backup was restored.
struct FormerVault {
  /// The data that wait for its keys, as parts of a list.
  private let data: [String]

  /// - Returns: nil where no data need a key.
  init?(_ registry: Registry, in connection: Connection) throws {
    self.init(try registry.keyedData(in: connection))
  }

  /// - Parameter vault: the one that is here.
  /// - Returns: nil where it has every key that data need.
  init?(_ registry: Registry, lackedBy vault: OpenVault, in connection: Connection) throws {
    var state = try VaultState(vault, in: connection)
    let lacking = try registry.keyedData(in: connection).filter { data in
      let service = ItemNames.serviceOfKeys(of: data.module)
      return try !data.keys.allSatisfy { try state.find(service: service, account: $0) != nil }
    }
    self.init(lacking)
  }

  private init?(_ data: [KeyedData]) {
    if data.isEmpty { return nil }
    self.data = data.map(\.what)
  }

  var absence: String { "there is none, and \(list) can't be used without the keys of the former one" }
  var lack: String { "it lacks the keys of \(list), which are in another vault" }

  private var list: String {
    data.count < 2 ? data.joined() : data.dropLast().joined(separator: ", ") + " and " + data[data.count - 1]
  }

  static let remedy = "Import the keys from that vault's export: `qix vault import FILE`."
}

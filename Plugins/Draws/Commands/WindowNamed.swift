internal import DrawsContract
internal import QixModule
internal import VaultContract

/// The one subject of most commands about windows.
struct WindowNamed {
  @Positional("window", .identifier(DrawWindowID.self), "The drw_… of a draw window") var id: DrawWindowID

  /// An id for examples.
  static let sample = "drw_01m7w9tzg3f7fs9hn862jj74bb"
}

extension Context {
  /// The secrets of draws, which opens the vault: to be called before a transaction begins.
  func drawSecrets() throws -> DrawSecrets { DrawSecrets(store: try service(Secrets.store)) }

  /// The secrets of draws where opening the vault takes no asking; nil where the vault is locked.
  func drawSecretsAtHand(of database: Database) throws -> DrawSecrets? {
    try service(ifProvided: Secrets.inspection)?.store(of: database).map(DrawSecrets.init)
  }
}

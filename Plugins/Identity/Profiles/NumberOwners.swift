internal import IdentityContract
internal import QixModule
internal import Synchronization
internal import VaultContract

/// Whom telephone numbers lead to, for words that may be a number or the name that another system gives a user.
///
/// The vault is opened when the first number is asked about, without asking for a passphrase.
final class NumberOwners: Sendable {
  private let context: Context
  private let store = Mutex<(any SecretStore)?>(nil)

  init(_ context: Context) { self.context = context }

  /// The user who is reached by what reads as a number; nil where nobody is, and for any other words.
  /// - Throws: `VaultError.locked` where it can't be known.
  func user(reachedAt words: String, in connection: Connection) throws -> UserID? {
    guard let number = TelephoneForm.number(words), try Profiles.hasKeys(in: connection) else { return nil }
    let profiles = Profiles(store: try opened(), clock: context.clock, random: context.random)
    return try profiles.user(with: .phone, normalised: number, in: connection)
  }

  private func opened() throws -> any SecretStore {
    try store.withLock { store in
      if let store { return store }
      // Within a transaction the vault is opened over a connection of its own.
      guard let made = try context.service(Secrets.inspection).store(of: context.database.reader()) else {
        throw VaultError.locked
      }
      store = made
      return made
    }
  }
}

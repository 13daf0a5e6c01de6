internal import DrawsContract
internal import QixCrypto
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import VaultContract

/// The secrets of windows and raffles. They are kept nowhere: they follow from a key of the vault and from everything
/// that was promised, so that a row that somebody has changed leads to another secret than the one committed to.
struct DrawSecrets {
  private enum Name {
    static let windows = "windows"
    static let raffles = "raffles"
  }

  let store: any SecretStore

  /// The secret of a window that is being made, in a write transaction; makes the key where there is none.
  func newSecret(of window: WindowTerms, in connection: Connection) throws -> SecretBytes {
    window.secret(under: try store.key(Name.windows, of: DrawsModule.id, in: connection))
  }

  /// The secret of a window, which is the one that was committed to.
  /// - Throws: `DrawError.keyMissing`, `DrawError.commitmentBroken`.
  func secret(of window: WindowTerms, committed: Hash256, in connection: Connection) throws -> SecretBytes {
    guard let key = try store.keyIfMade(Name.windows, of: DrawsModule.id, in: connection) else {
      throw DrawError.keyMissing
    }
    let secret = window.secret(under: key)
    guard Commitment.to(secret) == committed else { throw DrawError.commitmentBroken(window.id) }
    return secret
  }

  func newSecret(of raffle: RaffleTerms, in connection: Connection) throws -> SecretBytes {
    raffle.secret(under: try store.key(Name.raffles, of: DrawsModule.id, in: connection))
  }

  /// The secret of a raffle, which is the one that was committed to.
  /// - Throws: `DrawError.keyMissing`, `RaffleError.commitmentBroken`.
  func secret(of raffle: RaffleTerms, committed: Hash256, in connection: Connection) throws -> SecretBytes {
    let secret = raffle.secret(under: try raffleKey(in: connection))
    guard Commitment.to(secret) == committed else { throw RaffleError.commitmentBroken(raffle.name) }
    return secret
  }

  /// What users are called in raffles' lists.
  func pseudonyms(in connection: Connection) throws -> Pseudonyms { Pseudonyms(key: try raffleKey(in: connection)) }

  private func raffleKey(in connection: Connection) throws -> SecretBytes {
    guard let key = try store.keyIfMade(Name.raffles, of: DrawsModule.id, in: connection) else {
      throw DrawError.keyMissing
    }
    return key
  }
}

/// What a window promises.
struct WindowTerms: Equatable, Sendable {
  let id: DrawWindowID
  let campaign: CampaignID
  let opens: Timestamp
  let closes: Timestamp

  fileprivate func secret(under key: borrowing SecretBytes) -> SecretBytes {
    var message = AssociatedData("qix-draw-window/1")
    message.append(id.bytes)
    message.append(campaign.bytes)
    message.append(opens.microseconds)
    message.append(closes.microseconds)
    var secret = BLAKE2b.mac(message.bytes, key: key)
    return SecretBytes(wiping: &secret)
  }
}

/// What a raffle promises.
struct RaffleTerms: Equatable, Sendable {
  let id: RaffleID
  let name: String
  let winners: Int64
  /// Which public value will be mixed in; nil for none.
  let beaconName: String?

  fileprivate func secret(under key: borrowing SecretBytes) -> SecretBytes {
    var message = AssociatedData("qix-raffle/1")
    message.append(id.bytes)
    message.append(name)
    message.append(winners)
    message.append(beaconName ?? "")
    var secret = BLAKE2b.mac(message.bytes, key: key)
    return SecretBytes(wiping: &secret)
  }
}

/// Names for users in one raffle, which nobody without the vault can lead back: a user's own id would let whoever reads
/// a published list act as that user.
struct Pseudonyms: ~Copyable {
  private let key: SecretBytes

  fileprivate init(key: consuming SecretBytes) { self.key = key }

  borrowing func entrant(_ user: UserID, in raffle: RaffleID) -> EntrantID {
    var message = AssociatedData("qix-raffle-entrant/1")
    message.append(raffle.bytes)
    message.append(user.bytes)
    let tag = BLAKE2b.mac(message.bytes, key: key, size: 16)
    guard let entrant = tag.withUnsafeBytes(EntrantID.init) else { preconditionFailure("sixteen bytes make an id") }
    return entrant
  }
}

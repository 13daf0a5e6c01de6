internal import DrawsContract
internal import QixCrypto
internal import QixShake
internal import VaultContract

/// The secrets of windows and raffles. They are kept nowhere: they follow from a key of the vault and from everything
/// that was promised, so that a row that was changed leads to another secret than the one committed to.
struct DrawSecrets {
  /// The names of the keys that the vault keeps.
  enum Name {
    static let windows = "windows"
    static let raffles = "raffles"
  }

  let store: any SecretStore

  /// Returns the secrets for new windows, in a write transaction; makes the key where there is none.
  ///
  /// A caller that goes on in that transaction keeps them: the vault's agent remembers the latest change it was
  /// shown, and would take the vault for set back if a key it has seen being made is rolled back.
  func ofNewWindows(in connection: Connection) throws -> WindowSecrets {
    WindowSecrets(key: try store.key(Name.windows, of: DrawsModule.id, in: connection))
  }

  /// - Throws: `DrawError.keyMissing`.
  func ofWindows(in connection: Connection) throws -> WindowSecrets {
    WindowSecrets(key: try made(Name.windows, in: connection))
  }

  /// Returns the secrets for new raffles, in a write transaction; makes the key where there is none.
  func ofNewRaffles(in connection: Connection) throws -> RaffleSecrets {
    RaffleSecrets(key: try store.key(Name.raffles, of: DrawsModule.id, in: connection))
  }

  /// - Throws: `DrawError.keyMissing`.
  func ofRaffles(in connection: Connection) throws -> RaffleSecrets {
    RaffleSecrets(key: try made(Name.raffles, in: connection))
  }

  /// Commitments under one key must not go on under a new one.
  private func made(_ name: String, in connection: Connection) throws -> SecretBytes {
    guard let key = try store.keyIfMade(name, of: DrawsModule.id, in: connection) else { throw DrawError.keyMissing }
    return key
  }
}

/// The terms that a window promises.
struct WindowTerms: Equatable, Sendable {
  let id: DrawWindowID
  let campaign: CampaignID
  let opens: Timestamp
  let closes: Timestamp
}

/// The secrets of windows, under the key of one vault.
final class WindowSecrets: Sendable {
  private let key: SecretBytes

  fileprivate init(key: consuming SecretBytes) { self.key = key }

  func secret(of window: WindowTerms) -> SecretBytes {
    var message = AssociatedData("qix-draw-window/1")
    message.append(window.id.bytes)
    message.append(window.campaign.bytes)
    message.append(window.opens.microseconds)
    message.append(window.closes.microseconds)
    var secret = BLAKE2b.mac(message.bytes, key: key)
    return SecretBytes(wiping: &secret)
  }

  /// The secret that was committed to.
  /// - Throws: `draws.commitment-broken`.
  func secret(of window: WindowTerms, committed: Hash256) throws(Failure) -> SecretBytes {
    let secret = secret(of: window)
    guard Commitment.to(secret) == committed else {
      throw Failure(
        "draws.commitment-broken", .damaged, "the vault's secret does not match the commitment of \(window.id)",
        hint:
          "The vault is a different one, or the row was changed. Restore the former vault, then run `qix draw verify`.")
    }
    return secret
  }
}

/// The terms that a raffle promises.
struct RaffleTerms: Equatable, Sendable {
  let id: RaffleID
  let name: String
  let winners: Int64
  /// The public value that will be mixed in; nil for none.
  let beaconName: String?
}

/// The secrets of raffles, and what users are called in their lists.
final class RaffleSecrets: Sendable {
  private let key: SecretBytes

  fileprivate init(key: consuming SecretBytes) { self.key = key }

  func secret(of raffle: RaffleTerms) -> SecretBytes {
    var message = AssociatedData("qix-raffle/1")
    message.append(raffle.id.bytes)
    message.append(raffle.name)
    message.append(raffle.winners)
    message.append(raffle.beaconName ?? "")
    var secret = BLAKE2b.mac(message.bytes, key: key)
    return SecretBytes(wiping: &secret)
  }

  /// The secret that was committed to.
  /// - Throws: `draws.raffle-commitment-broken`.
  func secret(of raffle: RaffleTerms, committed: Hash256) throws(Failure) -> SecretBytes {
    let secret = secret(of: raffle)
    guard Commitment.to(secret) == committed else {
      throw Failure(
        "draws.raffle-commitment-broken", .damaged,
        "the vault's secret does not match the commitment of the raffle '\(raffle.name)'",
        hint: "The vault is a different one, or the row was changed. Restore the former vault.")
    }
    return secret
  }

  /// Returns a name for a user in one raffle that can't be traced back without the vault: a user's own id would let
  /// readers of a published list act as that user.
  func entrant(_ user: UserID, in raffle: RaffleID) -> EntrantID {
    var message = AssociatedData("qix-raffle-entrant/1")
    message.append(raffle.bytes)
    message.append(user.bytes)
    let tag = BLAKE2b.mac(message.bytes, key: key, size: 16)
    guard let entrant = tag.withUnsafeBytes(EntrantID.init) else { preconditionFailure("sixteen bytes make an id") }
    return entrant
  }
}

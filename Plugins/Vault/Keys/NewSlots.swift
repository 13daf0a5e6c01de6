internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Something that is to open the vault from now on.
struct NewSlot: ~Copyable {
  let kind: Slot.Kind
  let cost: Argon2id.Cost
  let salt: [UInt8]
  let recipient: [UInt8]
  /// Empty for a recovery key.
  private let proofKey: SecretBytes

  /// - Parameters:
  ///   - passphrase: at least `shortest` bytes.
  ///   - cost: what a guess costs.
  init(passphrase: borrowing SecretBytes, cost: Argon2id.Cost, random: any RandomSource) throws {
    try Self.requireLong(passphrase)
    let salt = random.bytes(Argon2id.saltSize)
    let secret = try Argon2id.derive(passphrase, salt: salt, cost: cost)
    kind = .passphrase
    self.cost = cost
    self.salt = salt
    recipient = X25519.publicKey(of: Slot.privateKey(from: secret))
    proofKey = Slot.proofKey(from: secret)
  }

  /// - Parameter key: 32 random bytes.
  init(key: borrowing SecretBytes, kind: Slot.Kind) {
    self.kind = kind
    cost = Argon2id.Cost(passes: 0, memory: 0)
    salt = []
    recipient = X25519.publicKey(of: Slot.privateKey(from: key))
    proofKey = Slot.proofKey(from: key)
  }

  /// A recovery key.
  /// - Parameter recipient: an X25519 public key.
  init(recipient: [UInt8]) {
    kind = .recovery
    cost = Argon2id.Cost(passes: 0, memory: 0)
    salt = []
    self.recipient = recipient
    proofKey = SecretBytes(count: 0)
  }

  /// Bytes of a passphrase at least.
  static let shortest = 8

  /// Makes sure that a new passphrase, of the vault or of an export, is no shorter than any may be.
  static func requireLong(_ passphrase: borrowing SecretBytes) throws {
    guard passphrase.count >= shortest else {
      throw VaultError.malformed(
        "the passphrase is shorter than \(shortest) bytes",
        hint: "Choose five or six random words; a thief of the file has time to try many passphrases.")
    }
  }

  /// - Parameter header: whose vault and generation the slot belongs to.
  func slot(
    _ number: Int64, holding master: borrowing SecretBytes, of header: Header, at time: Timestamp,
    random: any RandomSource
  ) throws -> Slot {
    let empty = Slot(
      number: number, kind: kind, cost: cost, salt: salt, recipient: recipient, created: time, box: [],
      sealedProofKey: [])
    return try empty.holding(master, proofKey: proofKey, of: header, random: random)
  }
}

/// The work that trying a passphrase takes.
struct PassphraseCost {
  @Option(
    "memory", .integer(in: 64...1_024), placeholder: "MIB",
    "Memory for each try of the passphrase (default: measured for half a second)")
  var memory: Int?

  /// - Parameter least: a cost that it doesn't go below: that of the passphrase before.
  func cost(least: Argon2id.Cost = Slot.floor) throws -> Argon2id.Cost {
    if let memory { return Argon2id.Cost(passes: Slot.floor.passes, memory: memory << 20) }
    var cost = try Argon2id.calibrated(
      target: .milliseconds(500), passes: Slot.floor.passes, floor: Slot.floor.memory, ceiling: Slot.ceiling.memory)
    cost.memory = max(cost.memory, least.memory)
    cost.passes = max(cost.passes, least.passes)
    return cost
  }
}

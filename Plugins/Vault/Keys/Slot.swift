internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The master key, encrypted to one of the keys that open the vault.
///
/// It is encrypted to a public key, so that a new master key can be put into every slot without asking for every
/// passphrase and every file again. The private key is derived from a passphrase (Argon2id), from the 32 bytes of a key
/// file or a systemd credential, or is an age identity's.
///
/// Since a public key is enough to encrypt, the box doesn't show who has filled it. The proof does: a MAC over the
/// whole header under a second key derived from the same passphrase or file. That key is kept under the master key too,
/// so that the proof can be made again only with the vault open.
struct Slot: Sendable, Equatable {
  /// The numbers are stored.
  enum Kind: Int64, Sendable, CaseIterable {
    case passphrase = 1
    case keyFile = 2
    case credential = 3
    case recovery = 4

    /// An age recipient is all that there is when a recovery key is added: it shares no secret with who adds it.
    var hasProof: Bool { self != .recovery }

    /// The name that people read.
    var name: String {
      switch self {
      case .passphrase: "passphrase"
      case .keyFile: "key file"
      case .credential: "credential"
      case .recovery: "recovery key"
      }
    }
  }

  /// Counts from 1.
  let number: Int64
  let kind: Kind
  /// Zeros where there is no passphrase.
  let cost: Argon2id.Cost
  /// 16 bytes for a passphrase, else none.
  let salt: [UInt8]
  /// An X25519 public key.
  let recipient: [UInt8]
  let created: Timestamp
  /// An ephemeral X25519 public key (32 bytes) and a `SecretBox` of the master key (72 bytes).
  let box: [UInt8]
  /// A `SecretBox` of the proof key under the master key (72 bytes); empty for a recovery key.
  let sealedProofKey: [UInt8]
  /// `Header.proof`, 32 bytes; empty for a recovery key.
  var proof: [UInt8]

  /// The least and the most that trying a passphrase may cost.
  static let floor = Argon2id.Cost(passes: 3, memory: 64 << 20)
  static let ceiling = Argon2id.Cost(passes: 16, memory: 1 << 30)

  private static let context: StaticString = "qixvslot"

  init(
    number: Int64, kind: Kind, cost: Argon2id.Cost, salt: [UInt8], recipient: [UInt8], created: Timestamp, box: [UInt8],
    sealedProofKey: [UInt8], proof: [UInt8] = []
  ) {
    self.number = number
    self.kind = kind
    self.cost = cost
    self.salt = salt
    self.recipient = recipient
    self.created = created
    self.box = box
    self.sealedProofKey = sealedProofKey
    self.proof = proof
  }

  /// The private key that a passphrase or a key file stands for.
  /// - Parameter secret: 32 bytes: of the file, or from `secret(from:)`.
  static func privateKey(from secret: borrowing SecretBytes) -> SecretBytes {
    KeyDerivation.subkey(1, of: secret, context: context)
  }

  /// The key of the proof, from the same secret.
  static func proofKey(from secret: borrowing SecretBytes) -> SecretBytes {
    KeyDerivation.subkey(2, of: secret, context: context)
  }

  /// Derives 32 bytes from a passphrase. It takes as long as the slot's cost says.
  /// - Throws: `VaultError.parameters` for a cost out of that range.
  func secret(from passphrase: borrowing SecretBytes) throws -> SecretBytes {
    try requireSoundCost()
    return try Argon2id.derive(passphrase, salt: salt, cost: cost)
  }

  private func requireSoundCost() throws {
    guard cost.passes >= Self.floor.passes, cost.memory >= Self.floor.memory else {
      throw VaultError.parameters("slot \(number) asks for less work than 3 passes over 64 MiB, which qix never writes")
    }
    guard cost.passes <= Self.ceiling.passes, cost.memory <= Self.ceiling.memory else {
      throw VaultError.parameters("slot \(number) asks for more work than 16 passes over 1 GiB")
    }
  }

  /// A copy of the slot with another master key in it, and without a proof: `Header.authenticate` makes that.
  /// - Parameter proofKey: the slot's own; not looked at for a recovery key.
  func holding(
    _ master: borrowing SecretBytes, proofKey: borrowing SecretBytes, of header: Header, random: any RandomSource
  ) throws -> Slot {
    let ephemeral = SecretBytes.random(count: X25519.keySize, from: random)
    let sender = X25519.publicKey(of: ephemeral)
    let key = try Self.key(ephemeral, recipient, sender: sender, recipient: recipient, number)
    let sealed = SecretBox.seal(master, key: key, associated: associated(Self.boxFormat, header), random: random)
    let sealedProofKey =
      kind.hasProof
      ? SecretBox.seal(
        proofKey, key: KeyWrap.proofSealingKey(of: master), associated: associated(Self.proofKeyFormat, header),
        random: random) : []
    return Slot(
      number: number, kind: kind, cost: cost, salt: salt, recipient: recipient, created: created, box: sender + sealed,
      sealedProofKey: sealedProofKey)
  }

  /// The key of the proof as the master key keeps it; empty for a recovery key.
  /// - Throws: `VaultError.damaged` when it was altered, or belongs to another slot.
  func proofKey(under master: borrowing SecretBytes, of header: Header) throws -> SecretBytes {
    guard kind.hasProof else { return SecretBytes(count: 0) }
    let opened = SecretBox.open(
      sealedProofKey, key: KeyWrap.proofSealingKey(of: master), associated: associated(Self.proofKeyFormat, header))
    guard let key = opened, key.count == SecretBox.keySize else {
      throw VaultError.damaged("the proof of slot \(number) was altered, or belongs to another slot")
    }
    return key
  }

  /// The master key.
  /// - Throws: `VaultError.damaged` when the slot was altered, or belongs to another vault.
  func open(_ privateKey: borrowing SecretBytes, of header: Header) throws -> SecretBytes {
    let damaged = VaultError.damaged("slot \(number) was altered, or belongs to another vault")
    guard box.count == X25519.keySize + SecretBox.keySize + SecretBox.overhead else { throw damaged }
    let sender = Array(box[..<X25519.keySize])
    let key = try Self.key(privateKey, sender, sender: sender, recipient: recipient, number)
    let opened = SecretBox.open(Array(box[X25519.keySize...]), key: key, associated: associated(Self.boxFormat, header))
    guard let master = opened else { throw damaged }
    return master
  }

  /// HKDF over what both keys come to, bound to both public keys.
  private static func key(
    _ own: borrowing SecretBytes, _ other: [UInt8], sender: [UInt8], recipient: [UInt8], _ number: Int64
  ) throws -> SecretBytes {
    guard let shared = X25519.sharedSecret(own, other) else {
      throw VaultError.damaged("slot \(number) holds an invalid key")
    }
    return HKDFSHA256.derive(shared, salt: sender + recipient, info: Array("qix-vault-slot-key/1".utf8))
  }

  private static let boxFormat = "qix-vault-slot/1"
  private static let proofKeyFormat = "qix-vault-proof-key/1"

  /// Binds a box to its vault, master key and slot, parameters included.
  private func associated(_ format: String, _ header: Header) -> AssociatedData {
    var data = AssociatedData(format)
    data.append(header.vault.bytes)
    data.append(header.generation)
    append(to: &data)
    return data
  }

  /// All of it but the boxes and the proof.
  func append(to data: inout AssociatedData) {
    data.append(number)
    data.append(kind.rawValue)
    data.append(Int64(cost.passes))
    data.append(Int64(cost.memory))
    data.append(salt)
    data.append(recipient)
    data.append(created.microseconds)
  }
}

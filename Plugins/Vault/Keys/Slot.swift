internal import QixCrypto
internal import QixKernel
internal import VaultContract

/// The master key, encrypted to one of the keys that open the vault.
///
/// It is encrypted to a public key, so that a new master key can be put into every slot without asking for every
/// passphrase and every file again. The private key is derived from a passphrase (Argon2id), from the 32 bytes of a key
/// file or a systemd credential, or is an age identity's.
struct Slot: Sendable, Equatable {
  /// The numbers are stored.
  enum Kind: Int64, Sendable, CaseIterable {
    case passphrase = 1
    case keyFile = 2
    case credential = 3
    case recovery = 4

    /// What people call it.
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

  /// What a passphrase must cost at least, and may cost at most, to be tried.
  static let floor = Argon2id.Cost(passes: 3, memory: 64 << 20)
  static let ceiling = Argon2id.Cost(passes: 16, memory: 1 << 30)

  private static let context: StaticString = "qixvslot"

  init(
    number: Int64, kind: Kind, cost: Argon2id.Cost, salt: [UInt8], recipient: [UInt8], created: Timestamp, box: [UInt8]
  ) {
    self.number = number
    self.kind = kind
    self.cost = cost
    self.salt = salt
    self.recipient = recipient
    self.created = created
    self.box = box
  }

  /// The private key that a passphrase or a key file stands for.
  /// - Parameter secret: 32 bytes.
  static func privateKey(from secret: borrowing SecretBytes) -> SecretBytes {
    KeyDerivation.subkey(1, of: secret, context: context)
  }

  /// The private key for a passphrase. It takes as long as the slot's cost says.
  /// - Throws: `VaultError.parameters` for a cost that nobody may have set.
  func privateKey(from passphrase: borrowing SecretBytes) throws -> SecretBytes {
    try requireSoundCost()
    return Self.privateKey(from: try Argon2id.derive(passphrase, salt: salt, cost: cost))
  }

  private func requireSoundCost() throws {
    guard cost.passes >= Self.floor.passes, cost.memory >= Self.floor.memory else {
      throw VaultError.parameters("slot \(number) asks for less work than 3 passes over 64 MiB, which qix never writes")
    }
    guard cost.passes <= Self.ceiling.passes, cost.memory <= Self.ceiling.memory else {
      throw VaultError.parameters("slot \(number) asks for more work than 16 passes over 1 GiB")
    }
  }

  /// The same slot with another master key in it.
  func holding(_ master: borrowing SecretBytes, of header: Header, random: any RandomSource) throws -> Slot {
    let ephemeral = SecretBytes.random(count: X25519.keySize, from: random)
    let sender = X25519.publicKey(of: ephemeral)
    let key = try Self.key(ephemeral, recipient, sender: sender, recipient: recipient, number)
    let sealed = SecretBox.seal(master, key: key, associated: associated(header), random: random)
    return Slot(
      number: number, kind: kind, cost: cost, salt: salt, recipient: recipient, created: created, box: sender + sealed)
  }

  /// The master key.
  /// - Throws: `VaultError.damaged` when the slot was altered, or is another vault's.
  func open(_ privateKey: borrowing SecretBytes, of header: Header) throws -> SecretBytes {
    let damaged = VaultError.damaged("slot \(number) was altered, or is another vault's")
    guard box.count == X25519.keySize + SecretBox.keySize + SecretBox.overhead else { throw damaged }
    let sender = Array(box[..<X25519.keySize])
    let key = try Self.key(privateKey, sender, sender: sender, recipient: recipient, number)
    let opened = SecretBox.open(Array(box[X25519.keySize...]), key: key, associated: associated(header))
    guard let master = opened else { throw damaged }
    return master
  }

  /// HKDF over what both keys come to, bound to both public keys.
  private static func key(
    _ own: borrowing SecretBytes, _ other: [UInt8], sender: [UInt8], recipient: [UInt8], _ number: Int64
  ) throws -> SecretBytes {
    guard let shared = X25519.sharedSecret(own, other) else {
      throw VaultError.damaged("slot \(number) holds a key that is none")
    }
    return HKDFSHA256.derive(shared, salt: sender + recipient, info: Array("qix-vault-slot-key/1".utf8))
  }

  /// Binds the box to its vault, master key and slot, parameters included.
  private func associated(_ header: Header) -> AssociatedData {
    var data = AssociatedData("qix-vault-slot/1")
    data.append(header.vault.bytes)
    data.append(header.generation)
    append(to: &data)
    return data
  }

  /// All of it but the box.
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

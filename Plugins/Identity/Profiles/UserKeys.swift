internal import IdentityContract
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The keys that personal data is under: one for each user, random, wrapped under one that the vault keeps.
///
/// A user's key is made when the first personal datum is kept, so trial users need no vault. To erase a user is to
/// destroy this key.
struct UserKeys: Sendable {
  let store: any SecretStore
  let random: any RandomSource

  /// The name of the vault's key for identity.
  static let name = "users"

  /// The numbers of the subkeys; one in use is never given another purpose.
  private enum Subkey: UInt64 {
    case wrapping = 1
    case lookups = 2
    case names = 3
  }

  private func subkey(_ number: Subkey, in connection: Connection) throws -> SecretBytes {
    let key: SecretBytes
    if let made = try store.keyIfMade(Self.name, of: IdentityModule.id, in: connection) {
      key = made
    } else {
      // Users have keys under one that this vault has lost: a new one would open none of them, and stand in the way of
      // the right one when that is imported.
      guard try !Profiles.hasKeys(in: connection) else { throw UserError.keyMissing }
      key = try store.key(Self.name, of: IdentityModule.id, in: connection)
    }
    return KeyDerivation.subkey(number.rawValue, of: key, context: "identity")
  }

  /// The key of a user; nil for one who has none.
  func key(of user: UserID, in connection: Connection) throws -> SecretBytes? {
    let wrapped: [UInt8]? = try connection.fetchOne("SELECT wrapped FROM identity_keys WHERE user = \(user)")
    guard let wrapped else { return nil }
    let wrapping = try subkey(.wrapping, in: connection)
    guard let key = SecretBox.open(wrapped, key: wrapping, associated: Self.place(of: user)), key.count == 32 else {
      throw StorageError.corrupt("the key of user \(user) doesn't open under the vault's key for identity")
    }
    return key
  }

  /// Whether the vault has the key that users' keys are under.
  func isThere(in connection: Connection) throws -> Bool {
    try store.keyIfMade(Self.name, of: IdentityModule.id, in: connection) != nil
  }

  /// The key of a user, made if there is none yet.
  func keyOrNew(of user: UserID, in connection: Connection) throws -> SecretBytes {
    if let key = try key(of: user, in: connection) { return key }
    let wrapping = try subkey(.wrapping, in: connection)
    let key = SecretBytes.random(count: SecretBox.keySize, from: random)
    let wrapped = SecretBox.seal(key, key: wrapping, associated: Self.place(of: user), random: random)
    try connection.execute("INSERT INTO identity_keys (user, wrapped) VALUES (\(user), \(wrapped))")
    return key
  }

  /// The keyed hash under which one user is found by a value.
  /// - Parameter parts: each with its length before it, so that no two lists of parts hash the same.
  func hash(_ kind: String, _ parts: [String], in connection: Connection) throws -> [UInt8] {
    var message = AssociatedData("qix-identity-lookup/1")
    message.append(kind)
    for part in parts { message.append(part) }
    return BLAKE2b.mac(message.bytes, key: try subkey(.lookups, in: connection))
  }

  /// The key of the hashes that names are found by: made once for all beginnings of a name.
  func nameKey(in connection: Connection) throws -> SecretBytes { try subkey(.names, in: connection) }

  private static func place(of user: UserID) -> AssociatedData {
    var place = AssociatedData("qix-identity-key/1")
    place.append(user.bytes)
    return place
  }
}

/// A value under a user's key: padded, so that its length says little, and bound to its place.
enum PersonalBox {
  /// Bytes; names, numbers and dates are all of the same length then.
  private static let block = 64

  static func seal(_ text: String, _ place: AssociatedData, key: borrowing SecretBytes, random: any RandomSource)
    -> [UInt8]
  {
    var bytes = Array(text.utf8)
    let padded = Padding.pad(SecretBytes(wiping: &bytes), toMultipleOf: block)
    return SecretBox.seal(padded, key: key, associated: place, random: random)
  }

  static func open(_ box: [UInt8], _ place: AssociatedData, key: borrowing SecretBytes) throws -> String {
    guard let padded = SecretBox.open(box, key: key, associated: place),
      let message = Padding.unpad(padded, multipleOf: block)
    else { throw StorageError.corrupt("personal data of a user doesn't open under that user's key") }
    return message.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  static func place(of field: ProfileField, _ user: UserID) -> AssociatedData {
    var place = AssociatedData("qix-identity-field/1")
    place.append(user.bytes)
    place.append(field.rawValue)
    return place
  }

  static func place(ofAccount hash: [UInt8], _ user: UserID) -> AssociatedData {
    var place = AssociatedData("qix-identity-account/1")
    place.append(user.bytes)
    place.append(hash)
    return place
  }
}

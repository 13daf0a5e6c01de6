internal import IdentityContract
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The keys of one-time codes, subkeys of one that the vault keeps.
final class CodeKeys: Sendable {
  private let lookup: SecretBytes
  private let boxes: SecretBytes
  private let pepper: SecretBytes

  /// The numbers of the subkeys; one in use is never given another purpose.
  private init(_ master: borrowing SecretBytes) {
    lookup = KeyDerivation.subkey(1, of: master, context: "qixcodes")
    boxes = KeyDerivation.subkey(2, of: master, context: "qixcodes")
    pepper = KeyDerivation.subkey(3, of: master, context: "qixcodes")
  }

  /// Opens the vault, and makes the key where there is none yet: call it before a transaction begins.
  /// - Parameter isDryRun: makes none, and uses one that isn't kept.
  static func open(_ context: Context, isDryRun: Bool) throws -> CodeKeys {
    let store = try context.service(Secrets.store)
    do {
      return try context.database.read { try CodeKeys(store.key("codes", of: IdentityModule.id, in: $0)) }
    } catch VaultError.noKeyYet where isDryRun {
      return CodeKeys(SecretBytes.random(count: KeyDerivation.keySize, from: context.random))
    } catch VaultError.noKeyYet {
      return try context.database.write(Change("identity.code-key")) { connection, _ in
        try CodeKeys(store.key("codes", of: IdentityModule.id, in: connection))
      }
    }
  }

  /// The keyed hash under which limits are counted.
  func hash(_ kind: Int64, _ value: String) -> [UInt8] {
    var message = AssociatedData("qix-identity-code-limit/1")
    message.append(kind)
    message.append(value)
    return BLAKE2b.mac(message.bytes, key: lookup)
  }

  /// Microseconds for which it is known where a number was proved.
  private static let memory = 90 * Timestamp.day

  /// Remembers from where a number was proved, for as long as the user is there: as what was counted of the request, with
  /// the user in place of it, and so far ahead that it counts for nothing.
  static func remember(
    _ request: CodeRequestID, by user: UserID, at now: Timestamp, in connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO identity_code_sends (kind, hash, made_at, code)
      SELECT kind, hash, \(now.advanced(byMicroseconds: memory)), \(user) FROM identity_code_sends
      WHERE kind = \(CodeLimit.number.kind) AND code = \(request)
      ON CONFLICT DO NOTHING
      """)
  }

  /// Whether a number was proved from where it is asked for.
  /// - Parameter asked: the number and who asks.
  func knows(_ asked: String, at now: Timestamp, in connection: Connection) throws -> Bool {
    try connection.has(
      """
      SELECT 1 FROM identity_code_sends
      WHERE kind = \(CodeLimit.number.kind) AND hash = \(hash(CodeLimit.number.kind, asked)) AND made_at > \(now)
      """)
  }

  func seal(_ recipient: String, of request: CodeRequestID, random: any RandomSource) -> [UInt8] {
    PersonalBox.seal(recipient, Self.place(request), key: boxes, random: random)
  }

  func open(_ box: [UInt8], of request: CodeRequestID) throws -> String {
    try PersonalBox.open(box, Self.place(request), key: boxes)
  }

  private static func place(_ request: CodeRequestID) -> AssociatedData {
    var place = AssociatedData("qix-identity-code-recipient/1")
    place.append(request.bytes)
    return place
  }

  /// The input of Argon2id: the code together with its binding, under a key that isn't in the database. There
  /// are a million codes, which any hash alone would give away with a copy of the database.
  func bind(_ code: borrowing SecretBytes, to binding: CodeBinding) -> SecretBytes {
    var message = AssociatedData("qix-identity-code/1")
    message.append(binding.request.bytes)
    message.append(binding.channel.rawValue)
    message.append(binding.user?.bytes ?? [])
    var mac = KeyedBLAKE2b(key: pepper)
    mac.update(message.bytes)
    mac.update(code)
    var tag = mac.finish()
    return SecretBytes(wiping: &tag)
  }
}

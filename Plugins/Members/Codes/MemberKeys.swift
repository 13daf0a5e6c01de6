internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The keys of members' codes, which follow from one that the vault keeps.
final class MemberKeys: Sendable {
  /// The name of the key that the vault keeps.
  static let name = "members"

  private let master: SecretBytes

  private init(_ master: consuming SecretBytes) { self.master = master }

  /// The keys of an open vault; nil where there are none yet.
  /// - Throws: `members.key-missing` where there are members, whose phones have keys that follow from another one.
  private static func find(_ store: any SecretStore, in connection: Connection) throws -> MemberKeys? {
    if let key = try store.keyIfMade(name, of: MembersModule.id, in: connection) { return MemberKeys(key) }
    guard try connection.has("SELECT 1 FROM members_numbers LIMIT 1") else { return nil }
    throw Failure(
      "members.key-missing", .damaged, "the vault doesn't have the key that member codes follow from",
      hint: "Bring the earlier vault back with `qix vault import FILE`.")
  }

  /// The keys of this home, made where there are none yet: in a transaction of its own, so before that of the work.
  /// - Parameter isDryRun: makes none; a temporary one will do then.
  static func open(_ context: Context, isDryRun: Bool = false) throws -> MemberKeys {
    let store = try context.service(Secrets.store)
    if let keys = try context.database.read({ try find(store, in: $0) }) { return keys }
    if isDryRun { return MemberKeys(SecretBytes.random(count: KeyDerivation.keySize, from: context.random)) }
    return try context.database.write(Change("members.key")) { connection, _ in
      if let keys = try find(store, in: connection) { return keys }
      return MemberKeys(try store.key(name, of: MembersModule.id, in: connection))
    }
  }

  /// The key of the codes that one session makes of a number: HMAC-SHA-256 of the number, the epoch and the session.
  func key(of number: MemberNumber, epoch: Int64, session: String) -> SecretBytes {
    var message = AssociatedData("qix-member/1")
    message.append(number.value)
    message.append(epoch)
    message.append(session)
    var key = HMACSHA256.mac(message.bytes, key: master)
    return SecretBytes(wiping: &key)
  }
}

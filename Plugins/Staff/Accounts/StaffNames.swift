internal import OpenIDContract
internal import QixCrypto
internal import QixModule

/// What the audit log calls people whom providers have signed in.
enum StaffNames {
  static let prefix = "oidc:"
  private static let longest = 100

  /// The name of an account. It is decided when the person first signs in, and stays: a name that could be changed at
  /// the provider would let a person approve their own requests.
  static func name(of account: SignedInAccount, in context: Context) throws -> String {
    if let known = try context.database.read({ try known(account, in: $0) }) { return known }
    return try context.change("staff.name") { connection, change in
      // Somebody else may have signed in as the same meanwhile.
      if let known = try known(account, in: connection) { return known }
      let wanted = "\(prefix)\(account.provider)/\(word(for: account))"
      var (name, number) = (wanted, 1)
      while try connection.has("SELECT 1 FROM staff_people WHERE name = \(name)") {
        number += 1
        // The sign is in no word.
        name = "\(wanted)~\(number)"
      }
      try connection.execute(
        """
        INSERT INTO staff_people (issuer, subject, name, created_at)
        VALUES (\(account.issuer), \(account.subject), \(name), \(context.clock.now()))
        """)
      change.subject = name
      return name
    }
  }

  private static func known(_ account: SignedInAccount, in connection: Connection) throws -> String? {
    try connection.fetchOne(
      "SELECT name FROM staff_people WHERE issuer = \(account.issuer) AND subject = \(account.subject)"
    ) { $0["name"] }
  }

  /// What the person is called at the provider: the first of these that can stand in a list, or else a hash of the
  /// subject.
  private static func word(for account: SignedInAccount) -> String {
    let words = ["preferred_username", "email"].compactMap { account.claims[$0]?.string } + [account.subject]
    return words.first(where: isWord) ?? Hexadecimal.encode(BLAKE2b.hash(Array(account.subject.utf8), size: 16))
  }

  private static func isWord(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || ".-_@+".utf8.contains(byte)
      }
  }
}

internal import QixModule

/// Codes that users give to their friends: eight characters that can't be mistaken for others. Not a secret.
enum ReferralCode {
  /// Without vowels, so that no words come about, and without what looks like something else: 0 O, 1 I L, 2 Z, 5 S, 8 B.
  static let alphabet = Array("34679CDFGHJKMNPQRTVWXY".utf8)
  static let length = 8

  /// A typed code in the form in which codes are kept; nil where it can't be one.
  static func normalised(_ text: String) -> String? {
    let bytes = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }.map { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 0x20 : byte
    }
    guard bytes.count == length, bytes.allSatisfy(alphabet.contains) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A code as people read it: `7KQM-3XPW`.
  static func written(_ code: String) -> String { "\(code.prefix(4))-\(code.suffix(4))" }

  /// The user's code, the oldest where users were merged; nil where they have none.
  static func known(of user: UserID, in connection: Connection) throws -> String? {
    try connection.fetchOne("SELECT code FROM referrals_codes WHERE user_id = \(user) ORDER BY made_at, code LIMIT 1")
  }

  /// The user's code, made where they have none.
  static func code(of user: UserID, at time: Timestamp, random: any RandomSource, in connection: Connection) throws
    -> String
  {
    if let known = try known(of: user, in: connection) { return known }
    while true {
      let code = made(random)
      try connection.execute(
        """
        INSERT INTO referrals_codes (code, user_id, made_at) VALUES (\(code), \(user), \(time))
        ON CONFLICT (code) DO NOTHING
        """)
      if connection.changes == 1 { return code }
    }
  }

  /// The user whose code it is; nil where there is none.
  static func owner(of code: String, in connection: Connection) throws -> UserID? {
    try connection.fetchOne("SELECT user_id FROM referrals_codes WHERE code = \(code)")
  }

  private static func made(_ random: any RandomSource) -> String {
    var code: [UInt8] = []
    while code.count < length {
      for byte in random.bytes(16) where code.count < length {
        // 242 is the greatest multiple of 22 that a byte reaches: beyond it, some characters would be likelier.
        if byte < 242 { code.append(alphabet[Int(byte) % alphabet.count]) }
      }
    }
    return String(decoding: code, as: UTF8.self)
  }
}

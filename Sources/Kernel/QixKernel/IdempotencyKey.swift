/// The rule for idempotency keys: a caller's name for one operation, so that the same key again gives the first result.
package enum IdempotencyKey {
  /// The most characters of a key, so that an index entry stays small.
  package static let longest = 200

  /// Whether a key has 1 to 200 characters and no control character.
  package static func isWellFormed(_ key: String) -> Bool {
    var key = key
    // Nearly all are of printed ASCII; a batch asks three times for each line.
    let isPlain = key.withUTF8 { bytes in
      (1...longest).contains(bytes.count) && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }
    return isPlain || (1...longest).contains(key.unicodeScalars.count) && PlainText.isUncontrolled(key)
  }

  /// What is told of a key that isn't well-formed: `rewards.key-malformed`.
  /// - Parameters:
  ///   - module: the id of the module that was given the key.
  ///   - example: a key as callers of that module write it.
  package static func malformed(in module: String, example: String = "order-981") -> Failure {
    Failure(
      "\(module).key-malformed", .usage,
      "the idempotency key is empty, longer than \(longest) characters, or has a control character",
      hint: "Write 1 to \(longest) characters, such as \(example).")
  }

  /// A customer's key among keys of their own, so that it meets nobody else's.
  package static func ofCustomer(_ user: UserID, _ key: String) -> String { "\(customers)\(user):\(key)" }

  /// Whether a key looks like a customer's, in capitals too: nobody else may give one, or they could take a customer's next
  /// key from them.
  package static func looksLikeCustomers(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { bytes in
      // Nearly all begin with another letter.
      bytes.count >= reserved.utf8.count && bytes[0] | 0x20 == UInt8(ascii: "m")
        && zip(reserved.utf8, bytes).allSatisfy { $0 == $1 || (0x41...0x5A).contains($1) && $0 == $1 | 0x20 }
    }
  }

  private static let customers = "me:"
  /// What customers' keys begin with.
  package static let reserved = "\(customers)\(UserTag.prefix)_"
}

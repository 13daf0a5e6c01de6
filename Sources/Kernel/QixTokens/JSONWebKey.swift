internal import QixCrypto
package import QixFormats

/// A public key as issuers publish it (RFC 7517, RFC 7518 §6), of one of two kinds. The kind says which algorithm it
/// is for; nothing in a token can make it serve another.
package struct JSONWebKey: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Modulus and exponent, the greatest byte first and not zero.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point of P-256: 32 bytes each.
    case p256(x: [UInt8], y: [UInt8])
  }

  package let id: String?
  package let kind: Kind

  package var algorithm: TokenAlgorithm {
    switch kind {
    case .rsa: .rs256
    case .p256: .es256
    }
  }

  /// `RSA 2048`, `P-256`.
  package var name: String {
    switch kind {
    case .rsa(let modulus, _): "RSA \(Self.bits(of: modulus))"
    case .p256: "P-256"
    }
  }

  /// Nil for a key that is no use here: of another kind or for another purpose, too short, not well formed.
  package init?(_ members: JSONObject) {
    if let use = members["use"], use != "sig" { return nil }
    if let operations = members["key_ops"], operations.array?.contains("verify") != true { return nil }
    switch members["kty"] {
    case "RSA":
      guard let modulus = Self.bytes("n", of: members), let exponent = Self.bytes("e", of: members),
        Self.isUsable(modulus: modulus, exponent: exponent)
      else { return nil }
      kind = .rsa(modulus: modulus, exponent: exponent)
    case "EC":
      guard members["crv"] == "P-256", let x = Self.bytes("x", of: members), let y = Self.bytes("y", of: members),
        x.count == 32, y.count == 32
      else { return nil }
      kind = .p256(x: x, y: y)
    default: return nil
    }
    if let id = members["kid"] {
      guard let text = id.string, text.utf8.count <= 256 else { return nil }
      self.id = text
    } else {
      id = nil
    }
    if let algorithm = members["alg"], algorithm.string != self.algorithm.rawValue { return nil }
  }

  private static func bytes(_ key: String, of members: JSONObject) -> [UInt8]? {
    members[key]?.string.flatMap { Base64.urlSafe.decode($0) }
  }

  /// 2048 bits at least (NIST SP 800-131A), and no more than what is checked in a few milliseconds; both odd, since an
  /// even one is no RSA key; an exponent of 1 would make every text its own signature.
  private static func isUsable(modulus: [UInt8], exponent: [UInt8]) -> Bool {
    guard let first = modulus.first, first != 0, let last = modulus.last, let lowest = exponent.last else {
      return false
    }
    return (2_048...8_192).contains(bits(of: modulus)) && last & 1 == 1 && exponent.first != 0
      && exponent.count <= 8 && lowest & 1 == 1 && exponent != [1] && !isFactorable(modulus)
  }

  /// Whether a modulus looks like those of a chip's faulty generator, which can be factored (CVE-2017-15361, "ROCA"):
  /// modulo each of these primes it is a power of 65537. Of other keys one in a hundred million looks like that.
  private static func isFactorable(_ modulus: [UInt8]) -> Bool {
    [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157].allSatisfy { prime in
      let rest = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
      var power = 1
      for _ in 1..<prime where power != rest { power = power * 65_537 % prime }
      return power == rest
    }
  }

  private static func bits(of number: [UInt8]) -> Int { number.count * 8 - (number.first?.leadingZeroBitCount ?? 0) }
}

/// The keys that an issuer publishes at one address (RFC 7517 §5).
package struct JSONWebKeySet: Sendable, Equatable {
  /// The most bytes of the text.
  package static let longest = 262_144

  /// The keys that can be used.
  package let keys: [JSONWebKey]
  /// The number of others, for other algorithms or purposes.
  package let ignored: Int

  /// - Throws: `TokenError.keySet` for what is no set of keys, for one that gives away a secret key, and for one in
  ///   which two keys answer to one name.
  package init(_ text: [UInt8]) throws(TokenError) {
    guard text.count <= Self.longest else { throw .keySet("it is longer than \(Self.longest) bytes") }
    guard let elements = (try? JSONValue(parsing: text))?["keys"]?.array else {
      throw .keySet("it is not a JSON object with an array 'keys'")
    }
    guard elements.count <= 100 else { throw .keySet("it has more than a hundred keys") }
    var keys: [JSONWebKey] = []
    for element in elements {
      guard let members = element.object else { throw .keySet("one of its keys is not a JSON object") }
      guard members["d"] == nil, members["k"] == nil else { throw .keySet("it publishes a secret key") }
      guard let key = JSONWebKey(members) else { continue }
      guard !keys.contains(where: { $0.id == key.id && $0.id != nil && $0.algorithm == key.algorithm }) else {
        throw .keySet("two of its keys have the same name")
      }
      keys.append(key)
    }
    self.keys = keys
    ignored = elements.count - keys.count
  }

  /// The key of a name, of the algorithm's kind; without a name, the only one of that kind.
  func key(_ id: String?, for algorithm: TokenAlgorithm) -> JSONWebKey? {
    let fitting = keys.filter { $0.algorithm == algorithm }
    guard let id else { return fitting.count == 1 ? fitting[0] : nil }
    return fitting.first { $0.id == id }
  }
}

internal import QixCrypto
package import QixFormats
internal import QixKernel

/// The algorithms of signatures that are taken (RFC 7518 §3.1). There is no `none` and nothing symmetric among them,
/// so that neither can be asked for.
package enum TokenAlgorithm: String, Sendable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA over P-256 with SHA-256.
  case es256 = "ES256"
}

/// A signed token in its compact form (RFC 7515 §7.1), taken apart and not yet believed.
package struct CompactToken: Sendable {
  /// The most bytes of the whole text. Tokens of providers have one or two thousand.
  package static let longest = 16_384

  /// `alg` of the header. It chooses nothing: it is compared with what the provider is known to use.
  let algorithm: String
  /// `kid` of the header: compared with the names of known keys, and used for nothing else.
  package let keyID: String?
  /// `typ` of the header.
  package let type: String?
  /// The signed content, not yet verified.
  let payload: [UInt8]
  let signed: [UInt8]
  let signature: [UInt8]

  /// - Throws: `TokenError.malformed`.
  package init(_ text: [UInt8]) throws(TokenError) {
    guard text.count <= Self.longest else { throw .malformed("it is longer than \(Self.longest) bytes") }
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .malformed("it has \(parts.count) parts instead of three") }
    guard let header = Base64.urlSafe.decode(Array(parts[0])), let payload = Base64.urlSafe.decode(Array(parts[1])),
      let signature = Base64.urlSafe.decode(Array(parts[2]))
    else { throw .malformed("a part is not Base64 for URLs without padding") }
    guard !signature.isEmpty else { throw .malformed("it has no signature") }
    // Refuses members that stand twice (RFC 7515 §4): readers disagree about which of them counts.
    guard let members = (try? JSONValue(parsing: header))?.object else {
      throw .malformed("its header is not a JSON object")
    }
    // §4.1.11: who doesn't know a critical extension must refuse, and none is known here.
    guard members["crit"] == nil else { throw .malformed("its header has extensions that must be understood") }
    guard let algorithm = members["alg"]?.string else { throw .malformed("its header names no algorithm") }
    self.algorithm = algorithm
    keyID = try Self.text("kid", of: members)
    type = try Self.text("typ", of: members)
    // Keys in the header (jwk, jku, x5u, x5c) are not even looked at: who signs may not say with what to check.
    self.payload = payload
    self.signature = signature
    signed = Array(text[..<(parts[2].startIndex - 1)])
  }

  private static func text(_ key: String, of header: JSONObject) throws(TokenError) -> String? {
    guard let value = header[key] else { return nil }
    guard let text = value.string, text.utf8.count <= 256 else {
      throw .malformed("its header's \(key) is not a short text")
    }
    return text
  }

  /// The claims, once the signature has shown to be that of one of the provider's keys.
  /// - Parameter algorithms: What the provider signs with, as it was configured.
  /// - Throws: `TokenError` or another `token.…`, and `LibraryError` without libcrypto.
  package func claims(signedWith keys: JSONWebKeySet, algorithms: [TokenAlgorithm]) throws -> JSONObject {
    let payload = try verified(with: keys, algorithms: algorithms)
    guard let claims = (try? JSONValue(parsing: payload))?.object else {
      throw TokenError.malformed("its content is not a JSON object")
    }
    return claims
  }

  /// The content, once the signature has shown to be good.
  func verified(with keys: JSONWebKeySet, algorithms: [TokenAlgorithm]) throws -> [UInt8] {
    guard let algorithm = algorithms.first(where: { $0.rawValue == algorithm }) else {
      throw Failure(
        "token.algorithm", .notAllowed, "the token's signature algorithm is not the provider's",
        hint: "Get a new token. Check that it comes from the provider you named.")
    }
    guard let key = keys.key(keyID, for: algorithm) else { throw TokenError.unknownKey }
    guard try key.isSignature(signature, of: signed) else {
      throw Failure(
        "token.signature", .notAllowed, "the token's signature is not the provider's",
        hint: "Get a new token. Check that it comes from the provider you named.")
    }
    return payload
  }
}

import QixCrypto
import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import QixTokens

@Suite("Published keys") struct JSONWebKeyTests {
  static func rsa(_ change: (inout JSONObject) -> Void) throws -> JSONWebKey? {
    var members = try TokenSigner.rsa.get().webKey.object ?? JSONObject()
    change(&members)
    return JSONWebKey(members)
  }

  static func ec(_ change: (inout JSONObject) -> Void) throws -> JSONWebKey? {
    var members = try TokenSigner.ec.get().webKey.object ?? JSONObject()
    change(&members)
    return JSONWebKey(members)
  }

  @Test("Keys are read, and written as OpenSSL reads them")
  func reads() throws {
    let rsa = try #require(try Self.rsa { _ in })
    #expect(rsa.id == "rsa-1" && rsa.algorithm == .rs256 && rsa.name == "RSA 2048")
    #expect(try rsa.publicKeyInfo == TokenSigner.rsa.get().publicKeyInfo)
    let ec = try #require(try Self.ec { _ in })
    #expect(ec.id == "ec-1" && ec.algorithm == .es256 && ec.name == "P-256")
    #expect(try ec.publicKeyInfo == TokenSigner.ec.get().publicKeyInfo)
  }

  static func number(_ bytes: Int, first: UInt8 = 0x80, last: UInt8 = 1) -> JSONValue {
    .string(Base64.urlSafe.encode([first] + [UInt8](repeating: 7, count: bytes - 2) + [last]))
  }

  @Test("A key of RSA that nobody should trust is left out")
  func weakRSA() throws {
    #expect(try Self.rsa { $0["n"] = Self.number(256) } != nil)
    #expect(try Self.rsa { $0["n"] = Self.number(1_024) } != nil)
    for modulus: JSONValue in [
      Self.number(128), Self.number(256, first: 0x7F), Self.number(257, first: 0), Self.number(256, last: 2),
      Self.number(1_025), "", 5, nil, "AQ==", "A!",
    ] {
      #expect(try Self.rsa { $0["n"] = modulus } == nil)
    }
    #expect(try Self.rsa { $0["e"] = "Aw" } != nil)
    for exponent: JSONValue in ["AQ", "AA", "Ag", "", "AAEAAQ", "AQAA", Self.number(9), nil] {
      #expect(try Self.rsa { $0["e"] = exponent } == nil)
    }
  }

  @Test("So is one for something else")
  func otherPurposes() throws {
    #expect(try Self.rsa { $0["use"] = nil } != nil)
    #expect(try Self.rsa { $0["alg"] = nil } != nil)
    #expect(try Self.rsa { $0["key_ops"] = ["verify"] } != nil)
    #expect(try Self.rsa { $0["kid"] = nil } != nil)
    #expect(try Self.rsa { $0["use"] = "enc" } == nil)
    #expect(try Self.rsa { $0["use"] = 1 } == nil)
    #expect(try Self.rsa { $0["key_ops"] = ["sign"] } == nil)
    #expect(try Self.rsa { $0["key_ops"] = "verify" } == nil)
    #expect(try Self.rsa { $0["alg"] = "RS512" } == nil)
    #expect(try Self.rsa { $0["alg"] = "PS256" } == nil)
    #expect(try Self.rsa { $0["alg"] = "ES256" } == nil)
    #expect(try Self.rsa { $0["kty"] = "EC" } == nil)
    #expect(try Self.rsa { $0["kty"] = "oct" } == nil)
    #expect(try Self.rsa { $0["kid"] = 1 } == nil)
    #expect(try Self.ec { $0["crv"] = "P-384" } == nil)
    #expect(try Self.ec { $0["alg"] = "ES384" } == nil)
    #expect(try Self.ec { $0["x"] = Self.number(31) } == nil)
    #expect(try Self.ec { $0["y"] = Self.number(33) } == nil)
    #expect(try Self.ec { $0["kty"] = "RSA" } == nil)
  }

  @Test("A point that is not on the curve has signed nothing")
  func offTheCurve() throws {
    let signer = try TokenSigner.ec.get()
    let key = try #require(try Self.ec { $0["y"] = Self.number(32) })
    #expect(try !key.isSignature(signer.signature(of: [1]), of: [1]))
    let zeros = JSONValue.string(Base64.urlSafe.encode([UInt8](repeating: 0, count: 32)))
    let infinity = try #require(
      try Self.ec {
        $0["x"] = zeros
        $0["y"] = zeros
      })
    #expect(try !infinity.isSignature(signer.signature(of: [1]), of: [1]))
  }

  @Test("A set keeps what it can use, and counts the rest")
  func sets() throws {
    let (rsa, ec) = try (TokenSigner.rsa.get().webKey, TokenSigner.ec.get().webKey)
    let keys = try keySet(rsa, ["kty": "OKP", "crv": "Ed25519", "x": "AA"], ec, ["kty": "RSA"], [:])
    #expect(keys.keys.map(\.name) == ["RSA 2048", "P-256"] && keys.ignored == 3)
    #expect(try keySet().keys.isEmpty)
  }

  @Test("A set that gives away secrets, or has two keys of a name, is refused")
  func refusedSets() throws {
    let rsa = try TokenSigner.rsa.get().webKey
    var secretKey = rsa.object ?? JSONObject()
    secretKey["d"] = "AAAA"
    #expect(throws: TokenError.self) { try keySet(rsa, .object(secretKey)) }
    #expect(throws: TokenError.self) { try keySet(rsa, ["kty": "oct", "k": "AAAA"]) }
    #expect(throws: TokenError.self) { try keySet(rsa, rsa) }
    #expect(throws: TokenError.self) { try keySet(rsa, 1) }
    #expect(throws: TokenError.self) {
      try JSONWebKeySet((["keys": .array(.init(repeating: [:], count: 101))] as JSONValue).serialized())
    }
    let most = try JSONWebKeySet((["keys": .array(.init(repeating: [:], count: 100))] as JSONValue).serialized())
    #expect(most.ignored == 100)
    for text in ["", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#, "<html></html>"] {
      let error = #expect(throws: TokenError.self) { try JSONWebKeySet(Array(text.utf8)) }
      #expect(error?.code == "token.key-set")
    }
    let large = #"{"keys":[]}"# + String(repeating: " ", count: JSONWebKeySet.longest)
    #expect(throws: TokenError.self) { try JSONWebKeySet(Array(large.utf8)) }
  }
}

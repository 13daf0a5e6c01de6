import QixCrypto
import QixFormats
import QixTesting
import Testing

@testable import QixTokens

@Suite("Project Wycheproof: tokens", .needs(.vectors("wycheproof")))
struct WycheproofTests {
  @Test("RSASSA-PKCS1-v1_5 with 2048 bits and SHA-256")
  func rsa() throws {
    for vector in try PublishedVectors.wycheproof("rsa_signature_2048_sha256") {
      let numbers = ["modulus", "publicExponent"].map {
        (Hexadecimal.decode(vector.group["publicKey"]?[$0]?.string ?? "") ?? []).drop { $0 == 0 }
      }
      let members: JSONValue = [
        "kty": "RSA", "n": .string(Base64.urlSafe.encode(Array(numbers[0]))),
        "e": .string(Base64.urlSafe.encode(Array(numbers[1]))),
      ]
      let key = try #require(members.object.flatMap { JSONWebKey($0) })
      #expect(key.publicKeyInfo == Hexadecimal.decode(vector.group["publicKeyDer"]?.string ?? ""))
      let isSignature = try key.isSignature(vector.bytes("sig"), of: vector.bytes("msg"))
      // The one acceptable case leaves out the NULL of the algorithm's parameters.
      if !vector.isAcceptable { #expect(isSignature == vector.isValid, "\(vector)") }
    }
  }

  @Test("ECDSA over P-256 with SHA-256, R and S of fixed length")
  func ecdsa() throws {
    for vector in try PublishedVectors.wycheproof("ecdsa_secp256r1_sha256_p1363") {
      let point = Hexadecimal.decode(vector.group["publicKey"]?["uncompressed"]?.string ?? "") ?? []
      try #require(point.count == 65)
      let members: JSONValue = [
        "kty": "EC", "crv": "P-256", "x": .string(Base64.urlSafe.encode(Array(point[1...32]))),
        "y": .string(Base64.urlSafe.encode(Array(point[33...]))),
      ]
      let key = try #require(members.object.flatMap { JSONWebKey($0) })
      #expect(key.publicKeyInfo == Hexadecimal.decode(vector.group["publicKeyDer"]?.string ?? ""))
      #expect(try key.isSignature(vector.bytes("sig"), of: vector.bytes("msg")) == vector.isValid, "\(vector)")
    }
  }

  /// Of the other algorithms (HS256, RS384, PS256, …) nothing may be taken, valid or not.
  @Test("Signed tokens and published keys", arguments: [("json_web_signature", 30), ("json_web_key", 3)])
  func tokens(_ file: String, _ least: Int) throws {
    var (taken, others) = (0, 0)
    for vector in try PublishedVectors.wycheproof(file) {
      let published = vector.group["public"] ?? vector.group["private"] ?? nil
      let set = published["keys"] == nil ? ["keys": [published]] : published
      let isOurs = (set["keys"]?.array ?? []).allSatisfy { key in
        key["alg"] == "RS256" || key["alg"] == "ES256" && key["crv"] == "P-256"
      }
      var isTaken = false
      if let token = vector.test["jws"]?.string {
        let keys = try? JSONWebKeySet(set.serialized())
        isTaken =
          (try? CompactToken(Array(token.utf8))).flatMap { token in
            keys.flatMap { try? token.verified(with: $0, algorithms: TokenAlgorithm.allCases) }
          } != nil
      }
      #expect(isTaken == (vector.isValid && isOurs), "\(vector)")
      taken += isTaken ? 1 : 0
      others += isOurs ? 0 : 1
    }
    print("\(file): \(taken) taken; \(others) of other algorithms, all refused")
    #expect(others > least)
  }
}

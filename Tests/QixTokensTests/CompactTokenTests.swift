import QixCrypto
import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import QixTokens

func base64(_ text: String) -> String { Base64.urlSafe.encode(Array(text.utf8)) }

func keySet(_ keys: JSONValue...) throws -> JSONWebKeySet {
  try JSONWebKeySet((["keys": .array(keys)] as JSONValue).serialized())
}

/// The code of the error that checking ends with; nil when it ends well.
func refusal(
  _ token: String, _ keys: JSONWebKeySet, _ algorithms: [TokenAlgorithm] = TokenAlgorithm.allCases
) throws -> String? {
  do {
    _ = try CompactToken(Array(token.utf8)).claims(signedWith: keys, algorithms: algorithms)
    return nil
  } catch let error as any Diagnosable where error.code.hasPrefix("token.") {
    return error.code
  }
}

@Suite("Signed tokens") struct CompactTokenTests {
  static let claims = "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

  /// RFC 7515 A.2 and A.3.
  static let examples: [(token: String, key: JSONValue)] = [
    (
      "eyJhbGciOiJSUzI1NiJ9.\(claims).cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF"
        + "5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe"
        + "7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rq"
        + "Vt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw",
      [
        "kty": "RSA",
        "n": .string(
          "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZ"
            + "S-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEM"
            + "a2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2"
            + "PAcDTW9gb54h4FRWyuXpoQ"), "e": "AQAB",
      ]
    ),
    (
      "eyJhbGciOiJFUzI1NiJ9.\(claims).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-K"
        + "g6NU1Q",
      [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
      ]
    ),
  ]

  @Test("The examples of RFC 7515, and whatever is changed in them", arguments: [0, 1])
  func examples(_ index: Int) throws {
    let (token, key) = Self.examples[index]
    let keys = try keySet(key)
    let claims = try CompactToken(Array(token.utf8)).claims(signedWith: keys, algorithms: TokenAlgorithm.allCases)
    #expect(claims["iss"] == "joe" && claims["exp"] == 1_300_819_380)

    #expect(try refusal(token, keys, [TokenAlgorithm.allCases[1 - index]]) == "token.algorithm")
    #expect(try refusal(token, keySet(Self.examples[1 - index].key)) == "token.unknown-key")
    for position in stride(from: 0, to: token.utf8.count, by: 7) {
      var changed = Array(token.utf8)
      changed[position] = changed[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(try refusal(String(decoding: changed, as: UTF8.self), keys) != nil, "\(position)")
    }
  }

  /// RFC 7515 A.1 and A.5, and what people have tried since.
  @Test(
    "No algorithm but the two is taken", arguments: ["none", "None", "NONE", "HS256", "RS512", "PS256", "ES384", ""])
  func algorithms(_ name: String) throws {
    let signer = try TokenSigner.rsa.get()
    let keys = try keySet(signer.webKey)
    let header = #"{"alg":"\#(name)","kid":"rsa-1"}"#
    #expect(try refusal(signer.token(header: header, "{}"), keys) == "token.algorithm")
    #expect(try refusal("\(base64(header)).\(base64("{}")).", keys) == "token.malformed")

    // The public key as the secret of an HMAC, in the three forms that libraries have it.
    let signed = "\(base64(header)).\(base64("{}"))"
    let pem = "-----BEGIN PUBLIC KEY-----\n\(Base64.padded.encode(signer.publicKeyInfo))\n-----END PUBLIC KEY-----\n"
    for secret in [signer.publicKeyInfo, Array(pem.utf8), signer.webKey.serialized()] {
      let tag = HMACSHA256.mac(Array(signed.utf8), key: SecretBytes(copying: secret))
      #expect(try refusal("\(signed).\(Base64.urlSafe.encode(tag))", keys) == "token.algorithm")
    }
  }

  @Test("A key serves its own algorithm only")
  func confusion() throws {
    let (rsa, ec) = try (TokenSigner.rsa.get(), TokenSigner.ec.get())
    let keys = try keySet(rsa.webKey, ec.webKey)
    #expect(try refusal(rsa.token(["a": 1]), keys) == nil)
    #expect(try refusal(ec.token(["a": 1]), keys) == nil)
    #expect(try refusal(rsa.token(header: ["alg": "ES256", "kid": "rsa-1"], ["a": 1]), keys) == "token.unknown-key")
    #expect(try refusal(rsa.token(header: ["alg": "ES256", "kid": "ec-1"], ["a": 1]), keys) == "token.signature")
    #expect(try refusal(ec.token(header: ["alg": "RS256", "kid": "ec-1"], ["a": 1]), keys) == "token.unknown-key")
    #expect(try refusal(ec.token(header: ["alg": "RS256", "kid": "rsa-1"], ["a": 1]), keys) == "token.signature")
    #expect(try refusal(ec.token(["a": 1]), keys, [.rs256]) == "token.algorithm")
  }

  @Test("Keys that a token brings along, or points at, are not looked at")
  func embeddedKeys() throws {
    let (ours, theirs) = try (TokenSigner.rsa.get(), TokenSigner(.rs256, keyID: "rsa-1"))
    let keys = try keySet(ours.webKey)
    let header: JSONValue = [
      "alg": "RS256", "kid": "rsa-1", "jwk": theirs.webKey, "jku": "https://attacker.example/keys",
      "x5u": "https://attacker.example/certificate", "x5c": ["MIIB"],
    ]
    #expect(try refusal(theirs.token(header: header, ["a": 1]), keys) == "token.signature")
    #expect(try refusal(ours.token(header: header, ["a": 1]), keys) == nil)
  }

  @Test("A name of a key is a name and nothing else")
  func keyNames() throws {
    let signer = try TokenSigner.rsa.get()
    let keys = try keySet(signer.webKey)
    for name in ["rsa-2", "", "../../../../dev/null", "/etc/passwd", "rsa-1\u{0}", "' OR 1=1 --", "RSA-1", "http://x/"]
    {
      #expect(
        try refusal(signer.token(header: ["alg": "RS256", "kid": .string(name)], ["a": 1]), keys)
          == "token.unknown-key")
    }
    for name: JSONValue in [1, true, nil, ["rsa-1"], .string(String(repeating: "a", count: 257))] {
      #expect(try refusal(signer.token(header: ["alg": "RS256", "kid": name], ["a": 1]), keys) == "token.malformed")
    }
    // Without a name, the only key that fits.
    #expect(try refusal(signer.token(header: ["alg": "RS256"], ["a": 1]), keys) == nil)
    var other = signer.webKey.object ?? JSONObject()
    other["kid"] = "rsa-2"
    #expect(
      try refusal(signer.token(header: ["alg": "RS256"], ["a": 1]), keySet(signer.webKey, .object(other)))
        == "token.unknown-key")
  }

  @Test(
    "What a header may not hold",
    arguments: [
      "", "[]", "\"RS256\"", "{}", #"{"alg":1}"#, #"{"alg":null}"#, #"{"alg":"RS256","alg":"RS256"}"#,
      #"{"alg":"RS256","kid":"rsa-1","kid":"rsa-1"}"#, #"{"alg":"RS256","crit":["exp"],"exp":1}"#,
      #"{"alg":"RS256","crit":["b64"],"b64":false}"#, #"{"alg":"RS256","crit":[]}"#, #"{"alg":"RS256","typ":1}"#,
      #"{"alg":"RS256"} x"#, "{\"alg\":\"RS256\"}\u{0}", #"{"alg":"RS256""#,
    ])
  func headers(_ header: String) throws {
    let signer = try TokenSigner.rsa.get()
    #expect(try refusal(signer.token(header: header, "{}"), keySet(signer.webKey)) == "token.malformed")
  }

  @Test("What content is no claims", arguments: ["", "[]", "1", "null", #"{"a":1,"a":2}"#, #"{"a":1"#, "\u{FEFF}{}"])
  func contents(_ content: String) throws {
    let signer = try TokenSigner.rsa.get()
    let token = try signer.token(header: #"{"alg":"RS256"}"#, content)
    #expect(try refusal(token, keySet(signer.webKey)) == "token.malformed")
  }

  @Test("Three parts of strict Base64, none too long")
  func form() throws {
    let signer = try TokenSigner.rsa.get()
    let keys = try keySet(signer.webKey)
    let token = try signer.token(["a": 1])
    #expect(try refusal(token, keys) == nil)
    let parts = token.split(separator: ".").map(String.init)
    for changed in [
      "", ".", "..", "...", "a.b", parts[0], "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", "\(token).",
      "\(token).\(parts[2])", ".\(token)", "\(token)\n", " \(token)", "\(token)=",
      token.replacing("_", with: "/") + "+",
      "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).\(parts[2].dropLast())",
      #"{"payload":"\#(parts[1])","protected":"\#(parts[0])","signature":"\#(parts[2])"}"#,
    ] {
      #expect(try refusal(changed, keys) == "token.malformed", "\(changed.prefix(20))")
    }
    let long = String(repeating: "a", count: 12_000)
    #expect(try refusal(signer.token(["a": .string(long)]), keys) == "token.malformed")
    #expect(try refusal(signer.token(["a": .string(String(long.prefix(11_000)))]), keys) == nil)
  }

  @Test("Signatures of another length, of zeros, and of a point for a number")
  func signatures() throws {
    let signer = try TokenSigner.ec.get()
    let keys = try keySet(signer.webKey)
    let parts = try signer.token(["a": 1]).split(separator: ".").map(String.init)
    let signature = Base64.urlSafe.decode(parts[2]) ?? []
    let order = Hexadecimal.decode("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551") ?? []
    let (r, s) = (Array(signature[..<32]), Array(signature[32...]))
    let zeros = [UInt8](repeating: 0, count: 32)
    for changed in [
      zeros + zeros, zeros + s, r + zeros, order + s, r + order, order + order, signature + [0], [0] + signature,
      Array(signature.dropLast()), zeros + signature, r, [0],
    ] {
      let token = "\(parts[0]).\(parts[1]).\(Base64.urlSafe.encode(changed))"
      #expect(try refusal(token, keys) == "token.signature")
    }
  }
}

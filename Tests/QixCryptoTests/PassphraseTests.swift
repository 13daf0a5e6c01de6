import QixKernel
import QixTesting
import Testing

@testable import QixCrypto

@Suite("Keys from passphrases") struct PassphraseTests {
  /// RFC 9106's own example has four lanes, a secret and associated data, none of which libsodium takes; these are the
  /// outputs of the reference implementation (its program `argon2`, v=19) for one lane.
  @Test("Argon2id agrees with the reference implementation")
  func argon2id() throws {
    let salt = Array("somesaltsomesalt".utf8)
    let cost = Argon2id.Cost(passes: 2, memory: 256 << 10)
    #expect(
      hex(try Argon2id.derive(secret(text: "password"), salt: salt, cost: cost))
        == "cab746b4621993fdc91ec50787980b414a90a692f0bc68dfe19f9c25b3cba9ec")
    #expect(
      hex(
        try Argon2id.derive(secret(text: "password"), salt: salt, cost: Argon2id.Cost(passes: 3, memory: 64 << 20)))
        == "7664ad4ba1a3c999fcdd0991ffc2270f78302d2383233db5e7befc85d1bb1819")
    #expect(hex(try Argon2id.derive(SecretBytes(count: 0), salt: salt, cost: cost)).count == 64)
  }

  @Test(
    "A hash that the reference implementation wrote is verified",
    arguments: [
      ("password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$kuZ4yQ1f1YHT7Hs+JQREVrKwb7wMS/NW"),
      (
        "374652",
        "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$R2szEOgL+K7mXDDkNsxqEFgi5khckmlvZYP9TSkZbdI"
      ),
    ])
  func verifies(_ code: String, _ hash: String) throws {
    #expect(try Argon2id.verify(secret(text: code), against: hash) == true)
    #expect(try Argon2id.verify(secret(text: code + " "), against: hash) == false)
    #expect(try Argon2id.verify(SecretBytes(count: 0), against: hash) == false)
  }

  @Test("A code is hashed with a salt of its own and found again")
  func hashes() throws {
    let random = SeededRandomSource()
    let cost = Argon2id.Cost(passes: 1, memory: 8 << 10)
    let first = try Argon2id.hash(secret(text: "123456"), cost: cost, random: random)
    let second = try Argon2id.hash(secret(text: "123456"), cost: cost, random: random)
    #expect(first != second)
    #expect(first.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
    #expect(try Argon2id.verify(secret(text: "123456"), against: first) == true)
    #expect(try Argon2id.verify(secret(text: "123456"), against: second) == true)
    #expect(try Argon2id.verify(secret(text: "123457"), against: first) == false)
  }

  static let salt = "c29tZXNhbHRzb21lc2FsdA"
  static let hash = "kuZ4yQ1f1YHT7Hs+JQREVrKwb7wMS/NW"

  @Test(
    "Whatever else stands where a hash should is refused",
    arguments: [
      "", "$", "$$$$$", "$argon2i$v=19$m=256,t=2,p=1$\(salt)$\(hash)", "$argon2id$v=16$m=256,t=2,p=1$\(salt)$\(hash)",
      "argon2id$v=19$m=256,t=2,p=1$\(salt)$\(hash)", "$argon2id$v=19$m=256,t=2,p=2$\(salt)$\(hash)",
      "$argon2id$v=19$m=256,t=2$\(salt)$\(hash)", "$argon2id$v=19$t=2,m=256,p=1$\(salt)$\(hash)",
      "$argon2id$v=19$m=256,t=2,p=1$\(salt)", "$argon2id$v=19$m=256,t=2,p=1$\(salt)$",
      "$argon2id$v=19$m=256,t=2,p=1$$\(hash)", "$argon2id$v=19$m=256,t=2,p=1$\(salt)=$\(hash)",
      "$argon2id$v=19$m=256,t=2,p=1$\(salt)$\(hash)$", "$argon2id$v=19$m=-1,t=2,p=1$\(salt)$\(hash)",
      "$argon2id$v=19$m=7,t=2,p=1$\(salt)$\(hash)", "$argon2id$v=19$m=256,t=0,p=1$\(salt)$\(hash)",
      "$argon2id$v=19$m=99999999999,t=2,p=1$\(salt)$\(hash)",
    ])
  func malformed(_ hash: String) {
    #expect(throws: CryptoError.self) { try Argon2id.verify(secret(text: "password"), against: hash) }
  }

  @Test("A stored hash can't exhaust the machine")
  func bounded() {
    for parameters in ["m=2097151,t=2", "m=256,t=11", "m=2147483647,t=2147483647"] {
      let hash = "$argon2id$v=19$\(parameters),p=1$\(Self.salt)$\(Self.hash)"
      let error = #expect(throws: CryptoError.self) { try Argon2id.verify(secret(text: "password"), against: hash) }
      #expect(error?.code == "crypto.cost")
    }
  }

  @Test(
    "Parameters that Argon2id and scrypt don't have are refused",
    arguments: [(0, 65_536), (-1, 65_536), (1, 8_191), (1, 0), (1, -8_192), (Int.max, Int.max)])
  func impossible(_ passes: Int, _ memory: Int) {
    let error = #expect(throws: CryptoError.self) {
      _ = try Argon2id.derive(
        SecretBytes(count: 1), salt: [UInt8](repeating: 0, count: 16),
        cost: Argon2id.Cost(passes: passes, memory: memory))
    }
    #expect(error?.code == "crypto.cost")
  }

  @Test("Memory that isn't there is an error, not a crash")
  func noMemory() {
    let cost = Argon2id.Cost(passes: 1, memory: 0x1FF_FFFF_FC00)
    #expect(throws: CryptoError.noMemory(bytes: cost.memory)) {
      _ = try Argon2id.derive(SecretBytes(count: 1), salt: [UInt8](repeating: 0, count: 16), cost: cost)
    }
  }

  static let mebibyte = 1 << 20

  @Test(
    "Calibration goes by what was measured, within floor and ceiling",
    arguments: [
      // Milliseconds for the floor of 64 MiB, and MiB that come out for half a second.
      (500, 64), (499, 64), (250, 128), (125, 256), (100, 320), (5_000, 64), (70, 448),
    ])
  func calibrates(_ milliseconds: Int, _ expected: Int) throws {
    var measured: [Argon2id.Cost] = []
    let cost = try Argon2id.calibrated(ceiling: 512 << 20) { (cost) throws(CryptoError) in
      measured.append(cost)
      // The first run is slower; the second counts.
      return .milliseconds(measured.count == 1 ? milliseconds * 3 : milliseconds)
    }
    #expect(cost == Argon2id.Cost(passes: 3, memory: expected << 20))
    #expect(measured == [Argon2id.Cost](repeating: Argon2id.Cost(passes: 3, memory: 64 << 20), count: 2))
  }

  @Test("A machine that is too fast to measure gets the ceiling")
  func calibrationEnds() throws {
    let cost = try Argon2id.calibrated(ceiling: 64 << 20) { (_) throws(CryptoError) in .zero }
    #expect(cost.memory == 64 << 20)
  }

  /// RFC 7914 §12.
  @Test(
    "scrypt",
    arguments: [
      (
        "", "", 4, 1, 1,
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
          + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
      ),
      (
        "password", "NaCl", 10, 8, 16,
        "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
          + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
      ),
      (
        "pleaseletmein", "SodiumChloride", 14, 8, 1,
        "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
          + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
      ),
    ])
  func scrypt(_ passphrase: String, _ salt: String, _ logN: Int, _ r: Int, _ p: Int, _ key: String) throws {
    let derived = try Scrypt.derive(
      secret(text: passphrase), salt: Array(salt.utf8), logN: logN, r: r, p: p, size: 64)
    #expect(hex(derived) == key)
  }

  @Test("Parameters that scrypt doesn't have are refused", arguments: [(0, 8, 1), (31, 8, 1), (14, 0, 1), (14, 8, 0)])
  func scryptRefuses(_ logN: Int, _ r: Int, _ p: Int) {
    let error = #expect(throws: CryptoError.self) {
      _ = try Scrypt.derive(SecretBytes(count: 1), salt: [], logN: logN, r: r, p: p)
    }
    #expect(error?.code == "crypto.cost")
  }
}

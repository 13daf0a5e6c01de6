import Foundation
import QixCommands
import QixCrypto
import QixKernel
import QixTerminal
import QixTesting
import Testing
import VouchersContract

@testable import Vouchers

/// Vouchers that are checked without asking anybody.
@Suite struct SignedVoucherTests {
  private static func key() -> Ed25519.SigningKey {
    Ed25519.SigningKey(seed: SecretBytes(copying: [UInt8](repeating: 7, count: 32)))
  }

  private static let voucher = VoucherID(high: 0x0190_A1B2_C3D4_7E5F, low: 0x8091_A2B3_C4D5_E6F7)

  private static func money(_ units: Int64) throws -> Money {
    Money(minorUnits: units, currency: try #require(Currency("EUR")))
  }

  private static func samples() throws -> [SignedVoucher] {
    [
      SignedVoucher(
        id: voucher, series: "c", value: nil, minimumPurchase: nil, start: nil, end: nil, uses: 1),
      SignedVoucher(
        id: voucher, series: "coffee", value: try money(200), minimumPurchase: try money(500), start: nil,
        end: Timestamp("2035-06-30T12:00:00Z"), uses: 1),
      SignedVoucher(
        id: voucher, series: String(repeating: "x", count: 55), value: try money(.max),
        minimumPurchase: try money(1), start: Timestamp("1970-01-01"), end: Timestamp("9999-12-31"), uses: 1_000_000),
    ]
  }

  @Test func whatWasSignedIsRead() throws {
    for voucher in try Self.samples() {
      let text = voucher.signed(by: Self.key())
      // QR's alphanumeric mode takes all of it.
      #expect(Set(text).isSubset(of: Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")))
      let alike = SignedVoucher.mark + text.dropFirst(4).replacing("0", with: "o").replacing("1", with: "L")
      for typed in [text, text.lowercased(), " \(text)\n", alike] {
        let read = try SignedVoucher.read(typed)
        #expect(read.voucher == voucher)
        try read.verify(by: Self.key().publicKey)
      }
    }
    // What docs/vouchers.md says of its length.
    #expect(try Self.samples()[1].signed(by: Self.key()).count == 169)
  }

  @Test func noOtherTextIsGood() throws {
    let text = try Self.samples()[1].signed(by: Self.key())
    func isGood(_ text: String, by key: [UInt8]) -> Bool {
      do {
        try SignedVoucher.read(text).verify(by: key)
        return true
      } catch {
        return false
      }
    }
    let key = Self.key().publicKey
    #expect(isGood(text, by: key))
    for index in text.indices.dropFirst(4) {
      var wrong = text
      wrong.replaceSubrange(index...index, with: text[index] == "7" ? "8" : "7")
      #expect(!isGood(wrong, by: key))
    }
    for wrong in [String(text.dropLast()), text + "0", "QV1.", "QV2.\(text.dropFirst(4))", "", "QV1.!"] {
      #expect(!isGood(wrong, by: key))
    }
    let other = Ed25519.SigningKey(seed: SecretBytes(copying: [UInt8](repeating: 8, count: 32)))
    #expect(!isGood(text, by: other.publicKey))
  }

  /// Whatever bytes somebody makes up: they are refused, or mean one thing that is written in one way.
  @Test func bytesMeanOneThingOrNothing() throws {
    let seed = Seed(for: "signed vouchers")
    var numbers = SeededGenerator(seed)
    for voucher in try Self.samples() {
      #expect(try SignedVoucher(voucher.payload) == voucher)
      for _ in 0..<5_000 {
        var bytes = voucher.payload
        for _ in 0..<Int.random(in: 1...3, using: &numbers) {
          let place = Int.random(in: 0..<bytes.count, using: &numbers)
          switch Int.random(in: 0..<3, using: &numbers) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
          case 1: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
          default: if bytes.count > 1 { bytes.remove(at: place) }
          }
        }
        if let read = try? SignedVoucher(bytes), read.payload != bytes {
          Issue.record("\(bytes) is read and written in another way, \(seed)")
        }
        let text = Base32.encode(bytes)
        #expect(Base32.decode(text) == bytes)
      }
    }
  }

  @Test func theProgramSignsVerifiesAndTakesIt() throws {
    try Counter.with { counter in
      try counter.run(["voucher", "generate", "coffee", "--count", "1", "--title", "C", "--value", "2.00 EUR"])
      let given = try counter.hand("coffee", to: counter.user("anna"))
      let key = try counter.file("key.txt", counter.run("voucher key") + "\n")
      let shown = try counter.qix("voucher show \(given.id) --signed --reveal --reason x --json")
      let signed = try #require(shown.output.split(separator: "\"").first { $0.hasPrefix("QV1.") }.map(String.init))
      #expect(try counter.qix("voucher show \(given.id) --signed").exitCode == 2)
      #expect(try counter.run("voucher verify --public-key \(key)", input: signed) == "\(given.id)")
      try counter.fails(
        "voucher verify --public-key \(key)", 2, "vouchers.signed-malformed", input: String(signed.dropLast(2)))
      try counter.run("voucher check", input: signed)
      try counter.run("voucher use", input: signed)
      try counter.fails("voucher use", 5, "vouchers.used-up", input: given.code)
      // Offline nobody knows that.
      try counter.run("voucher verify --public-key \(key)", input: signed)
      let forged = try Self.samples()[1].signed(by: Self.key())
      try counter.fails("voucher verify --public-key \(key)", 6, "vouchers.signed-forged", input: forged)
      try counter.fails("voucher use", 6, "vouchers.signed-forged", input: forged)
    }
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "../../docs/verify-voucher.py"
  ).standardizedFileURL.path

  /// docs/verify-voucher.py, which knows nothing of the program, says the same as the program.
  @Test(.needs(.python())) func theScriptAgrees() throws {
    let lines = try String(contentsOfFile: Self.script, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 < 120)
    try Counter.with { counter in
      let key = try counter.file("key.txt", Hexadecimal.encode(Self.key().publicKey) + "\n")
      for voucher in try Self.samples() {
        let text = voucher.signed(by: Self.key())
        let (code, output) = try Self.verify(text.lowercased(), key)
        #expect(code == 0 && output.contains("\(voucher.id)") && output.contains(voucher.series), "\(output)")
        for place in [4, 5, 20, 60, 100, text.count - 2] {
          var wrong = Array(text)
          wrong[place] = wrong[place] == "7" ? "8" : "7"
          let words = ["voucher", "verify", "--public-key", key, "--at", "2034-01-01"]
          let ours = try counter.qix(words, input: String(wrong)).exitCode
          let theirs = try Self.verify(String(wrong), key).code
          #expect(ours != 0 && theirs != 0, "character \(place)")
        }
      }
      let over = SignedVoucher(
        id: Self.voucher, series: "c", value: nil, minimumPurchase: nil, start: nil, end: Timestamp("2020-01-01"),
        uses: 1)
      let late = try Self.verify(over.signed(by: Self.key()), key)
      #expect(late.code == 6 && late.output.contains("2020-01-01"))
      // Whatever is wrong gets a sentence and a code of its own, never a traceback.
      let good = try Self.samples()[1].signed(by: Self.key())
      let framed = try Self.verify("\u{FEFF}\n\(good)\r\n\n", key)
      #expect(framed.code == 0, "\(framed.output)")
      let short = try counter.file("short.txt", "00ff\n")
      for (text, key) in [
        ("", key), ("QV1.", key), ("QV1.00", key), ("QV1.\u{E9}", key), (String(good.dropLast(30)), key),
        (good, "\(key).missing"), (good, short), (good, Self.script), (good, "--help"),
      ] {
        let said = try Self.verify(text, key)
        #expect(said.code == 2 && !said.output.contains("Traceback") && !said.output.isEmpty, "\(said.output)")
      }
    }
  }

  private static func verify(_ text: String, _ key: String) throws -> (code: Int32, output: String) {
    let outcome = try Tool.python([script, key], input: text)
    return (outcome.exitCode, outcome.said)
  }
}

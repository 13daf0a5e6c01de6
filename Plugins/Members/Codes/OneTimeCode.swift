internal import QixCrypto
internal import QixModule

/// The one-time codes of RFC 6238 (TOTP): eight digits by HMAC-SHA-256, in steps of 30 seconds since 1970 (X 30, T0 0).
enum OneTimeCode {
  static let digits = 8
  /// Seconds.
  static let period: Int64 = 30

  static func step(at time: Timestamp) -> Int64 { time.microseconds / (period * 1_000_000) }

  /// The code of a step, in ASCII digits (RFC 4226 §5.3: truncation).
  static func code(of step: Int64, key: borrowing SecretBytes) -> [UInt8] {
    let mac = withUnsafeBytes(of: step.bigEndian) { HMACSHA256.mac($0, key: key) }
    let offset = Int(mac[mac.count - 1] & 0xF)
    var number = mac[offset..<offset + 4].reduce(0 as UInt32) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    var code = [UInt8](repeating: 0, count: digits)
    for index in code.indices.reversed() {
      code[index] = UInt8(ascii: "0") + UInt8(number % 10)
      number /= 10
    }
    return code
  }

  /// The step that a code is of: this one, the one before or the one after, since clocks differ. Nil for a wrong code.
  /// It takes as long for either.
  static func step(of code: [UInt8], key: borrowing SecretBytes, at time: Timestamp) -> Int64? {
    let now = step(at: time)
    var found: Int64?
    for step in now - 1...now + 1 where constantTimeEqual(self.code(of: step, key: key), code) { found = step }
    return found
  }
}

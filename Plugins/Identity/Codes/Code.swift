internal import IdentityContract
internal import MessagesContract
internal import QixCrypto
internal import QixModule

/// The binding of a code: to this request, this way of sending, this user.
struct CodeBinding: Sendable {
  let request: CodeRequestID
  let channel: CodeChannel
  let user: UserID?
}

/// The values of the column `channel`.
enum CodeChannel: Int64, Sendable {
  case phone = 1
  case email = 2

  var field: ProfileField { self == .phone ? .phone : .email }
  var proof: Proof { self == .phone ? .phone : .email }
  /// The form of a number or an address that limits count.
  func counted(_ recipient: String) -> String { self == .phone ? recipient : EmailAddress.folded(recipient) }
  var message: MessageChannel { self == .phone ? .phone : .email }
  func cell(_ recipient: String) -> Cell { .personal(recipient, self == .phone ? .phone : .email) }
}

/// Six digits from the system's random source.
enum CodeDigits {
  static let count = 6

  /// Each of the million with the same chance: what lies above the greatest multiple of a million is drawn again.
  static func random(from random: any RandomSource) -> SecretBytes {
    let values: UInt32 = 1_000_000
    let end = UInt32.max - UInt32.max % values
    while true {
      var drawn = SecretBytes(count: 4)
      drawn.withUnsafeMutableBytes { random.fill($0) }
      let number = drawn.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      guard number < end else { continue }
      var code = SecretBytes(count: count)
      code.withUnsafeMutableBytes { digits in
        var rest = number % values
        for index in digits.indices.reversed() {
          digits[index] = UInt8(ascii: "0") + UInt8(rest % 10)
          rest /= 10
        }
      }
      return code
    }
  }

  /// The digits that were typed, without blanks and hyphens, which people put between the digits.
  /// - Throws: `identity.code-malformed`, which does not count as a try.
  static func read(_ typed: borrowing SecretBytes) throws -> SecretBytes {
    var code = SecretBytes(count: count)
    var filled = 0
    let isCode = typed.withUnsafeBytes { typed in
      code.withUnsafeMutableBytes { code in
        for byte in typed where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
          guard filled < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return false }
          code[filled] = byte
          filled += 1
        }
        return filled == count
      }
    }
    guard isCode else { throw Failure("identity.code-malformed", .usage, "a code has six digits").forEverybody }
    return code
  }
}

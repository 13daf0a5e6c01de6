internal import QixModule
internal import VaultContract

/// Names an item where a program expects its secret: `qix://vault/SERVICE/ACCOUNT`.
struct SecretReference: Hashable, Sendable {
  static let prefix = "qix://vault/"

  let service: String
  let account: String

  /// Reads a reference; nil for a text that doesn't begin like one.
  ///
  /// Service and account are percent-encoded UTF-8 (RFC 3986 §2.1); a text that is nearly a reference is refused rather
  /// than handed to a program in the place of a secret.
  /// - Parameter variable: the variable with this value, for the error: the value itself may name a person.
  init?(_ text: String, of variable: String) throws {
    guard text.hasPrefix(Self.prefix) else { return nil }
    let parts = text.utf8.dropFirst(Self.prefix.utf8.count).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, let service = Self.decode(parts[0]), let account = Self.decode(parts[1]),
      !service.isEmpty, !account.isEmpty
    else { throw Self.malformed(variable) }
    (self.service, self.account) = (service, account)
  }

  static func malformed(_ variable: String) -> UsageError {
    UsageError(
      "the value of '\(variable)' is not a reference to a secret",
      hint: "Write qix://vault/SERVICE/ACCOUNT, with / as %2F, % as %25, and blanks as %20.")
  }

  private static func decode(_ text: Substring.UTF8View.SubSequence) -> String? {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
        bytes.append(high << 4 | low)
      // Begins a query or a fragment in a URL; here there are none.
      case UInt8(ascii: "?"), UInt8(ascii: "#"): return nil
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// What tells one operation's body from another's: BLAKE2b-128 over every field that the caller gave.
struct Fingerprint: Equatable {
  private var words: (UInt64, UInt64) = (0, 0)

  /// Reads what a row holds; anything but sixteen bytes equals no fingerprint.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 16 else { return nil }
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
  }

  init(_ operation: Operation, scratch: inout ByteBuffer) {
    Self.write(operation, into: &scratch)
    scratch.withBytes { message in withUnsafeMutableBytes(of: &words) { BLAKE2b.hash(message, into: $0) } }
  }

  /// Puts every field that the caller gave in the place of what is there.
  static func write(_ operation: Operation, into scratch: inout ByteBuffer) {
    scratch.clear()
    scratch.append(operation.kind.rawValue)
    scratch.append(operation.asset.number)
    append(operation.from, to: &scratch)
    append(operation.to, to: &scratch)
    scratch.append(operation.amount ?? -1)
    scratch.append(operation.related.map { Owner($0) } ?? Owner(high: 0, low: 0))
    append(operation.expires, to: &scratch)
    scratch.append(operation.at?.microseconds ?? .min)
    scratch.append(operation.reason)
    scratch.append(operation.metadata)
    // Only where it is asked for, so that keys of before go on answering.
    if operation.takesOthers { scratch.append(1 as UInt8) }
    if operation.isWelcome { scratch.append(2 as UInt8) }
  }

  /// One half says who asked as well, where that is a program: the very same request of another one differs.
  func asked(by asker: String?) -> Fingerprint {
    guard let asker else { return self }
    var (same, digest) = (self, (UInt64(0), UInt64(0)))
    Array(asker.utf8).withUnsafeBytes { name in
      withUnsafeMutableBytes(of: &digest) { BLAKE2b.hash(name, into: $0) }
    }
    same.words.1 ^= digest.0
    return same
  }

  /// Whether the body is the same, whoever asked.
  func hasBody(of other: Fingerprint) -> Bool { words.0 == other.words.0 }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withUnsafeBytes(of: words) { try body($0) }
  }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  static func append(_ expires: Expiry?, to scratch: inout ByteBuffer) {
    switch expires {
    case nil: scratch.append(0 as UInt8)
    case .at(let time)?:
      scratch.append(1 as UInt8)
      scratch.append(time.microseconds)
    case .after(let period)?:
      scratch.append(2 as UInt8)
      scratch.append(period.months)
      scratch.append(period.days)
      scratch.append(period.microseconds)
    }
  }

  static func append(_ account: AccountReference?, to scratch: inout ByteBuffer) {
    switch account {
    case nil: scratch.append(Int64(0))
    case .wallet(let user):
      scratch.append(AccountKind.wallet.rawValue)
      scratch.append(Owner(user))
    case .budget(let name):
      scratch.append(AccountKind.budget.rawValue)
      scratch.append(name)
    case .issuer: scratch.append(AccountKind.issuer.rawValue)
    case .redeemed: scratch.append(AccountKind.redeemed.rawValue)
    case .expired: scratch.append(AccountKind.expired.rawValue)
    }
  }
}

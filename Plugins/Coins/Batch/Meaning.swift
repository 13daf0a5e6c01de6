internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// The columns of a line that are kept with the transfer, as one number, in whatever order they stand.
struct KeptColumns {
  private(set) var sum: UInt64 = 0

  mutating func add(_ name: some Sequence<UInt8>, _ value: some Sequence<UInt8>) {
    // FNV-1a, then the finaliser of splitmix64, so that a sum of such numbers tells sets of columns apart.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01b3
    for byte in value { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    sum &+= hash ^ (hash >> 31)
  }
}

extension Operation {
  /// The value by which a line is known: everything that it does, as the line or an option says it. Who pays for a grant is
  /// left out: the ledger refuses the same line from another budget.
  func meaning(_ kept: KeptColumns, _ scratch: inout ByteBuffer) -> UInt64 {
    scratch.clear()
    scratch.append(kind.rawValue)
    if !isGrant { Fingerprint.append(from, to: &scratch) }
    Fingerprint.append(to, to: &scratch)
    scratch.append(amount ?? -1)
    scratch.append(related.map { Owner($0) } ?? Owner(high: 0, low: 0))
    scratch.append(at?.microseconds ?? .min)
    Fingerprint.append(expires, to: &scratch)
    scratch.append(reason.flatMap(CommonColumns.meantText))
    scratch.append(kept.sum)
    return scratch.withBytes { Self.meanings.hash($0).low }
  }

  /// Under a key that everybody may know: whoever makes two lines alike has one of theirs taken for done.
  private static let meanings = SipHash(key: (0, 0))
}

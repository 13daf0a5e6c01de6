internal import CoinsContract
internal import QixCalendar
internal import QixCrypto
internal import QixModule

/// What a line itself says beside accounts and amount, as it is written; what options add to it is none of its meaning.
struct OwnWords {
  /// Moments are what the clock on the wall shows then, in the fields of UTC.
  var expires: Expiry?
  var at: Timestamp?
  var reason: String?
  /// Of the columns that are kept with the transfer, in whatever order they stand.
  var kept: UInt64 = 0

  /// With what options say where the line says nothing; nil where they add nothing to it.
  /// - Parameter zone: of which the options' days are.
  func completed(by lines: some BatchLines, in zone: TimeZone) -> OwnWords? {
    guard expires == nil && lines.expires != nil || reason == nil && lines.reason != nil else { return nil }
    var words = self
    words.expires =
      expires
      ?? lines.expires.map { expiry in
        guard case .at(let time) = expiry else { return expiry }
        return .at(zone.wallTime(at: time))
      }
    words.reason = reason ?? lines.reason
    return words
  }

  /// Adds a column that is kept.
  mutating func keep(_ name: some Sequence<UInt8>, _ value: some Sequence<UInt8>) {
    // FNV-1a, then the finaliser of splitmix64, so that a sum of such numbers tells sets of columns apart.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01b3
    for byte in value { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    kept &+= hash ^ (hash >> 31)
  }
}

extension Operation {
  /// What a line without a key is known by within its batch: everything that the line itself says, however it is written.
  ///
  /// What options say for all lines (payer, expiry, reason) is left out: the same file with other options names the same
  /// lines, and the ledger finds that they would be done in another way. Lines of other files are compared with it, too
  /// (`OwnWords.completed`).
  func meaning(_ own: OwnWords, _ scratch: inout ByteBuffer) -> UInt64 {
    scratch.clear()
    scratch.append(kind.rawValue)
    if !isGrant { Fingerprint.append(from, to: &scratch) }
    Fingerprint.append(to, to: &scratch)
    scratch.append(amount ?? -1)
    scratch.append(related.map { Owner($0) } ?? Owner(high: 0, low: 0))
    scratch.append(own.at?.microseconds ?? .min)
    Fingerprint.append(own.expires, to: &scratch)
    scratch.append(own.reason)
    scratch.append(own.kept)
    return scratch.withBytes { Self.meanings.hash($0).low }
  }

  /// Under a key that everybody may know: whoever makes two lines alike has one of theirs taken for done.
  private static let meanings = SipHash(key: (0, 0))
}

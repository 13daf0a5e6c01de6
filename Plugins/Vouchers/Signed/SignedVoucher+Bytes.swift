internal import QixModule
internal import VouchersContract

/// The payload: a version, flags, the id, then what the flags announce, then the series' name up to the end.
///
/// Numbers are of seven bits a byte, the least first, with the eighth bit set where more follows (LEB128). An amount is
/// three letters of the currency and its smallest units.
extension SignedVoucher {
  private static let version: UInt8 = 1

  private enum Flag {
    static let value: UInt8 = 1
    static let minimum: UInt8 = 2
    static let start: UInt8 = 4
    static let end: UInt8 = 8
    static let uses: UInt8 = 16
    static let all: UInt8 = 31
  }

  var payload: [UInt8] {
    var flags: UInt8 = 0
    if value != nil { flags |= Flag.value }
    if minimumPurchase != nil { flags |= Flag.minimum }
    if start != nil { flags |= Flag.start }
    if end != nil { flags |= Flag.end }
    if uses != 1 { flags |= Flag.uses }
    var bytes = [Self.version, flags] + id.bytes
    for money in [value, minimumPurchase].compactMap(\.self) {
      bytes += money.currency.code.utf8
      bytes.append(number: money.minorUnits)
    }
    for time in [start, end].compactMap(\.self) { bytes.append(number: time.microseconds / 1_000_000) }
    if uses != 1 { bytes.append(number: uses) }
    return bytes + series.utf8
  }

  /// - Throws: `vouchers.signed-malformed`, `.signed-version`.
  init(_ payload: [UInt8]) throws(Failure) {
    var rest = payload[...]
    guard let version = rest.popFirst() else { throw Self.malformed }
    guard version == Self.version else {
      throw Failure(
        "vouchers.signed-version", .damaged, "the signed voucher has version \(version), which this qix doesn't know",
        hint: "Use a newer qix.")
    }
    guard let flags = rest.popFirst(), flags & ~Flag.all == 0, let id = rest.popID() else { throw Self.malformed }
    func optional<Part>(
      _ flag: UInt8, _ read: (inout ArraySlice<UInt8>) -> Part?
    ) throws(Failure) -> Part? {
      guard flags & flag != 0 else { return nil }
      guard let part = read(&rest) else { throw Self.malformed }
      return part
    }
    let value = try optional(Flag.value) { $0.popMoney() }
    let minimum = try optional(Flag.minimum) { $0.popMoney() }
    let start = try optional(Flag.start) { $0.popTime() }
    let end = try optional(Flag.end) { $0.popTime() }
    let uses = try optional(Flag.uses) { $0.popNumber() }
    guard (1...55).contains(rest.count), rest.allSatisfy({ (0x21...0x7E).contains($0) }), uses.map({ $0 > 1 }) ?? true
    else { throw Self.malformed }
    self.init(
      id: id, series: String(decoding: rest, as: UTF8.self), value: value, minimumPurchase: minimum, start: start,
      end: end, uses: uses ?? 1)
  }
}

extension [UInt8] {
  /// - Parameter number: not negative.
  fileprivate mutating func append(number: Int64) {
    var rest = UInt64(number)
    while rest > 127 {
      append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popID() -> VoucherID? {
    guard count >= 16 else { return nil }
    defer { removeFirst(16) }
    return prefix(16).withUnsafeBytes(VoucherID.init)
  }

  /// Nil for a number that isn't there whole, is too large, or has more bytes than it needs.
  fileprivate mutating func popNumber() -> Int64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = popFirst() else { return nil }
      number |= UInt64(byte & 127) << shift
      if byte < 128 { return byte == 0 && shift > 0 ? nil : Int64(number) }
    }
    return nil
  }

  fileprivate mutating func popMoney() -> Money? {
    guard count > 3, let currency = Currency(String(decoding: prefix(3), as: UTF8.self)) else { return nil }
    removeFirst(3)
    return popNumber().flatMap { $0 > 0 ? Money(minorUnits: $0, currency: currency) : nil }
  }

  fileprivate mutating func popTime() -> Timestamp? {
    // The year 9999 is the last that is written with four digits.
    popNumber().flatMap { $0 < 253_402_300_800 ? Timestamp(microseconds: $0 * 1_000_000) : nil }
  }
}

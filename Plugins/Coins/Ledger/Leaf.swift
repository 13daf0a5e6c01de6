internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// A transfer as it is sealed: every fact about it, in a fixed order of bytes (docs/ledger.md, "Leaves").
struct Leaf {
  let number: Int64
  let id: TransferID
  let kind: TransferKind
  let asset: Asset
  let debit: Owner
  let credit: Owner
  let amount: Int64
  let at: Timestamp
  let expires: Timestamp?
  /// The number of the hold or of the original.
  let related: Int64?
  /// The number of the first transfer of its linked group.
  let linked: Int64?
  let details: Hash256?
  let fingerprint: Fingerprint

  /// The key is lent as bytes so that a million rows can be checked without a million strings.
  func encode(key: UnsafeRawBufferPointer?, into buffer: inout ByteBuffer) {
    buffer.clear()
    buffer.append(1 as UInt8)
    buffer.append(UInt8(kind.rawValue))
    var flags: UInt8 = 0
    if expires != nil { flags |= 1 }
    if related != nil { flags |= 2 }
    if linked != nil { flags |= 4 }
    if details != nil { flags |= 8 }
    if key != nil { flags |= 16 }
    buffer.append(flags)
    buffer.append(asset.number)
    buffer.append(number)
    buffer.append(Owner(id))
    buffer.append(debit)
    buffer.append(credit)
    buffer.append(amount)
    buffer.append(at.microseconds)
    if let expires { buffer.append(expires.microseconds) }
    if let related { buffer.append(related) }
    if let linked { buffer.append(linked) }
    details?.withUnsafeBytes { buffer.append($0) }
    fingerprint.withBytes { buffer.append($0) }
    if let key { buffer.append(key) }
  }
}

internal import CPageChecks
internal import QixKernel

/// The last acknowledged state: the newest entry of the audit log as some process committed it.
struct Acknowledged: Sendable, Equatable {
  var head: AuditLog.Head
  /// The head that the database has if it was replaced by the time this is read: a restore announces it before it
  /// replaces anything, so that a kill in between is no loss of either.
  var announced: AuditLog.Head?
  /// The first entry that was remembered since the file was made.
  var since: Int64
  /// The last mark of the database file when the log was moved into it.
  var mark: Int32
  /// Counts the records, to tell the newer of two.
  var turn: Int64 = 0

  /// Words of eight bytes, little end first: magic, turn, entry, time, since, mark, announced entry and time, the two hashes,
  /// and the sum of all of them.
  private static let magic: UInt64 = 0x3130_6B63_6178_6971  // "qixack01"
  private static let words = 17
  static let size = words * 8

  /// - Parameter place: where in the file it will stand, which its sum covers.
  func encoded(at place: Int) -> [UInt8] {
    let other = announced ?? AuditLog.Head(number: 0, at: Timestamp(microseconds: 0), hash: AuditLog.genesis)
    let numbers = [
      turn, head.number, head.at.microseconds, since, Int64(mark), other.number, other.at.microseconds,
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.size)
    func add(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) } }
    add(Self.magic)
    for number in numbers { add(UInt64(bitPattern: number)) }
    bytes += head.hash
    bytes += other.hash
    add(qix_sum(bytes, bytes.count, Int64(place)))
    return bytes
  }

  /// Nil for bytes that no qix has written whole at this place.
  init?(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    guard bytes.count >= Self.size else { return nil }
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    func number(_ index: Int) -> Int64 { Int64(bitPattern: word(index)) }
    guard word(0) == Self.magic, word(16) == qix_sum(bytes.baseAddress, Self.size - 8, Int64(place)) else {
      return nil
    }
    turn = number(1)
    head = AuditLog.Head(
      number: number(2), at: Timestamp(microseconds: number(3)), hash: Array(bytes[64..<96]))
    since = number(4)
    mark = Int32(truncatingIfNeeded: number(5))
    announced =
      number(6) == 0
      ? nil
      : AuditLog.Head(number: number(6), at: Timestamp(microseconds: number(7)), hash: Array(bytes[96..<128]))
  }

  /// Returns the state after one more acknowledged change.
  func following(_ head: AuditLog.Head) -> Acknowledged {
    var next = self
    next.head = head
    next.announced = nil
    return next
  }

  init(head: AuditLog.Head, mark: Int32) {
    self.head = head
    self.since = head.number
    self.mark = mark
  }
}

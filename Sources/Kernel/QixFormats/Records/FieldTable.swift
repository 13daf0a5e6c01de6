/// The places of the current record's values: in the window, or in the scratch memory where they were unescaped.
///
/// Values that were not set for the current serial number are absent, so nothing has to be cleared between records.
struct FieldTable: ~Copyable {
  struct Field {
    /// Offset in the record at which the field begins, its opening quote included.
    var offset: UInt32 = 0
    /// Offset of the value in the record or in the scratch memory, and its length.
    var start: UInt32 = 0
    var count: UInt32 = 0
    var place = Place.record
    /// The serial number of the call of `next()` that set it.
    var serial = -1
  }

  enum Place: UInt8 { case record, escaped, scratch, null }

  private(set) var entries: UnsafeMutablePointer<Field>
  private(set) var capacity = 64
  /// Grows with each call of `next()`.
  var serial = 0
  private var scratch: UnsafeMutablePointer<UInt8>?
  private var scratchCapacity = 0
  private var scratchCount = 0

  init() {
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: Field(), count: capacity)
  }

  deinit {
    entries.deallocate()
    scratch?.deallocate()
  }

  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    let larger = UnsafeMutablePointer<Field>.allocate(capacity: 2 * count)
    larger.moveInitialize(from: entries, count: capacity)
    (larger + capacity).initialize(repeating: Field(), count: 2 * count - capacity)
    entries.deallocate()
    (entries, capacity) = (larger, 2 * count)
  }

  func bytes(_ column: Int, record: UnsafeMutablePointer<UInt8>) -> UnsafeRawBufferPointer? {
    precondition(column >= 0 && column < capacity, "there is no such column")
    let field = entries[column]
    guard field.serial == serial, field.place != .null else { return nil }
    let base = field.place == .scratch ? scratch ?? record : record
    return UnsafeRawBufferPointer(start: base + Int(field.start), count: Int(field.count))
  }

  /// The offset of a field in the current record; nil when absent.
  func offset(_ column: Int) -> Int? {
    precondition(column >= 0 && column < capacity, "there is no such column")
    let field = entries[column]
    return field.serial == serial ? Int(field.offset) : nil
  }

  /// Room for all unescaped values of a record of some length; they are never longer than the record, so what
  /// `field(_:)` lends doesn't move until the next one.
  mutating func openScratch(_ length: Int) -> UnsafeMutablePointer<UInt8> {
    scratchCount = 0
    if let scratch, scratchCapacity >= length { return scratch }
    scratch?.deallocate()
    scratchCapacity = max(4_096, 2 * length)
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: scratchCapacity)
    scratch = memory
    return memory
  }

  /// Takes note that a field's value was unescaped to the end of the scratch memory.
  mutating func setUnescaped(_ column: Int, count: Int) {
    precondition(scratchCount + count <= scratchCapacity)
    entries[column].start = UInt32(truncatingIfNeeded: scratchCount)
    entries[column].count = UInt32(truncatingIfNeeded: count)
    entries[column].place = .scratch
    scratchCount += count
  }

  /// The offset of the next unescaped value.
  var scratchEnd: Int { scratchCount }
}

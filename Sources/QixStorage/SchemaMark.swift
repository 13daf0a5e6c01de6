/// Tells one list of migrations from another: a number over their modules, names and SQL.
///
/// The database keeps the one of the migrations that made it, so that a start need not read the ledger of migrations and
/// hash all SQL to see that nothing has changed. Two lists that differ by accident have the same in one of 2^31 cases;
/// where numbers differ, the ledger and its digests decide.
struct SchemaMark {
  /// The words of a multiplicative hash (Knuth, TAOCP 6.4): cheap, and forging it gains nothing: that takes the right
  /// to write to the ledger as well.
  private var state: UInt64 = 0
  private static let multiplier: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// 1 to 2^31 - 1; 0 is a database without a mark.
  var value: Int32 { max(1, Int32(state >> 33)) }

  mutating func add(_ migration: Migration, of module: String) {
    add(module)
    add(migration.name)
    migration.script.withUnsafeBytes { add($0) }
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    // The boundary between two texts counts too.
    add(UInt64(bytes.count))
    func word(_ index: Int) -> UInt64 {
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    let words = bytes.count / 8
    // Four at a time, none of which waits for another: a start goes through all SQL there is.
    var lanes = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
    for index in stride(from: 0, to: words - words % 4, by: 4) {
      lanes.0 = Self.mixed(lanes.0, word(index))
      lanes.1 = Self.mixed(lanes.1, word(index + 1))
      lanes.2 = Self.mixed(lanes.2, word(index + 2))
      lanes.3 = Self.mixed(lanes.3, word(index + 3))
    }
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] { add(lane) }
    for index in (words - words % 4)..<words { add(word(index)) }
    for byte in bytes[(words * 8)...] { add(UInt64(byte)) }
  }

  private mutating func add(_ word: UInt64) { state = Self.mixed(state, word) }

  private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* multiplier
    return product ^ product >> 32
  }
}

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

  /// What a text of SQL adds, but for its last bytes: the long part of the work, which each migration does once.
  struct Lanes {
    fileprivate var first = UInt64(1)
    fileprivate var second = UInt64(2)
    fileprivate var third = UInt64(3)
    fileprivate var fourth = UInt64(4)

    /// Goes through four words of eight bytes at a time, none of which waits for another: a start goes through all SQL
    /// there is.
    init(_ text: UnsafeRawBufferPointer) {
      for index in stride(from: 0, to: text.count - text.count % 32, by: 32) {
        first = SchemaMark.mixed(first, SchemaMark.word(text, index))
        second = SchemaMark.mixed(second, SchemaMark.word(text, index + 8))
        third = SchemaMark.mixed(third, SchemaMark.word(text, index + 16))
        fourth = SchemaMark.mixed(fourth, SchemaMark.word(text, index + 24))
      }
    }
  }

  mutating func add(_ migration: Migration, of module: String) {
    add(module)
    add(migration.name)
    migration.script.withUnsafeBytes { add($0, migration.lanes) }
  }

  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      add(bytes, Lanes(bytes))
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, _ lanes: Lanes) {
    // The boundary between two texts counts too.
    add(UInt64(bytes.count))
    for lane in [lanes.first, lanes.second, lanes.third, lanes.fourth] { add(lane) }
    let words = bytes.count - bytes.count % 8
    for index in stride(from: bytes.count - bytes.count % 32, to: words, by: 8) { add(Self.word(bytes, index)) }
    for byte in bytes[words...] { add(UInt64(byte)) }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private mutating func add(_ word: UInt64) { state = Self.mixed(state, word) }

  private static func mixed(_ state: UInt64, _ word: UInt64) -> UInt64 {
    let product = (state ^ word) &* multiplier
    return product ^ product >> 32
  }
}

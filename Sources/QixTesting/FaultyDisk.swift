internal import CFaults
package import QixStorage

/// A disk that counts writes and syncs and fails where a test says, for SQLite databases.
///
/// `home.engine = disk.engine` puts it under a whole home.
package struct FaultyDisk: Sendable {
  package enum Fault: Sendable, CaseIterable {
    /// A write is refused by a full disk.
    case full
    /// Half of a write gets onto a disk that is full then.
    case shortWrite
    /// Written data are not made durable.
    case sync
  }

  // As a number, since pointers can't be sent; what it points to is never freed, and all atomic.
  private let address: UInt

  package init() {
    // The first disk of a process may be the first that asks anything of SQLite.
    SQLiteEngine.configure()
    address = UInt(bitPattern: qix_disk_make())
  }

  private var disk: OpaquePointer? { OpaquePointer(bitPattern: address) }

  /// Opens the database of a home on this disk.
  package var engine: @Sendable (HomeFolder) -> any Engine {
    let name = String(cString: qix_disk_name(disk))
    return { SQLiteEngine(path: $0.database, vfs: name) }
  }

  /// Restarts the count, and fails one operation.
  /// - Parameters:
  ///   - number: the write or sync to fail, counted from now on, from 1.
  ///   - stays: fails those after it too.
  package func fail(_ fault: Fault, at number: Int, stays: Bool = false) {
    let code =
      switch fault {
      case .full: QIX_FAULT_FULL
      case .shortWrite: QIX_FAULT_SHORT
      case .sync: QIX_FAULT_SYNC
      }
    qix_disk_fail(disk, Int32(code), Int64(number), stays ? 1 : 0)
  }

  /// The writes of a long operation that a test fails, one after another, until it is through without meeting one: the
  /// first forty and every thirteenth after them; all in the long form.
  package static var longRun: some Sequence<Int> {
    sequence(first: 1) { $0 + ($0 < 40 || LongForm.isAsked ? 1 : 13) }
  }

  /// Restarts the count, and fails nothing.
  package func heal() { qix_disk_fail(disk, 0, 0, 0) }

  /// Writes since the last call of `fail` or `heal`.
  package var writes: Int { Int(qix_disk_writes(disk)) }
  package var syncs: Int { Int(qix_disk_syncs(disk)) }
  /// The number of files opened with leave to make them, so that SQLite syncs their folder too.
  package var creations: Int { Int(qix_disk_creations(disk)) }
  /// The number of operations failed since.
  package var failures: Int { Int(qix_disk_failures(disk)) }
}

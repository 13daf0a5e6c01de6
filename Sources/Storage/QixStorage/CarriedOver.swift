package import QixKernel

/// A module with rows that a restore must not set back, such as that a right has ended: a backup from before that would
/// bring the right to life again.
package protocol CarryingOver: Module {
  /// Writes into a backup that is about to take a database's place what must stay as it is in that database.
  ///
  /// The backup has the schema of now; the former database may have an older or a newer one, without its tables or
  /// with others, and may come from another installation.
  /// - Returns: how many rows of the backup were changed or added.
  static func carryOver(from former: Connection, into backup: Connection) throws -> Int64
  /// Advice on what to check where there was nothing to carry over from: one sentence or two.
  static var adviceWithoutFormer: String { get }
}

/// The outcome for the rows that a restore must not set back.
package struct CarriedOver: Sendable {
  package var rows: Int64 = 0
  /// Advice on what to check, since it could not be carried over.
  package var advice: [String] = []

  package init() {}
}

extension Registry {
  // Disabled modules too: their rows are there all the same.
  private var carrying: [any CarryingOver.Type] { catalogue.compactMap { $0 as? any CarryingOver.Type } }

  /// Lets each module carry over what it must, in one transaction of the backup, with an entry in its audit log. Rows
  /// that a former database can no longer give don't keep it from being replaced.
  /// - Parameter former: a connection outside any transaction, with no other writer.
  package func carryOver(from former: any EngineConnection, into backup: Database) throws -> CarriedOver {
    let former = Connection(former, SystemClock())
    return try backup.write(Change("upkeep.carry-over")) { connection, change in
      var carried = CarriedOver()
      var subjects: [String] = []
      for module in carrying {
        do {
          let rows = try connection.savepoint { try module.carryOver(from: former, into: connection) }
          carried.rows += rows
          if rows > 0 { subjects.append("\(module.id) \(rows)") }
        } catch {
          // If the backup itself is at fault, nothing more is written into it.
          try connection.requireTransaction()
          carried.advice.append(module.adviceWithoutFormer)
        }
      }
      change.subject = subjects.joined(separator: ", ")
      return carried
    }
  }

  /// Advice on what to check after a restore without a readable former database.
  package var adviceWithoutFormer: [String] { carrying.map { $0.adviceWithoutFormer } }
}

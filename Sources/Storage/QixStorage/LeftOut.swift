package import QixKernel

/// A module with tables whose rows stay out of backups unless they are asked for, because a backup goes to places where
/// they should not be. What restores such a backup keeps the rows that are there.
package protocol BackupOmitting: Module {
  static var tablesLeftOutOfBackups: [String] { get }
  /// Returns advice after a backup without them: one or two sentences; nil where there are no such rows.
  static func adviceAfterBackup(of database: Database) throws -> Sentence?
}

/// A module that holds on to something outside of the database that goes by its content.
package protocol RestoreFollowing: Module {
  /// Called when a backup has taken the place of the database.
  /// - Parameter database: with the new content, over a connection of its own.
  /// - Returns: advice after the restore; nil where nothing was to be done.
  static func followRestore(of database: Database, in context: Context) throws -> Sentence?
}

extension Registry {
  /// The tables of all modules, disabled ones too: their rows are there all the same.
  package var tablesLeftOutOfBackups: [String] {
    catalogue.flatMap { ($0 as? any BackupOmitting.Type)?.tablesLeftOutOfBackups ?? [] }
  }
}

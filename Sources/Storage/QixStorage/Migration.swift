internal import QixCrypto
package import QixKernel

/// A step of a module's schema: a name for ever, and literal SQL that is never edited once shipped.
package struct Migration: Sendable {
  /// Unique in its module; the order is that of the module's list, not of the names.
  package let name: String
  /// UTF-8.
  let script: [UInt8]
  let lanes: SchemaMark.Lanes

  package init(_ name: String, sql: [UInt8]) {
    self.name = name
    script = sql
    lanes = sql.withUnsafeBytes { SchemaMark.Lanes($0) }
  }

  package var sql: String { String(decoding: script, as: UTF8.self) }

  /// SHA-256 of the SQL: what the ledger of migrations holds, so that an edited one is noticed.
  package var digest: [UInt8] {
    var hasher = SHA256()
    hasher.update(script)
    return hasher.finish()
  }
}

/// A module with tables of its own. Their names begin with the module's id and an underscore.
package protocol Migrating: Module {
  /// In the order in which they are applied; only ever appended to.
  static var migrations: [Migration] { get }
}

extension Migrating {
  package static var migratingPart: (any ModulePart)? { MigratingPart(module: Self.self) }
}

/// A module with migrations, as `Module` knows it.
struct MigratingPart: ModulePart {
  let module: any Migrating.Type
}

/// The platform's own tables: the ledger of migrations, the audit log, the settings, the batches.
package enum StorageModule: Migrating {
  package static let id = "qix"
  package static let summary =
    "Keeps the ledger of migrations, the audit log, the settings, the time of limits and the batches."
  package static let migrations = [
    Migration("v1_create_audit", sql: PackageResources.v1_create_audit_sql),
    Migration("v2_create_settings", sql: PackageResources.v2_create_settings_sql),
    Migration("v3_remember_who_set", sql: PackageResources.v3_remember_who_set_sql),
    Migration("v4_create_steady_clock", sql: PackageResources.v4_create_steady_clock_sql),
    Migration("v5_seal_facts", sql: PackageResources.v5_seal_facts_sql),
    Migration("v6_create_batches", sql: PackageResources.v6_create_batches_sql),
    Migration("v7_create_events", sql: PackageResources.v7_create_events_sql),
    Migration("v8_share_batches", sql: PackageResources.v8_share_batches_sql),
    Migration("v9_count_refused_lines", sql: PackageResources.v9_count_refused_lines_sql),
    Migration("v10_complete_meanings", sql: PackageResources.v10_complete_meanings_sql),
    Migration("v11_keep_setting_history", sql: PackageResources.v11_keep_setting_history_sql),
    Migration("v12_find_subjects", sql: PackageResources.v12_find_subjects_sql),
  ]
}

import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vault

/// Something that somebody who can write to the database, but has no key, does to it.
///
/// Before it there are smtp/ada (version 2, once `first`, now `second`), smtp/bob and push/eve; tables `then_*` hold
/// the vault's rows from before smtp/ada's version 2, and a second slot has been added since.
struct Attack: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether reading smtp/ada must find it; `verify` must find all.
  let isFoundOnReading: Bool
  let script: String

  var testDescription: String { name }

  private static func item(_ account: String) -> String { "(SELECT item FROM ids WHERE account = '\(account)')" }
  private static func name(_ account: String) -> String { "(SELECT name FROM ids WHERE account = '\(account)')" }

  private static func swap(_ table: String, _ column: String, _ a: String, _ b: String) -> String {
    """
    CREATE TABLE swapped AS SELECT \(column) AS value, 1 AS side FROM \(table) WHERE \(a)
      UNION ALL SELECT \(column), 2 FROM \(table) WHERE \(b);
    UPDATE \(table) SET \(column) = (SELECT value FROM swapped WHERE side = 2) WHERE \(a);
    UPDATE \(table) SET \(column) = (SELECT value FROM swapped WHERE side = 1) WHERE \(b);
    """
  }

  private static func found(_ name: String, _ script: String) -> Attack {
    Attack(name: name, isFoundOnReading: true, script: script)
  }

  private static func elsewhere(_ name: String, _ script: String) -> Attack {
    Attack(name: name, isFoundOnReading: false, script: script)
  }

  private static let ada = "item = \(item("ada"))"
  private static let current = "\(ada) AND version = 2"

  static let all: [Attack] = [
    found("secrets swapped", swap("vault_versions", "box", current, "item = \(item("bob"))")),
    found("keys swapped", swap("vault_versions", "key", current, "item = \(item("bob"))")),
    found(
      "secret and key swapped",
      swap("vault_versions", "box", current, "item = \(item("bob"))")
        + "DROP TABLE swapped;" + swap("vault_versions", "key", current, "item = \(item("bob"))")),
    found("versions mixed", swap("vault_versions", "box", current, "\(ada) AND version = 1")),
    found(
      "version set back", "UPDATE vault_items SET version = 1 WHERE id = \(item("ada"));"),
    found(
      "item set back whole, its rows as they were",
      """
      DELETE FROM vault_versions WHERE \(current);
      UPDATE vault_items SET (version, names, history, updated_at) =
        (SELECT version, names, history, updated_at FROM then_vault_items t WHERE t.id = vault_items.id)
        WHERE id = \(item("ada"));
      """),
    found(
      "item set back whole, its entry too",
      """
      DELETE FROM vault_versions WHERE \(current);
      UPDATE vault_items SET (version, names, history, updated_at) =
        (SELECT version, names, history, updated_at FROM then_vault_items t WHERE t.id = vault_items.id)
        WHERE id = \(item("ada"));
      UPDATE vault_entries SET digest = (SELECT digest FROM then_vault_entries t WHERE t.name = vault_entries.name)
        WHERE item = \(item("ada"));
      """),
    found("class changed", "UPDATE vault_items SET class = 3 WHERE id = \(item("ada"));"),
    found("names swapped", swap("vault_items", "names", "id = \(item("ada"))", "id = \(item("bob"))")),
    found("time changed", "UPDATE vault_items SET updated_at = updated_at + 1 WHERE id = \(item("ada"));"),
    found("time of the version changed", "UPDATE vault_versions SET created_at = 1 WHERE \(current);"),
    found("history cut", "UPDATE vault_items SET history = substr(history, 41) WHERE id = \(item("ada"));"),
    found("index: digest changed", "UPDATE vault_entries SET digest = zeroblob(32) WHERE \(ada);"),
    found("index: entry removed", "DELETE FROM vault_entries WHERE \(ada);"),
    found(
      "index: two names exchanged",
      """
      CREATE TABLE held AS SELECT * FROM vault_entries WHERE item IN (\(item("ada")), \(item("bob")));
      DELETE FROM vault_entries WHERE item IN (\(item("ada")), \(item("bob")));
      INSERT INTO vault_entries SELECT \(name("bob")), item, digest FROM held WHERE \(ada);
      INSERT INTO vault_entries SELECT \(name("ada")), item, digest FROM held WHERE item = \(item("bob"));
      """),
    found(
      "item removed",
      """
      DELETE FROM vault_entries WHERE \(ada); DELETE FROM vault_versions WHERE \(ada);
      DELETE FROM vault_items WHERE id = \(item("ada"));
      """),
    elsewhere(
      "another item removed",
      """
      DELETE FROM vault_entries WHERE item = \(item("bob")); DELETE FROM vault_versions WHERE item = \(item("bob"));
      DELETE FROM vault_items WHERE id = \(item("bob"));
      """),
    elsewhere(
      "item duplicated",
      """
      INSERT INTO vault_items SELECT randomblob(16), class, version, names, history, created_at, updated_at
        FROM vault_items WHERE id = \(item("ada"));
      """),
    elsewhere(
      "item duplicated under another name",
      """
      INSERT INTO vault_items SELECT zeroblob(16), class, version, names, history, created_at, updated_at
        FROM vault_items WHERE id = \(item("ada"));
      INSERT INTO vault_entries SELECT zeroblob(32), zeroblob(16), digest FROM vault_entries WHERE \(ada);
      """),
    elsewhere(
      "version added",
      "INSERT INTO vault_versions SELECT item, 9, key, box, created_at FROM vault_versions WHERE \(current);"),
    found("versions removed", "DELETE FROM vault_versions WHERE \(ada);"),
    elsewhere("old version removed", "DELETE FROM vault_versions WHERE \(ada) AND version = 1;"),
    found("manifest: count changed", "UPDATE vault_manifest SET counter = counter + 1;"),
    found("manifest: number of items changed", "UPDATE vault_manifest SET items = items - 1;"),
    found("manifest: a bucket changed", "UPDATE vault_manifest SET buckets = zeroblob(8192);"),
    found("manifest removed", "DELETE FROM vault_manifest;"),
    found(
      "manifest set back",
      "DELETE FROM vault_manifest; INSERT INTO vault_manifest SELECT * FROM then_vault_manifest;"),
    found(
      "manifest and items set back, the slots not",
      """
      DELETE FROM vault_manifest; INSERT INTO vault_manifest SELECT * FROM then_vault_manifest;
      DELETE FROM vault_entries; DELETE FROM vault_versions; DELETE FROM vault_items;
      INSERT INTO vault_items SELECT * FROM then_vault_items;
      INSERT INTO vault_versions SELECT * FROM then_vault_versions;
      INSERT INTO vault_entries SELECT * FROM then_vault_entries;
      """),
    found(
      "header and slots set back",
      """
      DELETE FROM vault_slots; INSERT INTO vault_slots SELECT * FROM then_vault_slots;
      DELETE FROM vault_header; INSERT INTO vault_header SELECT * FROM then_vault_header;
      """),
    found("header: commitment changed", "UPDATE vault_header SET commitment = zeroblob(32);"),
    found("header: time changed", "UPDATE vault_header SET created_at = created_at - 1;"),
    found("header: its authentication changed", "UPDATE vault_header SET mac = zeroblob(32);"),
    found("slot removed", "DELETE FROM vault_slots WHERE slot = 2;"),
    found(
      "slot added",
      """
      INSERT INTO vault_slots SELECT 3, kind, passes, memory, salt, zeroblob(32), box, proof_key, proof, created_at
        FROM vault_slots WHERE slot = 1;
      """),
    found("slot: kind changed", "UPDATE vault_slots SET kind = 2 WHERE slot = 2;"),
    found("slot: parameters lowered", "UPDATE vault_slots SET memory = 8192, passes = 1 WHERE slot = 2;"),
    found("slot: parameters set", "UPDATE vault_slots SET memory = 67108864, passes = 3 WHERE slot = 1;"),
    found("slot: its proof changed", "UPDATE vault_slots SET proof = zeroblob(32) WHERE slot = 1;"),
    found("slot: another's proof changed", "UPDATE vault_slots SET proof = zeroblob(32) WHERE slot = 2;"),
    found("slot: the key of its proof changed", "UPDATE vault_slots SET proof_key = zeroblob(72) WHERE slot = 2;"),
    found("slots: proofs swapped", swap("vault_slots", "proof", "slot = 1", "slot = 2")),
    found("slots swapped", swap("vault_slots", "box", "slot = 1", "slot = 2")),
    found("header's format of the future", "UPDATE vault_header SET format = 2;"),
  ]
}

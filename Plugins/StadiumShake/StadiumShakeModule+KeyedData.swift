package import QixShake
package import VaultContract

extension StadiumShakeModule: KeyedDataHolding {
  /// Looks for events, whose marks are made and found by a key of the vault.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let events: Int64 = try connection.fetchOne("SELECT count(*) FROM stadiumshake_events") ?? 0
    return events == 0
      ? [] : [KeyedData(events.counted("event in a stadium", "events in stadiums"), of: id, keys: [EventKeys.name])]
  }
}

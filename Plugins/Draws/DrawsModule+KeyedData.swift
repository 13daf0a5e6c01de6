package import QixModule
package import VaultContract

extension DrawsModule: KeyedDataHolding {
  /// Looks for draws and raffles whose secrets are still to be revealed.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let windows: Int64? = try connection.fetchOne("SELECT count(*) FROM draws_windows WHERE revealed_at IS NULL")
    let raffles: Int64? = try connection.fetchOne("SELECT count(*) FROM draws_raffles WHERE drawn_at IS NULL")
    var data: [KeyedData] = []
    if let windows, windows > 0 {
      let what = windows.counted("draw that isn't revealed", "draws that aren't revealed")
      data.append(KeyedData(what, of: id, keys: [DrawSecrets.Name.windows]))
    }
    if let raffles, raffles > 0 {
      let what = raffles.counted("raffle that isn't drawn", "raffles that aren't drawn")
      data.append(KeyedData(what, of: id, keys: [DrawSecrets.Name.raffles]))
    }
    return data
  }
}

internal import DrawsContract
internal import QixModule

/// A raffle and its list as JSON Lines, for docs/verify-draw.py. No entrant in it can be led back to a user.
enum RaffleExport {
  static let format = "qix-raffle/1"

  /// - Throws: `RaffleError.notFrozen` where there is no list yet.
  static func write(_ raffle: Raffle, to face: any Face, in connection: Connection) throws {
    guard let freeze = raffle.freeze else { throw RaffleError.notFrozen(raffle.terms.name) }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("format", format)
    writer.member("raffle", "\(raffle.id)")
    writer.member("name", raffle.terms.name)
    writer.member("winners", raffle.terms.winners)
    writer.member("created", "\(raffle.createdAt)")
    writer.member("frozen", "\(freeze.at)")
    writer.member("drawn", raffle.result.map { "\($0.at)" })
    writer.member("commitment", "\(raffle.commitment)")
    writer.member("beacon_name", raffle.terms.beaconName)
    writer.member("beacon", raffle.result?.beacon)
    writer.member("secret", raffle.result.map { "\($0.secret)" })
    writer.member("entrants", freeze.entrants)
    writer.member("tickets", "\(freeze.tickets)")
    writer.member("root", "\(freeze.root)")
    writer.endObject()
    writer.newLine()
    for entrant in try FrozenList.read(raffle.id, in: connection).entrants {
      writer.beginObject()
      writer.member("entrant", "\(entrant.id)")
      writer.member("tickets", "\(entrant.tickets)")
      writer.member("place", entrant.place)
      writer.endObject()
      writer.newLine()
      if writer.bytes.count > 1 << 16 { try face.write(writer.drain()) }
    }
    try face.write(writer.drain())
  }
}

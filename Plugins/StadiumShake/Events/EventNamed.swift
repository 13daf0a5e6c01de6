internal import CampaignsContract
internal import QixShake

/// What the commands about events have in common.
enum EventNamed {
  static let name = OldPositional("name", .text, "The event's name")
  static let event = OldOption("event", .text, placeholder: "EVENT", "The event's name", isRequired: true)

  /// Names of events and pieces: lower-case letters, digits, '-' and '_', 1 to 64.
  /// - Parameter what: `event`.
  /// - Throws: `StadiumShakeError.malformedName`.
  static func check(_ name: String, of what: String) throws(StadiumShakeError) {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, (1...64).contains(name.utf8.count) else { throw .malformedName(what) }
  }

  /// - Throws: `StadiumShakeError.noCampaign`.
  static func campaign(_ reference: String, _ context: Context, in connection: Connection) throws -> CampaignID {
    guard let found = try context.service(Campaigns.directory).find(reference, in: connection) else {
      throw StadiumShakeError.noCampaign(reference)
    }
    return found.id
  }
}

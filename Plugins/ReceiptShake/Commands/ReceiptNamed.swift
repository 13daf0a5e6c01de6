internal import CampaignsContract
internal import QixShake

/// The receipt that a command is about, and what several of them look up.
struct ReceiptNamed {
  @Positional("receipt", .receipt, "The receipt's rct_…, or its shake's shk_…") var id: ReceiptID

  static func campaign(_ reference: String, _ context: Context, in connection: Connection) throws -> CampaignID {
    try context.service(Campaigns.directory).required(reference, by: ReceiptShakeModule.id, in: connection).id
  }

  /// Receipts with what their campaigns are called.
  static func named(
    _ records: [ReceiptRecord], _ context: Context, in connection: Connection
  ) throws -> [ReceiptRecord.Named] {
    let campaigns = try context.service(Campaigns.directory)
    var names: [CampaignID: String] = [:]
    for id in Set(records.map(\.campaign)) { names[id] = try campaigns.find("\(id)", in: connection)?.name }
    return records.map { ($0, names[$0.campaign] ?? "\($0.campaign)") }
  }

  /// Looks at a receipt's picture; `-` is standard input.
  /// - Parameters:
  ///   - option: where it was named, for a command that tells what it says, now or later.
  ///   - lens: of a command that looks at many pictures, whose worker loads its models once.
  static func sight(
    of path: String, toldBy option: String?, _ context: Context, lens: Lens? = nil
  ) throws -> Sight {
    let file = try LensFile.given(
      path, most: ReceiptLook.limits.fileBytes, toldBy: option, in: context.face)
    return try Sight(of: file, by: ReceiptLook.name, lens: lens ?? context.lens)
  }
}

extension ValueType where Value == ReceiptID {
  /// A receipt by its own id, or by that of its shake, whose letters it has: shakes are what users and lists name.
  static var receipt: ValueType {
    ValueType(placeholder: "RECEIPT") { text throws(ValueError) in
      if let id = ReceiptID(text) { return id }
      if let shake = ShakeID(text) { return ReceiptID(of: shake) }
      throw ValueError("the identifier must be 'rct_', or 'shk_' for its shake, and 26 letters and digits")
    }.takingShort(IdentifierKind(ReceiptID.self), IdentifierKind(ShakeID.self))
  }
}

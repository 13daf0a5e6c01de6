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

  /// Looks at a receipt's picture, or at several of its parts; `-` is standard input.
  /// - Parameters:
  ///   - option: where they were named, for a command that tells what they say, now or later.
  ///   - lens: of a command that looks at many pictures, whose worker loads its models once.
  /// - Throws: `receiptshake.too-many-parts`, `InputError`, `ContentWithheld`, `LensError`.
  static func sight(
    of paths: [String], toldBy option: String?, _ context: Context, lens: Lens? = nil
  ) throws -> Sight {
    guard paths.count <= JoinedParts.most else {
      throw Failure(
        "receiptshake.too-many-parts", .usage, "a receipt may have \(JoinedParts.most) pictures, not \(paths.count)",
        hint: "Take pictures that show more of it.")
    }
    let files = try paths.map {
      try LensFile.given($0, most: ReceiptLook.limits.fileBytes, toldBy: option, in: context.face)
    }
    return try Sight(of: files, by: ReceiptLook.name, lens: lens ?? context.lens)
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

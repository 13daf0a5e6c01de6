internal import CampaignsContract
internal import IdentityContract
internal import QixShake

/// What several commands about receipts take and look up.
enum ReceiptNamed {
  static let receipt = OldPositional("receipt", .identifier(ReceiptID.self), "The rct_… meant")
  static let image = OldOption(
    "image", .file, "A picture of the whole receipt: JPEG, PNG, WebP, HEIC or PDF; - is standard input")

  static func user(_ reference: String, _ context: Context, in connection: Connection) throws -> UserID {
    guard let user = try context.service(Users.directory).find(reference, in: connection) else {
      throw UserError.notFound(reference)
    }
    return user
  }

  static func campaign(_ reference: String, _ context: Context, in connection: Connection) throws -> CampaignID {
    guard let found = try context.service(Campaigns.directory).find(reference, in: connection) else {
      throw ReceiptShakeError.noCampaign(reference)
    }
    return found.id
  }

  /// What campaigns are called.
  static func names(
    of records: some Sequence<ReceiptRecord>, _ context: Context, in connection: Connection
  ) throws -> [CampaignID: String] {
    let campaigns = try context.service(Campaigns.directory)
    var names: [CampaignID: String] = [:]
    for record in records where names[record.campaign] == nil {
      names[record.campaign] = try campaigns.find("\(record.campaign)", in: connection)?.name
    }
    return names
  }

  /// Looks at a receipt's picture; `-` is standard input.
  /// - Parameters:
  ///   - option: where it was named, for a command that tells what it says, now or later.
  ///   - lens: of whoever looks at many, whose worker loads its models once.
  static func sight(
    of path: String, toldBy option: String?, _ context: Context, lens: Lens? = nil
  ) throws -> Sight {
    let file = try LensFile.given(
      path, most: ReceiptLook.limits.fileBytes, toldBy: option, in: context.terminal)
    return try Sight(of: file, by: ReceiptLook.name, lens: lens ?? context.lens)
  }
}

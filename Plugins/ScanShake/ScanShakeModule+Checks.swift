internal import CampaignsContract
internal import QixGS1
package import QixShake

/// `qix db check` and `qix db restore` ask whether the numbers of products are numbers of products.
extension ScanShakeModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (products, faults) = try database.read { connection in
      (
        try connection.fetchOne("SELECT count(*) FROM scanshake_products") ?? 0 as Int64,
        try connection.faults(by: [gtins])
      )
    }
    return [.summary("products", of: faults, whole: "\(products) have the right check digit")]
  }

  private static let gtins = DataRule("SELECT gtin FROM scanshake_products ORDER BY gtin") { row in
    (try? GTIN(row["gtin"] as String)) == nil ? "a product's number is not a GTIN" : nil
  }
}

extension ScanShakeModule: DoctorChecking {
  /// Campaigns in which nothing can be scanned.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let isInVain = try database.read { connection in
      try !Product.areThere(in: connection)
        && context.service(Campaigns.directory).running(in: connection).contains { campaign in
          campaign.types.contains { $0.type == ScanShake.name }
        }
    }
    guard isInVain else { return [] }
    return [
      .warning(
        "products", "a running campaign takes scans, but the catalogue is empty",
        remedy: "Add products with `qix product import FILE` or `qix product add`.")
    ]
  }
}

extension ScanShakeModule: LibraryUsing {
  package static let libraries = ["libqix-picture", "libqix-pdf", "libqix-scan"]

  package static func usesLibraries(_ context: Context, in connection: Connection) throws -> Bool {
    try context.service(Campaigns.directory).running(in: connection).contains { campaign in
      campaign.types.contains { $0.type == ScanShake.name }
    }
  }
}

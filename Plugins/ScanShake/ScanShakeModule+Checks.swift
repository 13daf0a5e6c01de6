internal import CampaignsContract
internal import QixGS1
package import QixShake

/// `qix db check` and `qix db restore` ask whether the numbers of products are numbers of products.
extension ScanShakeModule: DataChecking {
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (products, faulty) = try database.read { connection in
      var counts: (products: Int, faulty: Int) = (0, 0)
      try connection.forEach("SELECT gtin FROM scanshake_products") { row in
        counts.products += 1
        if (try? GTIN(row["gtin"] as String)) == nil { counts.faulty += 1 }
      }
      return counts
    }
    guard faulty == 0 else {
      return [
        .fault(
          "products", "\(faulty) of \(products) have a number that is no GTIN",
          remedy: Finding.restore)
      ]
    }
    return [.ok("products", "\(products) have numbers with the right check digit")]
  }
}

extension ScanShakeModule: DoctorChecking {
  /// Campaigns in which nothing can be scanned.
  package static func examine(in context: Context) throws -> [Finding] {
    guard let database = try context.migratedReader() else { return [] }
    let isInVain = try database.read { connection in
      try !Product.areThere(in: connection)
        && context.service(Campaigns.directory).running(in: connection).contains { campaign in
          campaign.types.contains { $0.type == ScanShake.name }
        }
    }
    guard isInVain else { return [] }
    return [
      .warning(
        "products", "a running campaign takes scans, and the catalogue is empty",
        remedy: "Bring products with `qix product import FILE` or `qix product add`.")
    ]
  }
}

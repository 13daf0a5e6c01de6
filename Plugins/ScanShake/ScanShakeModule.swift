package import QixShake

/// The Scan shake: coins for a product's barcode.
package enum ScanShakeModule: Migrating, CommandProviding, ShakeProviding, LensProviding {
  package static let id = "scanshake"
  package static let summary =
    "The Scan shake: coins for photos of product barcodes, and the product catalogue."
  package static let requires = ["shakes"]

  package static let migrations = [
    Migration("v1_create_scanshake", sql: PackageResources.v1_create_scanshake_sql),
    Migration("v2_create_serials", sql: PackageResources.v2_create_serials_sql),
  ]

  package static let shakeTypes: [any ShakeType.Type] = [ScanShake.self]
  package static let lensOperations: [any LensOperation.Type] = [BarcodesOperation.self]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "product", "Manage the products that count when scanned.",
          [
            .command(ImportProducts.self), .command(AddProduct.self), .command(ShowProduct.self),
            .command(ListProducts.self), .command(FindProduct.self), .command(RemoveProduct.self),
            .group(
              CommandGroup(
                "prefix", "Manage the first digits of brands' GTINs.",
                [.command(SetPrefix.self), .command(ListPrefixes.self), .command(RemovePrefix.self)])),
            .group(
              CommandGroup(
                "serial", "Manage serial numbers printed on products.", [.command(ImportSerials.self)])),
          ])),
      .group(
        CommandGroup(
          "scan", "Read barcodes, and look into scans.",
          [
            .command(PreviewScan.self), .command(ReadPictures.self), .command(ListScans.self), .command(ShowScan.self),
            .command(ReviewScan.self),
          ])),
      .group(CommandGroup("shake", "Shake, and see the result.", [.command(ShakeScan.self)])),
    ]
  }
}

package import QixModule
internal import VaultContract
internal import VouchersContract

/// Vouchers: unguessable codes that are worth something at the till.
package enum VouchersModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "vouchers"
  package static let summary = "Vouchers: unguessable codes that are worth something at the till."
  package static let requires = ["identity", "vault"]

  package static let migrations = [
    Migration("v1_create_vouchers", sql: PackageResources.v1_create_vouchers_sql),
    Migration("v2_keep_the_rest", sql: PackageResources.v2_keep_the_rest_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "voucher", "Make vouchers, hand them out, use them at the till.",
          [
            .command(GenerateVouchers.self), .command(ImportVouchers.self), .command(ExportVouchers.self),
            .command(ListVouchers.self), .command(ShowVoucher.self), .command(DrawBarcode.self),
            .command(CheckVoucher.self),
            .command(UseVoucher.self), .command(RestoreUse.self), .command(VoidVouchers.self),
            .command(PrintKey.self), .command(VerifySigned.self),
          ]))
    ]
  }

  package static var settings: [any DeclaredSetting] { Misses.ofVouchers.settings }

  package static func provide(to services: inout Services) {
    services.register(Vouchers.book) { VoucherStock(store: try $0.service(Secrets.store), random: $0.random) }
    services.register(Vouchers.catalogue) { _ in SeriesCatalogue() }
  }
}

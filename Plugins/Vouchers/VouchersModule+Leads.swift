package import QixModule

extension VouchersModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "voucher create": "voucher generate",
      "voucher new": "voucher generate",
      "voucher delete": "voucher void",
      "voucher remove": "voucher void",
      "voucher cancel": "voucher void",
      "voucher redeem": "voucher use",
      "voucher undo": "voucher restore",
      "coupon": "voucher",
      "code": "voucher",
    ]
  }
}

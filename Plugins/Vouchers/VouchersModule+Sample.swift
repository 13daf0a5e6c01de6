package import QixModule

extension VouchersModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "voucher generate coffee --count 600 --title 'Two euros off coffee' --value '2.00 EUR'"
    ]
  }
}

package import QixModule

extension ReferralsModule: SampleProviding {
  package static var sample: [SampleStep] {
    [
      "referral create friends --referrer 100 --referee 50",
      "referral code shop-4711",
    ]
  }
}

package import QixModule

extension ReferralsModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "referral add": "referral create",
      "referral use": "referral claim",
      "referral stop": "referral end",
      "referral delete": "referral end",
      "referral cancel": "referral revoke",
    ]
  }
}

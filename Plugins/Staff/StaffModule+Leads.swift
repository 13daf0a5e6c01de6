package import QixModule

extension StaffModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "staff login": "staff sign-in",
      "staff logout": "staff sign-out",
      "login": "staff sign-in",
      "logout": "staff sign-out",
    ]
  }
}

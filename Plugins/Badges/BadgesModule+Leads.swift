package import QixModule

extension BadgesModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "badge give": "badge award",
      "badge grant": "badge award",
      "badge take": "badge revoke",
      "badge delete": "badge retire",
      "badge remove": "badge retire",
      "badge add": "badge create",
    ]
  }
}

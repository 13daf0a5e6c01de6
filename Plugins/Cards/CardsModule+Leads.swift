package import QixModule

extension CardsModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "card add": "card create",
      "card new": "card create",
      "card edit": "card set",
      "card change": "card set",
      "card update": "card set",
      "card delete": "card remove",
      "card unpublish": "card publish",
    ]
  }
}

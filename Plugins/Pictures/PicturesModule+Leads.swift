package import QixModule

extension PicturesModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "picture create": "picture add",
      "picture new": "picture add",
      "picture upload": "picture add",
      "picture replace": "picture add",
      "picture delete": "picture remove",
    ]
  }
}

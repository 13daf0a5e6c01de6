package import QixModule

extension DirectivesModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "directive create": "directive add",
      "directive delete": "directive remove",
    ]
  }
}

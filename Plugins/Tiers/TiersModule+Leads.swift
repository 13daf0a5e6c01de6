package import QixModule

extension TiersModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "tier add": "tier create",
      "tier new": "tier create",
      "tier delete": "tier remove",
      "tier edit": "tier set",
      "tier update": "tier set",
      "tier show": "tier of",
      "level": "tier",
      "status": "tier",
    ]
  }
}

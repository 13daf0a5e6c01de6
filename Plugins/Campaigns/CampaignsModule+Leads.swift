package import QixModule

extension CampaignsModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "campaign stop": "campaign pause",
      "campaign remove": "campaign delete",
      "campaign cancel": "campaign end",
      "campaign close": "campaign end",
      "campaign suspend": "campaign pause",
      "campaign resume": "campaign start",
      "campaign publish": "campaign start",
      "campaign edit": "campaign rules",
      "campaign change": "campaign rules",
      "campaign prolong": "campaign schedule",
      "campaign add": "campaign create",
      "campaign new": "campaign create",
      "campaign stats": "campaign report",
      "segment add": "segment import",
      "segment delete": "segment remove",
      "segment new": "segment create",
    ]
  }
}

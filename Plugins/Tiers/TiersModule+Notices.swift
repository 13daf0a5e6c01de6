package import NoticesContract
internal import QixModule

/// Users may be told that they reached a tier.
extension TiersModule: NoticeSource {
  package static let noticeKinds = [
    NoticeKind(
      "tier-reached", .keyed("tiers.notices", "tiers that you reach"), on: ["tier.reached"]
    ) { matter, reading in
      let tier = try TierStore(reading.connection).all().first { $0.id == matter.subject() }
      guard let title = tier?.said(in: reading.language).title else { return nil }
      return .keyed("tiers.notice", "you have reached the tier \(title)")
    }
  ]
}

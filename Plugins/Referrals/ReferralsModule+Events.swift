package import QixModule

/// What becomes of referrals: told to who has brought somebody, and to who was brought.
extension ReferralsModule: EventSource {
  package static let eventTypes = [
    EventType("referral.claimed", "A new user has claimed a referral.", told),
    EventType("referral.proved", "A referred user was verified.", told),
    EventType("referral.paid", "A referral was paid.", told),
    EventType("referral.refused", "A referral doesn't count.", told),
    EventType("referral.revoked", "A referral was taken back.", told),
  ]

  private static let told: [Field<(name: String, title: String)>] = [
    Field("programme", .text) { $0.name },
    Field("title", .text) { $0.title },
  ]

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try connection.fetchOne("SELECT name, title FROM referrals_programmes WHERE programme = \(Int64(event.low))") {
      EventDetails(told, of: (name: $0["name"], title: $0["title"]))
    }
  }
}

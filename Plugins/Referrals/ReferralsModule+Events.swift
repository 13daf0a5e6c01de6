package import QixModule

/// What becomes of referrals: told to who has brought somebody, and to who was brought.
extension ReferralsModule: EventSource {
  package static let eventTypes = [
    EventType("referral.claimed", "A new user has claimed a referral.", members),
    EventType("referral.proved", "A referred user was verified.", members),
    EventType("referral.paid", "A referral was paid.", members),
    EventType("referral.refused", "A referral doesn't count.", members),
    EventType("referral.revoked", "A referral was taken back.", members),
  ]

  private static let members = "programme text, title text"

  package static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    try connection.fetchOne("SELECT name, title FROM referrals_programmes WHERE programme = \(Int64(event.low))") {
      EventDetails([
        CellMember("programme", .text($0["name"] as String)), CellMember("title", .text($0["title"] as String)),
      ])
    }
  }
}

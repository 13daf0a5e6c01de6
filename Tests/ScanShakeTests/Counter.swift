import QixCrypto
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting

@testable import ScanShake

/// Where scans are looked at without a picture: what the lens would have seen is made up.
struct Counter {
  static let user = UserID(high: 1, low: 1), other = UserID(high: 2, low: 2)
  static let campaign = CampaignID(high: 3, low: 3), otherCampaign = CampaignID(high: 4, low: 4)

  let home: TestHome
  let database: Database
  let type: ScanShake

  init(_ home: TestHome, _ settings: JSONObject = [:]) throws {
    self.home = home
    database = home.unchecked
    var faults: [(name: String, problem: String)] = []
    type = ScanShake(ShakeSettings(settings, for: ScanShake.settings, faults: &faults))
    precondition(faults.isEmpty, "\(faults)")
    for (gtin, name) in [("4006381333931", "Highlighter"), ("96385074", "Gum")] {
      _ = try home.done("product add \(gtin) --name \(name) --brand Acme --category pens --coins 7")
    }
  }

  /// A sight of codes; the number makes another file of it.
  static func sight(
    _ codes: [(symbology: String, text: String, isGS1: Bool)], file: UInt8 = 1, screen: Double = 0
  ) -> Sight {
    var reading = JSONObject()
    reading["codes"] = .array(
      codes.map { code in
        [
          "symbology": .string(code.symbology), "text": .string(code.text), "gs1": .bool(code.isGS1), "evidence": 9,
          "corners": [0, 0, 9, 0, 9, 9, 0, 9],
        ]
      })
    reading["width"] = 640
    reading["height"] = 480
    reading["screen"] = .double(screen)
    reading["passes"] = 1
    reading["milliseconds"] = 1.5
    let digest = Hash256([UInt8](repeating: file, count: 32))
    return Sight(operation: "barcodes", digest: digest ?? Hash256(), bytes: 1_000, reading: reading)
  }

  static func ean(_ text: String, file: UInt8 = 1, screen: Double = 0) -> Sight {
    sight([("ean-13", text, false)], file: file, screen: screen)
  }

  /// `accepted`, or the refusal's code.
  func word(
    _ sight: Sight? = nil, code: String? = nil, by user: UserID = Self.user, in campaign: CampaignID = Self.campaign,
    place: String? = nil
  ) throws -> String {
    switch try verdict(sight, code: code, by: user, in: campaign, place: place) {
    case .accepted: "accepted"
    case .refused(let refusal): refusal.code
    case .needsMore(let step): step.name
    case .waits(_, let notice): notice.code
    }
  }

  func verdict(
    _ sight: Sight? = nil, code: String? = nil, by user: UserID = Self.user, in campaign: CampaignID = Self.campaign,
    place: String? = nil
  ) throws -> Verdict {
    home.clock.advance(byMicroseconds: 1_000)
    var ids = IdentifierGenerator(random: home.random)
    let now = home.clock.now()
    let shake: ShakeID = ids.next(at: now)
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    let attempt = Attempt(
      shake: shake, user: user, campaign: campaign, at: now, context: ShakeContext(place: place),
      evidence: Evidence(evidence), sights: sight.map { ["image": $0] } ?? [:])
    return try database.write(Change("test.scan")) { connection, _ in
      try connection.savepoint { try type.verify(attempt, in: connection) }
    }
  }
}

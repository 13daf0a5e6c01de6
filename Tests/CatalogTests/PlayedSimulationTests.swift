import Foundation
import QixCatalog
import QixFormats
import QixKernel
import QixOCR
import QixReceipts
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Campaigns that are simulated, and then played for real. Users, times and things are drawn alike, so the means of what
/// comes of it are alike, too.
///
/// `QIX_SEED` draws other campaigns. With `QIX_LONG=1` there are 20 of 2,000 users, else 4 of 200.
@Suite struct PlayedSimulationTests {
  private static let users = LongForm.isAsked ? 2_000 : 200
  private static let shakesPerUser = 4
  private static let campaigns = LongForm.isAsked ? 20 : 4
  /// Simulations of one campaign, whose results tell how far one lies from the next.
  private static let simulations = 20
  /// Standard deviations within which 99.9 % of a normal distribution lie.
  private static let reach = 3.291

  @Test func meansAreThoseOfRealShakes() throws {
    // The same seed each time, as long as none is asked for: one in a thousand intervals is missed by chance.
    let isAsked = ProcessInfo.processInfo.environment["QIX_SEED"] != nil
    var generator = isAsked ? SeededGenerator(Seed(for: "meansAreThoseOfRealShakes")) : SeededGenerator(seed: 7)
    try TestHome.initialised(vault: true) { home in
      var home = home
      home.modules += [ShownShakesModule.self]
      let field = try PlayingField(home, users: Self.users)
      for number in 0..<Self.campaigns {
        let campaign = try PlayedCampaign(number, on: field, &generator)
        let simulated = try (0..<Self.simulations).map { _ in
          try campaign.simulate(
            users: Self.users, shakes: Self.shakesPerUser, seed: generator.next() >> 1)
        }
        let played = try campaign.play(users: Self.users, shakes: Self.shakesPerUser, &generator)
        for (measure, name) in zip(0..<3, ["accepted", "wins", "coins"]) {
          let expected = Spread(simulated.map { $0[measure] })
          let real = Spread(played.map { $0[measure] })
          // Of a mean of the users who were played, and of the mean of all simulations.
          let variance = max(real.variance / Double(Self.users), expected.variance)
          let room = Self.reach * (variance + expected.variance / Double(Self.simulations)).squareRoot() + 1e-9
          #expect(
            abs(real.mean - expected.mean) <= room,
            "\(name) per user: \(real.mean), simulated \(expected.mean) ± \(room); \(campaign.description.text())")
        }
      }
    }
  }
}

/// The mean of numbers, and their variance.
private struct Spread {
  let mean: Double
  let variance: Double

  init(_ numbers: [Double]) {
    let mean = numbers.reduce(0, +) / Double(numbers.count)
    variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, numbers.count - 1))
    self.mean = mean
  }
}

/// A home with users, products, a text with questions, a video, and vouchers to win.
private struct PlayingField {
  static let products = 6
  static let questions = 3

  let home: TestHome
  /// Their identifiers.
  let users: [String]

  init(_ home: TestHome, users count: Int) throws {
    self.home = home
    users = try (0..<count).map { user in
      String(try home.done("user create --external-id player-\(user) --quiet").prefix { $0 != "\n" })
    }
    try home.done("video add teaser --length PT4S")
    let vouchers = try home.qix([
      "voucher", "generate", "coffee", "--on-demand", "--title", "A coffee", "--value", "2.00 EUR",
    ])
    try #require(vouchers.exitCode == 0, "\(vouchers.errors)")
    for product in 1...Self.products {
      try home.done("product add \(Self.gtin(product)) --name P\(product) --coins \(product)")
    }
    try home.done("read text add sky --file - --title Sky", input: "The sky is blue.\n")
    let questions = (1...Self.questions).map { "::q\($0)::The sky is blue, as part \($0) says.{TRUE}\n\n" }
    try home.done("read questions import sky --file - --format gift", input: questions.joined())
  }

  /// Returns the number of the last show of a stadium; 0 without any.
  func shows() throws -> Int64 {
    try home.unchecked.read { try $0.fetchOne("SELECT coalesce(max(event), 0) FROM stadiumshake_events") } ?? 0
  }

  /// A number of thirteen digits, the last of which checks the others (GS1 General Specifications, 7.9).
  static func gtin(_ product: Int) -> String {
    let digits = Array("40063810000\(product)".utf8).map { Int($0) - 48 }
    let sum = digits.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits.map(String.init).joined() + "\((10 - sum % 10) % 10)"
  }
}

/// A campaign that was drawn.
private struct PlayedCampaign {
  private enum Kind { case scan, tv, read, video, stadium, receipt }

  /// What campaigns ask for, in turn; there are as many as no kinds of award, so that each meets each.
  private static let types: [[Kind]] = [
    [.receipt, .video], [.tv], [.stadium], [.read], [.scan, .tv], [.receipt], [.video, .stadium],
  ]

  /// A shake that is to come.
  private struct Planned {
    let time: Int64
    let kind: Kind
  }

  private static let day: Int64 = 86_400_000_000
  private static let days = 10

  let description: JSONValue
  private let field: PlayingField
  private let name: String
  private let start: Timestamp
  private let kinds: [Kind]
  private let products: Int
  /// When a broadcast or a show counts, in microseconds from the start.
  private let openings: [Kind: [Range<Int64>]]
  /// The number of the first show of a stadium.
  private let firstShow: Int64
  /// `--values` of the simulation, for awards by a number that shakes show.
  private let values: String?

  init(_ number: Int, on field: PlayingField, _ generator: inout SeededGenerator) throws {
    self.field = field
    name = "played-\(number)"
    // One after the other, so that the clock never goes back.
    let now = field.home.clock.now().microseconds
    start = Timestamp(microseconds: (now / Self.day + 2) * Self.day)
    let products = Int.random(in: 2...PlayingField.products, using: &generator)
    self.products = products
    // Each kind of award in turn, with types that have what it asks for.
    let (kinds, award, values) = Self.award(number, products, &generator)
    (self.kinds, self.values) = (kinds, values)
    var shakes = JSONObject()
    var openings: [Kind: [Range<Int64>]] = [:]
    firstShow = try field.shows() + 1
    for kind in kinds {
      switch kind {
      case .scan: shakes["scan"] = Self.scan(products, award, &generator)
      case .read:
        shakes["read"] = [
          "text": "sky", "questionnaire": "sky", "reading-fraction": 0, "shuffle": "none",
        ]
      case .tv:
        let channel = "Channel\(number)"
        openings[kind] = try Self.openings(from: start, &generator) { _, time in
          try field.home.done(
            "tv schedule add --channel \(channel) --programme Show --start \(time) --length 30m --zone UTC")
        }
        shakes["tv"] = ["channels": [.string(channel)], "after": "PT5M"]
      case .video: shakes["video"] = ["video": "teaser", "once": .bool(Bool.random(using: &generator))]
      case .stadium:
        openings[kind] = try Self.openings(from: start, &generator) { day, time in
          try field.home.done("stadium event add show-\(number)-\(day) --start \(time) --length 35m --zone UTC")
        }
        shakes["stadium"] = ["once": .string(Bool.random(using: &generator) ? "slot" : "event")]
      case .receipt: shakes["receipt"] = ["currency": "EUR", "units": "receipt"]
      }
    }
    self.openings = openings
    // The day that a file names as its end is the last one.
    let end = start.advanced(byMicroseconds: Int64(Self.days - 1) * Self.day)
    var pace = JSONObject()
    if Int.random(in: 0..<3, using: &generator) == 0 { pace["cooldown"] = "PT12H" }
    description = [
      "name": .string(name), "brand": "Acme", "title": "Played", "start": .string(Self.date(start)),
      "end": .string(Self.date(end)), "time-zone": "UTC", "shakes": .object(shakes), "award": award,
      "caps": Self.caps(&generator), "pace": .object(pace),
    ]
    try field.home.done("campaign create --file -", input: description.text())
    try field.home.done("campaign fund \(name) --amount 1000000")
    try field.home.done("campaign start \(name)")
  }

  private static func date(_ time: Timestamp) -> String { String(time.description.prefix("2027-01-15".count)) }

  /// Broadcasts or shows of every other evening, in microseconds from the start.
  private static func openings(
    from start: Timestamp, _ generator: inout SeededGenerator, add: (_ day: Int64, _ time: String) throws -> Void
  ) throws -> [Range<Int64>] {
    try (0..<Int64.random(in: 2...4, using: &generator)).map { day in
      let from = 2 * day * Self.day + 20 * 3_600_000_000
      let time = start.advanced(byMicroseconds: from).description
      try add(day, String(time.prefix("2027-01-15T20:00".count)))
      return from..<from + 35 * 60_000_000
    }
  }

  private static func award(
    _ number: Int, _ products: Int, _ generator: inout SeededGenerator
  ) -> ([Kind], JSONValue, String?) {
    let types = Self.types[number % Self.types.count]
    switch number % 6 {
    case 0: return (types, ["fixed": 7], nil)
    case 1:
      let kinds: [Kind] = Bool.random(using: &generator) ? [.scan] : [.read]
      return (kinds, ["per-unit": ["coins": 2, "most": 8]], nil)
    case 2:
      let prizes: [JSONValue] = [
        ["coins": 0, "weight": 6], ["coins": 5, "weight": 3], ["coins": 40, "weight": 1],
        ["gift": "voucher:coffee", "most": .integer(Int64.random(in: 40...400, using: &generator)), "weight": 2],
      ]
      return (types, ["weighted": .array(prizes)], nil)
    case 3: return (types, ["jackpot": ["start": 20, "step": 1, "most": 60, "odds": 8]], nil)
    case 4:
      let rows: [JSONValue] = [["from": 2, "coins": 5], ["from": 4, "coins": 9]]
      return ([.scan], ["table": ["fact": "product-coins", "rows": .array(rows), "otherwise": 1]], "1-\(products)")
    default:
      let rows: [JSONValue] = (1...products).map {
        ["value": .string("P\($0)"), "coins": .integer(Int64($0 * $0))]
      }
      return ([.scan], ["table": ["fact": "product", "rows": .array(rows)]], nil)
    }
  }

  private static func scan(_ products: Int, _ award: JSONValue, _ generator: inout SeededGenerator) -> JSONValue {
    var settings = JSONObject()
    settings["typed"] = true
    settings["products"] = .array((1...products).map { .string(PlayingField.gtin($0)) })
    if award["per-unit"] != nil { settings["units"] = "coins" }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: settings["again-after"] = "P2D"
    case 1: settings["per-day"] = 1
    default: break
    }
    return .object(settings)
  }

  private static func caps(_ generator: inout SeededGenerator) -> JSONValue {
    let caps: [(String, Int64)] = [
      ("attempts-per-user", 3), ("attempts-per-user-and-day", 1), ("wins-per-user", 2), ("coins-per-user", 60),
      ("coins-per-day", 150), ("wins", 200),
    ]
    var drawn = JSONObject()
    for (name, most) in caps where Int.random(in: 0..<4, using: &generator) == 0 { drawn[name] = .integer(most) }
    return .object(drawn)
  }

  /// The means of a simulation, per user: accepted shakes, wins and coins.
  func simulate(users: Int, shakes: Int, seed: UInt64) throws -> [Double] {
    var line = "campaign simulate \(name) --users \(users) --shakes-per-user \(shakes) --seed \(seed) --json"
    if let values { line += " --values \(values)" }
    let answer = try JSONValue(parsing: field.home.done(line))
    var counts: [String: Int64] = [:]
    for row in answer["funnel"]?.array ?? [] {
      if let step = row["step"]?.string { counts[step] = row["count"]?.integer }
    }
    let found = [counts["accepted"], counts["won"], answer["coins"]?.integer]
    return try found.map { Double(try #require($0)) / Double(users) }
  }

  /// Plays it for real.
  /// - Returns: for each user the accepted shakes, the wins and the coins.
  func play(users: Int, shakes: Int, _ generator: inout SeededGenerator) throws -> [[Double]] {
    var found = [[Double]](repeating: [0, 0, 0], count: users)
    for (number, planned) in plan(users * shakes).enumerated() {
      field.home.clock.set(start.advanced(byMicroseconds: planned.time))
      let user = Int.random(in: 0..<users, using: &generator)
      let answer = try shake(field.users[user], planned.kind, number, &generator)
      switch answer["outcome"]?.string {
      case "won":
        found[user][1] += 1
        found[user][2] += Double(answer["coins"]?.integer ?? 0)
        fallthrough
      case "nothing": found[user][0] += 1
      default: try #require(answer["outcome"] == "refused", "\(answer.text())")
      }
    }
    field.home.clock.set(start.advanced(byMicroseconds: Int64(Self.days) * Self.day))
    return found
  }

  /// Shakes in their order: each type has as many, evenly over the time in which it counts.
  private func plan(_ count: Int) -> [Planned] {
    var planned: [Planned] = []
    for (index, kind) in kinds.enumerated() {
      let share = count * (index + 1) / kinds.count - count * index / kinds.count
      let spans = openings[kind] ?? [0..<Int64(Self.days) * Self.day]
      let length = spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      for number in 0..<share {
        var passed = Int64(Double(length) * (Double(number) + 0.5) / Double(share))
        for span in spans {
          guard passed >= span.upperBound - span.lowerBound else {
            planned.append(Planned(time: span.lowerBound + passed, kind: kind))
            break
          }
          passed -= span.upperBound - span.lowerBound
        }
      }
    }
    return planned.sorted { $0.time < $1.time }
  }

  private func shake(
    _ user: String, _ kind: Kind, _ number: Int, _ generator: inout SeededGenerator
  ) throws -> JSONValue {
    switch kind {
    case .tv: return try send(user, "tv", [:])
    case .scan:
      let product = Int.random(in: 1...products, using: &generator)
      return try send(user, "scan", ["code": .string(PlayingField.gtin(product))])
    case .read:
      let right = Int.random(in: 0...PlayingField.questions, using: &generator)
      let opened = try send(user, "read", ["step": "open"])
      guard opened["outcome"] == "needs-more" else { return opened }
      let answers: [JSONValue] = (1...PlayingField.questions).map {
        ["question": .integer(Int64($0)), "answer": .bool($0 <= right)]
      }
      _ = try send(user, "read", ["step": "answer", "answers": .array(answers)])
      return try send(user, "read", ["step": "submit"])
    case .video:
      let started = try send(user, "video", ["step": "start"])
      guard started["outcome"] == "needs-more" else { return started }
      field.home.clock.advance(byMicroseconds: 4_000_000)
      var evidence: JSONObject = ["step": "finish", "sequence": 1, "position": 4, "visible": true]
      for row in started["fields"]?.array ?? [] {
        if let name = row["name"]?.string, ["session", "nonce"].contains(name) { evidence[name] = row["value"] }
      }
      (evidence["muted"], evidence["rate"]) = (false, 1)
      return try send(user, "video", .object(evidence))
    case .stadium: return try send(user, "stadium", ["sights": ["audio": hearing(number)]], verb: "shown")
    case .receipt: return try send(user, "receipt", ["sights": ["image": paper(number, &generator)]], verb: "shown")
    }
  }

  /// What the lens would have heard now, in a recording of its own.
  private func hearing(_ number: Int) throws -> JSONValue {
    let now = field.home.clock.now()
    let spans = try #require(openings[.stadium])
    let show = try #require(spans.firstIndex { $0.contains(now.microseconds - start.microseconds) })
    let slot = (now.microseconds - start.microseconds - spans[show].lowerBound) / 10_000_000
    let mark: JSONValue = [
      "event": .integer(firstShow + Int64(show)), "slot": .integer(slot), "last": .integer(slot), "score": 12.5,
      "threshold": 7.5, "clock": 3.5, "confirmed": 5,
    ]
    return [
      "milliseconds": .integer(10_000 + Int64(number)), "rate": 48_000, "channels": 1, "format": "ogg", "found": mark,
      "heard-at": .integer(now.microseconds),
    ]
  }

  /// What the lens would have read of a receipt of that moment.
  private func paper(_ number: Int, _ generator: inout SeededGenerator) throws -> JSONValue {
    let now = field.home.clock.now().description
    let (day, time) = (String(now.prefix(10)), String(now.dropFirst(11).prefix(5)))
    let transaction = "\(self.name.filter(\.isNumber))-\(100_000 + number)"
    let total = Int64(1_000 + number % 3_000)
    var receipt = Receipt()
    receipt.merchant = Receipt.Field("ACME MARKET SRL", confidence: 1)
    receipt.date = Receipt.Field(try #require(CalendarDate(day)), confidence: 1)
    receipt.time = Receipt.Field(try #require(ClockTime(time)), confidence: 1)
    receipt.transaction = Receipt.Field(transaction, confidence: 1)
    receipt.total = Receipt.Field(total, confidence: 1)
    receipt.currency = Receipt.Field(try #require(Currency("EUR")), confidence: 1)
    receipt.lines = ["ACME MARKET SRL", "\(day) \(time)", "NR \(transaction)", "TOTAL \(total / 100).\(total % 100)"]
      .enumerated().map { index, text in
        TextLine(text, confidence: 0.9, quad: Quad(x: 40, y: Double(60 + 40 * index), width: 500, height: 30))
      }
    (receipt.width, receipt.height) = (600, 1_200)
    let look = String(generator.next(), radix: 16)
    return [
      "engine": "test", "receipt": .object(receipt.toJSON()),
      "look": .string(String(repeating: "0", count: 16 - look.count) + look),
    ]
  }

  private func send(_ user: String, _ type: String, _ evidence: JSONValue, verb: String = "send") throws -> JSONValue {
    let words = [
      "shake", verb, "--json", "--user", user, "--type", type, "--campaign", name, "--evidence", "-",
    ]
    let outcome = try field.home.qix(words, input: evidence.text())
    try #require(!outcome.output.isEmpty, "\(outcome.errors)")
    return try JSONValue(parsing: outcome.output)
  }
}

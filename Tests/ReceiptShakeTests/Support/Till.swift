import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixLens
import QixOCR
import QixReceipts
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// Stands in for the lens: a "picture" is a file with the reading itself in it, so that no engine is needed. It comes
/// before the real operation of the same name.
enum ReadingFiles: LensProviding {
  static let id = "readingfiles"
  static let summary = "Takes readings for pictures, for tests."
  static var lensOperations: [any LensOperation.Type] { [Operation.self] }

  struct Operation: LensOperation {
    static let name = "receipt"
    static let limits = LensLimits(fileBytes: 8 << 20, seconds: 5, memory: 1 << 28)

    init() throws {}

    func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
      let bytes = try file.bytes(most: 8 << 20)
      guard let object = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)).object else {
        throw .damaged
      }
      return object
    }

    static func accepts(_ reading: JSONObject) -> Bool { ReceiptReading(reading) != nil }
  }
}

/// What a receipt in a test says; every number of it goes into its lines, as on paper.
struct Paper {
  var merchant: String? = "ACME MARKET SRL"
  var tax: String? = "IT01234567890"
  var address: String? = "VIA ROMA 1, 20121 MILANO"
  var date: String? = "2027-01-14"
  var time: String? = "14:03"
  var number: String? = "0042-7781"
  var total: Int64? = 1_240
  var currency: String? = "EUR"
  var items: [(text: String, pieces: Int64, amount: Int64)] = [
    ("ACME COLA 330ML", 2, 298), ("BREAD WHITE 500G", 1, 190), ("ESPRESSO BEANS 1KG", 1, 752),
  ]
  /// Of every field but those that `unsure` names.
  var confidence = 0.97
  var unsure: Set<String> = []
  /// Of single fields.
  var confidences: [String: Double] = [:]
  /// Numbers that stand on it besides.
  var others = ["CARD 4417112233", "AUTH 778812", "TERMINAL 55012", "POINTS 3310", "CASHIER 117"]
  /// Tells one picture of it from another.
  var shot = 1
  /// What of it the parser knows to be the shop's.
  var ofShop: [String] = []
  var otherCurrencies: [String] = []
  var doubts: [PaperDoubt] = []
  /// The firm that stands below the shop's name.
  var firm: String?
  /// Of items that are no goods, by their texts.
  var kinds: [String: Item.Kind] = [:]

  var receipt: Receipt {
    var receipt = Receipt()
    func sure(_ name: String) -> Double { unsure.contains(name) ? 0.5 : confidences[name] ?? confidence }
    let box = Box(x: 40, y: 60, width: 500, height: 30)
    receipt.merchant = merchant.map { Receipt.Field($0, confidence: sure("merchant"), place: box) }
    receipt.firm = firm.map { Receipt.Field($0, confidence: confidence, place: box) }
    receipt.taxNumber = tax.map { Receipt.Field($0, confidence: sure("tax"), place: box) }
    receipt.address = address.map { Receipt.Field($0, confidence: sure("address"), place: box) }
    receipt.date = date.flatMap { CalendarDate($0) }.map { Receipt.Field($0, confidence: sure("date"), place: box) }
    receipt.time = time.flatMap { ClockTime($0) }.map { Receipt.Field($0, confidence: sure("time"), place: box) }
    receipt.transaction = number.map { Receipt.Field($0, confidence: sure("number"), place: box) }
    receipt.total = total.map { Receipt.Field($0, confidence: sure("total"), place: box) }
    receipt.currency = currency.flatMap { Currency($0) }.map { Receipt.Field($0, confidence: sure("currency")) }
    receipt.items = items.map {
      Item(
        text: $0.text, quantity: $0.pieces * 1_000, amount: $0.amount, confidence: sure("items"), place: box,
        kind: kinds[$0.text] ?? .goods)
    }
    var texts = [merchant, tax, address, date, time, number.map { "NR \($0)" }].compactMap { $0 }
    texts += items.map { "\($0.pieces) \($0.text) \($0.amount / 100).\($0.amount % 100)" }
    if let total { texts.append("TOTAL \(total / 100).\(total % 100)") }
    texts += others
    receipt.lines = texts.enumerated().map { index, text in
      TextLine(text, confidence: 0.9, quad: Quad(x: 40, y: Double(60 + 40 * index), width: 500, height: 30))
    }
    (receipt.width, receipt.height) = (600, 1_200)
    receipt.otherCurrencies = otherCurrencies.compactMap { Currency($0) }
    receipt.doubts = doubts
    var shop = Receipt()
    shop.lines = ofShop.map { TextLine($0, confidence: 0.9, quad: Quad(x: 0, y: 0, width: 1, height: 1)) }
    receipt.shopNumbers = shop.numericTokens
    return receipt
  }

  /// The smallest picture there is.
  static let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

  var reading: JSONObject {
    [
      "engine": "test", "receipt": .object(receipt.toJSON()),
      "look": .string("00000000000000\(shot < 10 ? "0" : "")\(shot)"),
      "picture": .string(Self.png), "shot": .integer(Int64(shot)),
    ]
  }

  func with(_ change: (inout Paper) -> Void) -> Paper {
    var paper = self
    change(&paper)
    return paper
  }
}

/// A campaign that takes receipts, in a home with a vault.
struct Till {
  var home: TestHome

  /// - Parameters:
  ///   - settings: of the type.
  ///   - award: as in a campaign's file.
  static func with(
    _ settings: JSONObject = ["currency": "EUR"], award: JSONValue = ["fixed": 10], caps: JSONValue = [:],
    budget: Int64 = 1_000, _ body: (Till) throws -> Void
  ) throws {
    try TestHome.initialised(vault: true) { home in
      var till = Till(home: home)
      till.home.modules = [ReadingFiles.self] + home.modules
      try till.campaign("summer", settings, award: award, caps: caps, budget: budget)
      for user in ["ada", "ben"] { try till.home.done("user create --external-id \(user)") }
      try body(till)
    }
  }

  func campaign(
    _ name: String, _ settings: JSONObject = ["currency": "EUR"], award: JSONValue = ["fixed": 10],
    caps: JSONValue = [:], budget: Int64 = 1_000, end: String = "2027-03-01"
  ) throws {
    let description: JSONValue = [
      "name": .string(name), "brand": "Acme", "title": "Receipts", "start": "2026-12-01", "end": .string(end),
      "time-zone": "UTC", "shakes": ["receipt": .object(settings)], "caps": caps, "award": award,
    ]
    try home.done("campaign create --file -", input: description.text())
    if budget > 0 { try home.done("campaign fund \(name) --amount \(budget)") }
    try home.done("campaign start \(name)")
  }

  /// Writes a picture and returns its path.
  func picture(_ reading: JSONObject) throws -> String {
    let path = "\(home.path)/picture-\(UUID().uuidString)"
    try Data(JSONValue.object(reading).text().utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  struct Reply: CustomStringConvertible {
    let exitCode: Int32
    let document: JSONValue
    /// The code of the error; empty for none.
    let error: String
    let message: String

    init(_ outcome: TestTerminal.Outcome) throws {
      exitCode = outcome.exitCode
      document = outcome.output.isEmpty ? .null : try JSONValue(parsing: outcome.output)
      let found = outcome.errors.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }.last?[
        "error"]
      error = found?["code"]?.string ?? ""
      message = found?["message"]?.string ?? ""
    }

    /// `won 10`, `waits`, or the code of the refusal.
    var word: String {
      guard let outcome = document["outcome"]?.string, outcome != "refused" || error.isEmpty else { return error }
      return outcome == "won" ? "won \(document["coins"]?.integer ?? 0)" : outcome
    }
    var receipt: String { document["receipt"]?.string ?? "" }
    var shake: String { document["shake"]?.string ?? "" }
    var description: String { "\(exitCode) \(word) \(message)" }
  }

  func run(_ words: [String]) throws -> Reply { try Reply(home.qix(words + ["--json"])) }

  @discardableResult
  func hand(
    _ paper: Paper, by user: String = "ada", in campaign: String = "summer", key: String? = nil, dryRun: Bool = false
  ) throws -> Reply {
    var words = ["shake", "receipt", "--user", user, "--campaign", campaign]
    words += ["--image", try picture(paper.reading)]
    if let key { words += ["--idempotency-key", key] }
    if dryRun { words.append("--dry-run") }
    return try run(words)
  }

  func decide(_ verb: String, _ receipt: String, _ more: [String] = [], because reason: String = "looked at it") throws
    -> Reply
  {
    try run(["receipt", "review", verb, receipt, "--reason", reason] + more)
  }

  func coins(of user: String = "ada") throws -> Int64 {
    try JSONValue(parsing: home.done("wallet show \(user) --json"))["balance"]?.integer ?? -1
  }

  func count(_ sql: String) throws -> Int64 {
    try home.unchecked.read { try $0.first(sql) { $0.integer(0) } ?? -1 }
  }

  /// Everything adds up: the ledger, what is counted of shakes, the receipts.
  func expectWhole() throws {
    let check = try home.qix("db check")
    #expect(check.exitCode == 0, "\(check.output) \(check.errors)")
    #expect(try home.qix("coins verify").exitCode == 0)
  }
}

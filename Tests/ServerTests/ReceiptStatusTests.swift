import QixCatalog
import QixFormats
import QixKernel
import QixLens
import QixModule
import QixTesting
import Testing

@testable import Server

/// Who may know what a receipt says: its user, and by this address no one else.
@Suite struct ReceiptStatusTests {
  /// Stands in for the lens: the "picture" is the reading. It comes before the real operation of that name.
  private enum Eyes: LensProviding {
    static let id = "eyes"
    static let summary = "Takes readings for pictures, for tests."
    static var lensOperations: [any LensOperation.Type] { [Operation.self] }

    struct Operation: LensOperation {
      static let name = "receipt"
      static let limits = LensLimits(fileBytes: 1 << 20, seconds: 5, memory: 1 << 28)
      init() throws {}

      func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
        let text = try String(decoding: file.bytes(most: 1 << 20), as: UTF8.self)
        guard let reading = try? JSONValue(parsing: text).object else { throw .damaged }
        return reading
      }

      static func accepts(_ reading: JSONObject) -> Bool { true }
    }
  }

  private static func reading(total confidence: Double) -> String {
    let lines = ["ALBA MARKET", "COLA 3,00", "BREAD 2,00", "TOTAL 5,00", "NR 42-7781"].enumerated().map { row, text in
      "{\"text\":\"\(text)\",\"confidence\":0.9,\"quad\":[0,\(row * 9),9,\(row * 9),9,\(row * 9 + 8),0,\(row * 9 + 8)]}"
    }
    return """
      {"look": "0000000000000001", "receipt": {"merchant": {"value": "ALBA MARKET", "confidence": 0.97, "place": [1, 2, 3, 4]},
      "date": {"value": "2027-01-14", "confidence": 0.97}, "total": {"value": 500, "confidence": \(confidence)},
      "currency": {"value": "EUR", "confidence": 0.97}, "transaction": {"value": "42-7781", "confidence": 0.97},
      "items": [{"text": "COLA", "quantity": 2000, "amount": 300, "confidence": 0.97, "place": [5, 6, 7, 8]},
      {"text": "BREAD", "quantity": 1000, "amount": 200, "confidence": 0.97}],
      "width": 600, "height": 900, "lines": [\(lines.joined(separator: ","))]}}
      """
  }

  @Test(arguments: [0.97, 0.3])
  func itsUserReadsIt(sure: Double) throws {
    try TestHome.initialised(vault: true, modules: [Eyes.self] + Catalog.modules) { home in
      try home.done("setting set sessions.guests open")
      let campaign = """
        {"name": "till", "brand": "Alba", "title": "Till", "start": "2026-12-01", "end": "2027-03-01", "time-zone": "UTC",
        "award": {"fixed": 10}, "shakes": {"receipt": {"currency": "EUR", "products": [{"name": "Alba Cola", "words": ["cola"]}]}}}
        """
      try home.done("campaign create --file -", input: campaign)
      try home.done("campaign fund till --amount 100")
      try home.done("campaign start till")
      try RunningServer.with(home) { server in
        let token = try #require(server.request("POST", "/v1/sessions/trial").json["token"]?.string)
        let form = UploadTests.form([("campaign", nil, "till"), ("image", "x.jpg", Self.reading(total: sure))])
        let shaken = try server.request(
          "POST", "/v1/shakes/receipt", as: token, ["Idempotency-Key: r"], body: form,
          type: "multipart/form-data; boundary=B")
        let isSure = sure > 0.9
        #expect(shaken.json["outcome"]?.string == (isSure ? "won" : "waits"), "\(shaken.body)")
        #expect((shaken.json["decide_by"]?.string != nil) != isSure)
        let receipt = try #require(shaken.json["receipt"]?.string)
        let own = try server.get("/v1/receipts/\(receipt)/status", as: token)
        #expect(own.status == 200 && own.json["state"]?.string == (isSure ? "counted" : "review"), "\(own.body)")
        #expect(own.json["decide_by"] == shaken.json["decide_by"])
        #expect(own.json["width"]?.integer == 600 && own.json["fields"]?.array?.first?["value"] == "ALBA MARKET")
        let items = own.json["items"]?.array ?? []
        #expect(items.map { $0["product"] } == ["Alba Cola", .null] && items.first?["x"]?.integer == 5, "\(own.body)")
        // Neither what the reading is unsure of nor what it resembles.
        #expect(!own.body.contains("confidence") && !own.body.contains("signs") && !own.body.contains("alike"))
        let other = try #require(server.request("POST", "/v1/sessions/trial").json["token"]?.string)
        for name in [receipt, shaken.json["shake"]?.string ?? ""] {
          let theirs = try server.get("/v1/receipts/\(name)/status", as: other)
          #expect(theirs.status == 404 && theirs.code == "receiptshake.receipt-not-found", "\(theirs.body)")
        }
        for role in ["integrator", "support", "operator"] {
          let reply = try server.get("/v1/receipts/\(receipt)/status", as: server.token("by-\(role)", role))
          #expect(reply.status == 200 && reply.json["state"] == own.json["state"], "\(reply.body)")
          #expect(!reply.body.contains("ALBA") && !reply.body.contains("COLA"), "\(role): \(reply.body)")
        }
      }
    }
  }
}

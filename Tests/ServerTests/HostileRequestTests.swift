import Foundation
import QixCatalog
import QixCommands
import QixFormats
import QixHTTP
import QixKernel
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Server

/// Requests of strangers, customers and staff, changed anywhere behind the filter of the wire: each is answered once, in
/// words, and none of them is a fault of the server's.
@Suite struct HostileRequestTests {
  @Test func eachIsAnsweredOnceAndNeverByAFault() throws {
    try TestHome.initialised(vault: true, modules: Catalog.modules + [FaceModule.self]) { home in
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 5000 --idempotency-key order-1")
      try home.done("reward create coffee --brand Alba --title Coffee --price 30 --stock 100000 --delivery goods")
      try home.done("reward publish coffee")
      var keys: [String?] = [nil, "qix_user_none", "qix_none"]
      for role in Role.ofTokens {
        try home.done("token create t-\(role) --role \(role) --output \(home.path)/\(role) --quiet")
        keys.append(try String(contentsOfFile: "\(home.path)/\(role)", encoding: .utf8).filter { !$0.isWhitespace })
      }
      let (seed, tokens) = (Seed(for: "requests behind the filter"), keys)
      let sums = Mutex<[Int: Int]>([:])
      try FaceModule.with(home) { face in
        var made = MadeRequests(seed, face.routes.offers, tokens)
        for _ in 0..<fuzzCount(3_000) {
          let exchange = made.next()
          let (status, body, answers) = exchange.go(through: face)
          sums.withLock { $0[status / 100, default: 0] += 1 }
          let request =
            "\(exchange.head.method) \(exchange.head.target) \(String(decoding: exchange.body, as: UTF8.self))"
          #expect(answers == 1, "\(request)")
          #expect((200..<500).contains(status) || [501, 503].contains(status), "\(status) \(request)")
          guard status >= 400 else { continue }
          let problem = try? JSONValue(parsing: body)
          #expect(problem?["status"]?.integer == Int64(status) && problem?["code"]?.string != nil, "\(request)")
        }
      }
      // A loop in which nothing comes through, or everything, tries little.
      let counts = sums.withLock { $0 }
      #expect(counts[2, default: 0] > 0 && counts[4, default: 0] > 0, "\(counts)")
      try home.done("coins verify")
      try home.done("db check")
    }
  }
}

/// Makes requests out of the addresses that there are: values of other kinds, members that are missing, twice or unknown,
/// fields that say something else.
private struct MadeRequests {
  private var mangler: Mangler
  private let offers: [Offer]
  private let tokens: [String?]

  private static let words = [
    "ada", "coffee", "me", "none", "usr_01h455vb4pex5vsknk084sn02q", "order-1", "0", "-1", "9223372036854775808", "1e3",
    "true", "2026-01-01", "P1D", "%", "%00", "..", "a,b", "*", "../x", "\u{202E}", "budget:summer", "issuer",
  ]
  private static let types = [
    "application/json", "application/json; charset=utf-8", "text/csv", "application/x-ndjson",
    "multipart/form-data; boundary=x", "multipart/form-data", "text/plain", "", "application/JSON;;",
  ]

  init(_ seed: Seed, _ offers: [Offer], _ tokens: [String?]) {
    mangler = Mangler(
      seed, pieces: Self.words + ["{", "}", "[", "]", "\"", ":", ",", "\r\n", "--x", "=", "&", "?", "/"])
    (self.offers, self.tokens) = (offers, tokens)
  }

  mutating func next() -> MadeExchange {
    let offer = offers[mangler.below(offers.count)]
    let parts = offer.address.path.split(separator: "/").map { $0.hasPrefix("{") ? word() : String($0) }
    var target = Array(("/" + parts.joined(separator: "/")).utf8)
    let names = offer.parameters.keys.sorted()
    let members =
      names.isEmpty ? [] : (0..<mangler.below(4)).map { _ in "\(names[mangler.below(names.count)])=\(word())" }
    if !members.isEmpty { target += Array(("?" + members.joined(separator: "&")).utf8) }
    if mangler.below(4) == 0 { target = mangler.changed(target) }
    let method =
      mangler.below(12) == 0 ? ["GET", "POST", "HEAD", "OPTIONS", "DELETE"][mangler.below(5)] : offer.address.method
    var fields: HTTPFields = ["Host": "qix"]
    if let token = tokens[mangler.below(tokens.count)] { fields.add("Authorization", "Bearer \(token)") }
    if mangler.below(3) > 0 {
      fields.add("Idempotency-Key", mangler.below(3) == 0 ? word() : "k-\(mangler.below(1_000_000))")
    }
    if mangler.below(8) == 0 { fields.add("Origin", word()) }
    if mangler.below(8) == 0 { fields.add("If-None-Match", word()) }
    if mangler.below(8) == 0 { fields.add("X-Forwarded-For", word()) }
    if mangler.below(30) == 0 { fields.add("Cookie", "__Host-qix=\(word())") }
    var body: [UInt8] = []
    if method != "GET", method != "HEAD" {
      body = self.body(names)
      fields.add("Content-Type", mangler.below(6) == 0 ? Self.types[mangler.below(Self.types.count)] : Self.types[0])
      fields.add("Content-Length", "\(body.count)")
    }
    // The wire lets through what is ASCII without controls; the rest never comes here.
    let text = String(decoding: target.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    return MadeExchange(HTTPHead(method: method, target: text, fields: fields), body: body)
  }

  private mutating func word() -> String {
    let word = Self.words[mangler.below(Self.words.count)]
    return mangler.below(8) == 0 ? String(decoding: mangler.changed(Array(word.utf8)), as: UTF8.self) : word
  }

  private mutating func body(_ names: [String]) -> [UInt8] {
    if mangler.below(20) == 0 { return mangler.nonsense(40) }
    var object = JSONObject()
    for _ in 0..<mangler.below(6) where !names.isEmpty {
      let name = names[mangler.below(names.count)]
      object[name] =
        switch mangler.below(5) {
        case 0: mangler.value()
        case 1: .integer(Int64(mangler.below(100)))
        case 2: .bool(true)
        default: .string(word())
        }
    }
    let bytes = JSONValue.object(object).serialized()
    return mangler.below(6) == 0 ? mangler.changed(bytes) : bytes
  }
}

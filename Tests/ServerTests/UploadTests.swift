import Foundation
import Glibc
import QixCatalog
import QixFormats
import QixHTTP
import QixKernel
import QixLens
import QixModule
import QixStorage
import QixTesting
import Testing

@testable import Server

/// Pictures and recordings in the body of a request.
@Suite struct UploadTests {
  /// Stands in for the lens: the "picture" says which codes are on it. It comes before the real operation of that name.
  private enum Eyes: LensProviding {
    static let id = "eyes"
    static let summary = "Takes words for pictures, for tests."
    static var lensOperations: [any LensOperation.Type] { [Operation.self] }

    struct Operation: LensOperation {
      static let name = "barcodes"
      static let limits = LensLimits(fileBytes: 1 << 20, seconds: 5, memory: 1 << 28)
      init() throws {}

      func look(at file: LensFile, _ options: JSONObject) throws(LensFault) -> JSONObject {
        let text = try String(decoding: file.bytes(most: 1 << 20), as: UTF8.self)
        // A picture that is looked at for long.
        if text.hasSuffix("slow") { usleep(1_500_000) }
        guard text.hasPrefix("ean ") else { throw .damaged }
        return [
          "codes": [
            [
              "symbology": "ean-13", "text": .string(String(text.dropFirst(4).prefix(13))), "gs1": false, "evidence": 9,
              "corners": [0, 0, 9, 0, 9, 9, 0, 9],
            ]
          ], "width": 640, "height": 480, "screen": 0.0, "passes": 1, "milliseconds": 1.5,
        ]
      }

      static func accepts(_ reading: JSONObject) -> Bool { true }
    }
  }

  static func with(_ body: (TestHome, RunningServer, String) throws -> Void) throws {
    try TestHome.initialised(vault: true, modules: [Eyes.self] + Catalog.modules) { home in
      try home.done("setting set sessions.guests open")
      try home.done("product add 4006381333931 --name Highlighter --brand Acme --category pens --coins 7")
      let today = home.clock.now()
      try home.done(
        "campaign create shelf --brand Acme --title Shelf --start \(today.advanced(byMicroseconds: -Timestamp.day).date)"
          + " --end \(today.advanced(byMicroseconds: 30 * Timestamp.day).date) --time-zone UTC --shake scan --award fixed:20"
      )
      try home.done("campaign fund shelf --amount 1000")
      try home.done("campaign start shelf")
      try RunningServer.with(home) { server in
        let reply = try server.request("POST", "/v1/sessions/trial")
        try body(home, server, try #require(reply.json["token"]?.string))
      }
    }
  }

  static func form(_ parts: [(name: String, file: String?, content: String)]) -> String {
    parts.map { part in
      let file = part.file.map { "; filename=\"\($0)\"\r\nContent-Type: image/jpeg" } ?? ""
      return "--B\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\r\n\(part.content)\r\n"
    }.joined() + "--B--\r\n"
  }

  private static func send(
    _ server: RunningServer, _ path: String, as token: String,
    _ parts: [(name: String, file: String?, content: String)],
    key: String
  ) throws -> RunningServer.Reply {
    try server.request(
      "POST", path, as: token, ["Idempotency-Key: \(key)"], body: form(parts), type: "multipart/form-data; boundary=B")
  }

  @Test func aPhotoIsAShake() throws {
    try Self.with { _, server, token in
      let photo = [(name: "campaign", file: String?.none, content: "shelf"), ("image", "x.jpg", "ean 4006381333931")]
      let won = try Self.send(server, "/v1/shakes/scan", as: token, photo, key: "a")
      #expect(
        won.status == 200 && won.json["coins"]?.integer == 20 && won.json["gtin"] == "4006381333931", "\(won.body)")
      let again = try Self.send(server, "/v1/shakes/scan", as: token, photo, key: "a")
      #expect(again.json["replayed"] == true && again.json["shake"] == won.json["shake"], "\(again.body)")
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == 20)
      let damaged = try Self.send(
        server, "/v1/shakes/scan", as: token, [("campaign", nil, "shelf"), ("image", "x.jpg", "nothing")], key: "b")
      #expect(damaged.status != 500 && damaged.json["coins"]?.integer ?? 0 == 0, "\(damaged.body)")
      #expect(!damaged.body.contains("standard input") && !damaged.body.contains("--image"), "\(damaged.body)")
    }
  }

  /// A position is sent beside a recording, by a customer and by a program that may name no file of this machine.
  @Test func aSecondPartIsRead() throws {
    try Self.with { home, server, session in
      try home.done("user create --external-id ada")
      let sound = String(repeating: "no sound ", count: 40)
      for (token, user) in [(session, "me"), (try server.token("shop", "integrator"), "ada")] {
        func send(_ evidence: String, _ key: String) throws -> RunningServer.Reply {
          try Self.send(
            server, "/v1/shakes/stadium", as: token,
            [("user", nil, user), ("campaign", nil, "shelf"), ("audio", "a.wav", sound), ("evidence", nil, evidence)],
            key: key)
        }
        let list = try send("[1]", "k-1")
        #expect(list.status == 400 && list.code != "access.content", "\(list.body)")
        #expect(!list.body.contains("/proc/"), "\(list.body)")
        let position = try send("{\"latitude\": 41.38, \"longitude\": 2.12}", "k-2")
        #expect(position.code != list.code && position.code != "access.content", "\(position.body)")
      }
    }
  }

  @Test func whatIsRefused() throws {
    try Self.with { _, server, token in
      let image = (name: "image", file: String?("x.jpg"), content: "ean 4006381333931")
      for (parts, status) in [
        ([image, image], 400), ([image, ("campaign", nil, "shelf"), ("campaign", nil, "shelf")], 400),
        ([image, ("user", nil, "ada")], 400), ([image, ("reason", nil, "x")], 400),
        ([image, ("nonsense", nil, "x")], 400),
      ] {
        let reply = try Self.send(server, "/v1/shakes/scan", as: token, parts, key: "r")
        #expect(reply.status == status, "\(parts): \(reply.body)")
        #expect(!reply.body.contains("qix ") && !reply.body.contains("--"), "\(reply.body)")
      }
      // A path is no picture, whoever names it.
      let operatorToken = try server.token("desk", "operator")
      let named = try server.post(
        "/v1/shakes/scan", as: operatorToken, "{\"user\": \"ada\", \"campaign\": \"shelf\", \"image\": \"/etc/passwd\"}"
      )
      #expect(named.status == 400 && named.code == "http.file-by-name")
      let noForm = try server.request(
        "POST", "/v1/shakes/scan", as: token, ["Idempotency-Key: z"], body: "--B\r\nx",
        type: "multipart/form-data; boundary=B")
      #expect(noForm.status == 400 && noForm.code == "http.form")
      // Ten in a minute; staff and programs have no such limit.
      var last: RunningServer.Reply?
      for index in 0..<12 { last = try Self.send(server, "/v1/shakes/scan", as: token, [image], key: "m\(index)") }
      #expect(last?.status == 429 && last?.field("Retry-After") != nil, "\(last?.body ?? "")")
    }
  }

  /// Whoever sends several at once holds up nobody but themselves.
  @Test func aCustomersPicturesAreLookedAtOneByOne() throws {
    try Self.with { _, server, token in
      let other = try #require(server.request("POST", "/v1/sessions/trial").json["token"]?.string)
      @Sendable func send(_ token: String, _ content: String, key: String) throws -> RunningServer.Reply {
        try Self.send(server, "/v1/shakes/scan", as: token, [("image", "x.jpg", content)], key: key)
      }
      let first = Kept<Result<Int, any Error>?>(nil)
      let thread = Thread { first.value = Result { try send(token, "ean 4006381333931slow", key: "one").status } }
      thread.start()
      // It may be that the second comes before the first.
      usleep(500_000)
      let second = try send(token, "ean 4006381333931", key: "two")
      #expect(second.status == 429 && second.code == "http.upload-going-on", "\(second.body)")
      #expect(second.field("Retry-After") != nil && !second.body.contains("qix "))
      #expect(try send(other, "ean 4006381333931 of another's", key: "three").status == 200)
      for _ in 0..<100 where first.value == nil { usleep(100_000) }
      #expect(try first.value?.get() == 200)
      // Now it is looked at.
      let again = try send(token, "ean 4006381333931", key: "two")
      #expect(again.json["refusal"] == "scanshake.had-already", "\(again.body)")
    }
  }

  /// While all who look at pictures are busy a customer's second has no place in the queue either: refused at its coming,
  /// and not at its turn.
  @Test func aCustomersSecondPictureTakesNoPlaceInTheQueue() throws {
    try Self.with { _, server, token in
      @Sendable func send(_ token: String, _ content: String, key: String) throws -> Int {
        try Self.send(server, "/v1/shakes/scan", as: token, [("image", "x.jpg", content)], key: key).status
      }
      // One after the other by the test's own lens, a second and a half each: more than there are lanes.
      let answered = Kept<[String]>([])
      let others = try (0..<4).map { _ in
        try #require(server.request("POST", "/v1/sessions/trial").json["token"]?.string)
      }
      for (index, other) in (others + [token]).enumerated() {
        Thread {
          let status = (try? send(other, "ean 4006381333931 \(index) slow", key: "s\(index)")) ?? 0
          answered.value += ["\(index): \(status)"]
        }.start()
        usleep(100_000)
      }
      #expect(try send(token, "ean 4006381333931 second", key: "second") == 429)
      #expect(!answered.value.contains { $0.hasPrefix("4:") }, "\(answered.value)")
      for _ in 0..<200 where answered.value.count < 5 { usleep(100_000) }
      #expect(answered.value.sorted() == (0..<5).map { "\($0): 200" })
    }
  }

  /// A request whose form comes bit by bit: its beginning, and no more for now.
  private static func beginning(as token: String) -> [UInt8] {
    let head = [
      "POST /v1/shakes/scan HTTP/1.1", "Host: qix", "Authorization: Bearer \(token)", "Idempotency-Key: slow",
      "Content-Type: multipart/form-data; boundary=B", "Content-Length: 20000",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n--B\r\n").utf8)
  }

  /// Forms that are coming keep no form waiting that is there; more of them than there are threads for looking.
  @Test func slowFormsHoldUpNobody() throws {
    try Self.with { home, server, token in
      let slow = try (0..<6).map { _ in try RunningServer.openConnection(server.socket) }
      defer { for descriptor in slow { close(descriptor) } }
      for descriptor in slow {
        let other = try #require(server.request("POST", "/v1/sessions/trial").json["token"]?.string)
        let bytes = Self.beginning(as: other)
        #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
      }
      usleep(300_000)
      let begun = ProcessFigures.microseconds
      let photo = [(name: "campaign", file: String?.none, content: "shelf"), ("image", "x.jpg", "ean 4006381333931")]
      #expect(try Self.send(server, "/v1/shakes/scan", as: token, photo, key: "a").status == 200)
      #expect(ProcessFigures.microseconds - begun < 4_000_000)
    }
  }

  /// A turn belongs to a user: their other session has no turn of its own.
  @Test func twoSessionsOfAUserHaveOneTurn() throws {
    try Self.with { home, server, _ in
      let trial = try server.request("POST", "/v1/sessions/trial").json
      let (token, user) = (try #require(trial["token"]?.string), try #require(trial["user"]?.string))
      let second = try home.done("session create \(user) --quiet").filter { !$0.isWhitespace }
      let descriptor = try RunningServer.openConnection(server.socket)
      let bytes = Self.beginning(as: token)
      #expect(Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
      usleep(300_000)
      let photo = [(name: "campaign", file: String?.none, content: "shelf"), ("image", "x.jpg", "ean 4006381333931")]
      let refused = try Self.send(server, "/v1/shakes/scan", as: second, photo, key: "a")
      #expect(refused.status == 429 && refused.code == "http.upload-going-on", "\(refused.body)")
      // Once the slow one has gone, its turn is over.
      close(descriptor)
      var status = 429
      for _ in 0..<50 where status == 429 {
        usleep(100_000)
        status = try Self.send(server, "/v1/shakes/scan", as: second, photo, key: "a").status
      }
      #expect(status == 200)
    }
  }

  /// A route without files takes no form, and waits for none.
  @Test func aRouteWithoutFilesTakesNoForm() throws {
    try Self.with { _, server, token in
      for (path, token) in [("/v1/sessions/trial", nil), ("/v1/users/me", token)] as [(String, String?)] {
        let reply = try server.request(
          path.hasSuffix("me") ? "PATCH" : "POST", path, as: token, body: Self.form([("username", nil, "ada")]),
          type: "multipart/form-data; boundary=B")
        #expect(reply.status == 415 && reply.code == "http.media-type", "\(path): \(reply.body)")
      }
    }
  }

  /// A batch without any lines is one, and waits for nothing.
  @Test func aBatchWithoutABodyIsAnswered() throws {
    try Self.with { _, server, _ in
      let token = try server.token("desk", "operator")
      for path in ["/v1/coins/issues", "/v1/campaigns", "/v1/shakes"] {
        for type in ["text/csv", "application/x-ndjson"] {
          let reply = try server.request("POST", path, as: token, ["Content-Type: \(type)", "Idempotency-Key: e"])
          #expect((400..<500).contains(reply.status) || reply.status == 200, "\(path) \(type): \(reply.body)")
        }
      }
    }
  }

  @Test func aBodyHasABound() throws {
    try Self.with { _, server, token in
      // What is long is kept for who is known alone, and customers have nothing long to say but pictures.
      let large = String(repeating: "x", count: 70 << 10)
      let reply = try server.request(
        "POST", "/v1/shakes/scan", as: token, ["Idempotency-Key: z"], body: "{\"code\": \"\(large)\"}")
      #expect(reply.status == 413, "\(reply.body.prefix(200))")
    }
  }
}

import Glibc
import QixFormats
import QixHTTP
import QixModule
import QixTesting
import Testing

@testable import Server

/// Forms that come in pieces: what a line that drops has brought isn't sent again, and nothing counts twice.
@Suite struct PieceTests {
  private static let photo = UploadTests.form([("campaign", nil, "shelf"), ("image", "x.jpg", "ean 4006381333931")])

  /// Sends some of the form, as if it had this length.
  private static func send(
    _ server: RunningServer, as token: String, _ range: Range<Int>, of form: String = photo, key: String = "k",
    at offset: Int? = nil, length: Int? = nil
  ) throws -> RunningServer.Reply {
    let bytes = Array(form.utf8)
    return try server.request(
      "POST", "/v1/shakes/scan", as: token,
      [
        "Idempotency-Key: \(key)", "Upload-Offset: \(offset ?? range.lowerBound)",
        "Upload-Length: \(length ?? bytes.count)",
      ],
      body: String(decoding: bytes[range], as: UTF8.self), type: "multipart/form-data; boundary=B")
  }

  @Test func aFormInPiecesCountsOnce() throws {
    try UploadTests.with { _, server, token in
      let count = Self.photo.utf8.count
      for (range, held) in [(0..<10, "10"), (10..<11, "11"), (11..<100, "100")] {
        let reply = try Self.send(server, as: token, range)
        #expect(reply.status == 202 && reply.field("Upload-Offset") == held && reply.body.isEmpty, "\(reply.body)")
      }
      // The answer to a piece was lost: the same again is told where it goes on.
      let again = try Self.send(server, as: token, 11..<100)
      #expect(again.status == 409 && again.code == "http.upload-offset" && again.field("Upload-Offset") == "100")
      let won = try Self.send(server, as: token, 100..<count)
      #expect(won.status == 200 && won.json["coins"]?.integer == 20, "\(won.body)")
      // So is the answer to the last one: what is there already needn't come again.
      let lost = try Self.send(server, as: token, 100..<count)
      #expect(lost.status == 409 && lost.field("Upload-Offset") == "\(count)", "\(lost.body)")
      let replayed = try Self.send(server, as: token, count..<count)
      #expect(replayed.status == 200 && replayed.json["shake"] == won.json["shake"], "\(replayed.body)")
      #expect(replayed.json["replayed"] == true)
      // A server that has forgotten it, as after a restart, begins again, and pays nothing twice.
      let other = try Self.send(server, as: token, 0..<10, key: "other")
      #expect(other.status == 202)
      let forgotten = try Self.send(server, as: token, 100..<count)
      #expect(forgotten.status == 409 && forgotten.field("Upload-Offset") == "0", "\(forgotten.body)")
      let whole = try Self.send(server, as: token, 0..<count)
      #expect(whole.status == 200 && whole.json["replayed"] == true, "\(whole.body)")
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == 20)
    }
  }

  /// The line drops five times, each time in the middle of a piece.
  @Test func aLineThatDropsFiveTimes() throws {
    try UploadTests.with { _, server, token in
      let form = UploadTests.form([
        ("campaign", nil, "shelf"), ("image", "x.jpg", "ean 4006381333931" + String(repeating: " ", count: 200_000)),
      ])
      let bytes = Array(form.utf8)
      var held = 0
      for _ in 0..<5 {
        let head = [
          "POST /v1/shakes/scan HTTP/1.1", "Host: qix", "Authorization: Bearer \(token)", "Idempotency-Key: k",
          "Upload-Offset: \(held)", "Upload-Length: \(bytes.count)", "Content-Type: multipart/form-data; boundary=B",
          "Content-Length: \(bytes.count - held)",
        ]
        let sent = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + bytes[held..<held + 20_000]
        let line = try RunningServer.openConnection(server.socket)
        #expect(Glibc.send(line, sent, sent.count, Int32(MSG_NOSIGNAL)) == sent.count)
        usleep(200_000)
        close(line)
        // What has come is there.
        var reply: RunningServer.Reply?
        for _ in 0..<50 where reply?.code != "http.upload-offset" {
          usleep(100_000)
          reply = try Self.send(server, as: token, 0..<1, of: form, at: bytes.count)
        }
        held = try #require(reply?.field("Upload-Offset").flatMap { Int($0) }, "\(reply?.body ?? "")")
      }
      #expect(held == 100_000)
      let won = try Self.send(server, as: token, held..<bytes.count, of: form)
      #expect(won.status == 200 && won.json["coins"]?.integer == 20, "\(won.body)")
      #expect(try server.get("/v1/wallets/me", as: token).json["balance"]?.integer == 20)
    }
  }

  @Test func whatIsNoPieceIsRefused() throws {
    try UploadTests.with { _, server, token in
      let count = Self.photo.utf8.count
      let wrong: [(fields: [String], status: Int, code: String)] = [
        (["Upload-Offset: 0"], 400, "http.upload"), (["Upload-Length: 9"], 400, "http.upload"),
        (["Upload-Offset: -1", "Upload-Length: 9"], 400, "http.upload"),
        (["Upload-Offset: 10", "Upload-Length: 9"], 400, "http.upload"),
        (["Upload-Offset: 0", "Upload-Length: 0"], 400, "http.upload"),
        (["Upload-Offset: x", "Upload-Length: 9"], 400, "http.upload"),
        (["Upload-Offset: 0", "Upload-Length: -1"], 400, "http.upload"),
        (["Upload-Offset: -1", "Upload-Length: -1"], 400, "http.upload"),
        (["Upload-Offset: +0", "Upload-Length: +9"], 400, "http.upload"),
        (["Upload-Offset: ", "Upload-Length: "], 400, "http.upload"),
        (["Upload-Offset: 0", "Upload-Length: 999999999"], 413, "http.too-large"),
        (["Upload-Offset: 0", "Upload-Length: 99999999999999999999"], 400, "http.upload"),
      ]
      for (fields, status, code) in wrong {
        let reply = try server.request(
          "POST", "/v1/shakes/scan", as: token, ["Idempotency-Key: w"] + fields, body: "--B",
          type: "multipart/form-data; boundary=B")
        #expect(reply.status == status && reply.code == code, "\(fields): \(reply.body)")
      }
      let noKey = try server.request(
        "POST", "/v1/shakes/scan", as: token, ["Upload-Offset: 0", "Upload-Length: 9"], body: "--B",
        type: "multipart/form-data; boundary=B")
      #expect(noKey.status == 400 && noKey.code == "http.key-missing")
      // More than was announced.
      let more = try Self.send(server, as: token, 0..<50, key: "more", length: 20)
      #expect(more.status == 413, "\(more.body)")
      // Another user's key is another upload.
      #expect(try Self.send(server, as: token, 0..<50, key: "mine").status == 202)
      let other = try #require(server.request("POST", "/v1/sessions/trial").json["token"]?.string)
      let theirs = try Self.send(server, as: other, 50..<count, key: "mine")
      #expect(theirs.status == 409 && theirs.field("Upload-Offset") == "0", "\(theirs.body)")
      #expect(try Self.send(server, as: token, 50..<count, key: "mine").status == 200)
    }
  }

  /// Who announces much, or begins what isn't there, takes no room from those who send.
  @Test func whatOthersAnnounceThrowsNothingOut() throws {
    try UploadTests.with { home, server, token in
      let count = Self.photo.utf8.count
      #expect(try Self.send(server, as: token, 0..<100).status == 202)
      for _ in 0..<30 {
        let other = try home.done("session create \(newUser(in: home)) --quiet").filter { !$0.isWhitespace }
        #expect(try Self.send(server, as: other, 0..<1, length: 24 << 20).status == 202)
        #expect(try Self.send(server, as: other, 7..<8, key: "none", length: 24 << 20).status == 409)
      }
      let won = try Self.send(server, as: token, 100..<count)
      #expect(won.status == 200 && won.json["coins"]?.integer == 20, "\(won.body)")
    }
  }

  private func newUser(in home: TestHome) throws -> String {
    try home.done("user create --quiet").filter { !$0.isWhitespace }
  }

  /// Of one address, the form that has waited longest is given up first, and none of another.
  @Test func oneAddressHasItsShare() throws {
    try TestHome.initialised { home in
      let (uploads, folder) = (Uploads(), HomeFolder(path: home.path))
      let piece = try #require(try Uploads.Piece(["Upload-Offset": "0", "Upload-Length": "10"], most: 100))
      func take(_ number: Int, at place: String) throws -> Uploads.Upload {
        let sender = Uploads.Sender(owner: "\(number)", request: "r", place: place, isCustomer: true)
        let upload = try uploads.take(piece, from: sender, in: folder)
        upload.rest()
        return upload
      }
      let other = try take(100, at: "elsewhere")
      let mine = try (0..<65).map { try take($0, at: "here") }
      #expect(try take(100, at: "elsewhere") === other)
      #expect(try take(64, at: "here") === mine[64] && take(1, at: "here") === mine[1])
      #expect(try take(0, at: "here") !== mine[0])
    }
  }
}

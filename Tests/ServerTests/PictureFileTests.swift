import Foundation
import QixFormats
import QixLibraries
import QixTesting
import Testing

@testable import Server

/// `GET /v1/pictures/{name}`: pictures of the brand's own, for everybody.
@Suite(.needs(.library(.picture, packages: "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev")))
struct PictureFileTests {
  private static func sample(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../QixLensTests/Samples/\(name)")
      .standardizedFileURL.path
  }

  private static func with(_ body: (TestHome, RunningServer, _ digest: String) throws -> Void) throws {
    try TestHome.initialised { home in
      let added = try JSONValue(parsing: home.done("picture add mug \(sample("quarters.png")) --json"))
      let digest = try #require(added["digest"]?.string)
      try RunningServer.with(home) { server in try body(home, server, digest) }
    }
  }

  @Test func everybodyGetsIt() throws {
    try Self.with { home, server, digest in
      let lasting = try server.get("/v1/pictures/mug.\(digest)")
      #expect(lasting.status == 200 && lasting.field("Content-Type") == "image/jpeg")
      #expect(lasting.field("ETag") == "\"\(digest)\"")
      #expect(lasting.field("Cache-Control") == "public, max-age=31536000, immutable")
      #expect(lasting.field("X-Content-Type-Options") == "nosniff")
      let named = try server.get("/v1/pictures/mug")
      #expect(named.status == 200 && named.body == lasting.body && named.field("Cache-Control") == "no-cache")
      let again = try server.get("/v1/pictures/mug", ["If-None-Match: \"\(digest)\""])
      #expect(again.status == 304 && again.body.isEmpty && again.field("ETag") == "\"\(digest)\"")
      let head = try server.request("HEAD", "/v1/pictures/mug")
      #expect(head.status == 200 && head.body.isEmpty)
    }
  }

  @Test func theSmallOneHasATagOfItsOwn() throws {
    try Self.with { home, server, digest in
      let small = try server.get("/v1/pictures/mug.\(digest)?size=small")
      #expect(small.status == 200 && small.field("ETag") == "\"\(digest)-small\"")
      #expect(small.field("Cache-Control")?.contains("immutable") == true)
      #expect(try server.get("/v1/pictures/mug?size=small", ["If-None-Match: \"\(digest)\""]).status == 200)
      for path in ["mug?size=huge", "cup", "cup.\(digest)", "mug/x", "MUG"] {
        #expect(try server.get("/v1/pictures/\(path)").status == 404, "\(path)")
      }
      // The list is for staff.
      #expect(try server.get("/v1/pictures").status == 401)
    }
  }

  @Test func anOlderAddressLeadsToThePictureOfNow() throws {
    try Self.with { home, server, digest in
      try home.done("picture add mug \(Self.sample("quarters-grey.jpg")) --replace")
      let now = try server.get("/v1/pictures/mug.\(digest)")
      #expect(now.status == 200 && now.field("ETag") != "\"\(digest)\"" && now.field("Cache-Control") == "no-cache")
      try home.done("picture remove mug")
      #expect(try server.get("/v1/pictures/mug.\(digest)").status == 404)
    }
  }

  @Test func anOperatorSendsOneAsAForm() throws {
    try Self.with { home, server, _ in
      let token = try server.token("desk", "operator")
      var body = Array("--x\r\nContent-Disposition: form-data; name=\"picture\"\r\n\r\ncup\r\n".utf8)
      body += Array("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\r\n".utf8)
      body += try Data(contentsOf: URL(filePath: Self.sample("quarters-6.jpg"))) + Array("\r\n--x--\r\n".utf8)
      let head = [
        "POST /v1/pictures HTTP/1.1", "Host: qix", "Connection: close", "Authorization: Bearer \(token)",
        "Idempotency-Key: one", "Content-Type: multipart/form-data; boundary=x", "Content-Length: \(body.count)",
      ]
      let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
      let reply = try #require(try server.send(bytes).first)
      #expect(reply.status == 200 && reply.json["width"] == 48 && reply.json["height"] == 32, "\(reply.body)")
      #expect(try server.get("/v1/pictures/cup").status == 200)
      #expect(try server.request("DELETE", "/v1/pictures/cup", as: token, ["Idempotency-Key: two"]).status == 200)
      #expect(try server.get("/v1/pictures/cup").status == 404)
    }
  }
}

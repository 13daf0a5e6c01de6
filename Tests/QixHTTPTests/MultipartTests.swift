import QixHTTP
import Testing

/// Forms with files, as browsers and curl send them, and as attackers do.
@Suite struct MultipartTests {
  private static let type = "multipart/form-data; boundary=----X42"

  private static func parts(_ body: String, type: String = type) throws(Multipart.Fault) -> [String] {
    try Multipart(type: type, body: Array(body.replacing("\n", with: "\r\n").utf8)).parts.map { part in
      "\(part.name)\(part.isFile ? "*" : "")=\(String(decoding: part.content, as: UTF8.self))"
    }
  }

  @Test func fieldsAndFiles() throws {
    let body = """
      ------X42
      Content-Disposition: form-data; name="campaign"

      summer
      ------X42
      Content-Disposition: form-data; name="image"; filename="a \\"b\\"; name=c.jpg"
      Content-Type: image/jpeg

      line one
      --X42 is no delimiter
      ------X4
      last
      ------X42--
      """
    #expect(
      try Self.parts(body) == ["campaign=summer", "image*=line one\r\n--X42 is no delimiter\r\n------X4\r\nlast"])
    #expect(try Self.parts(body, type: "multipart/form-data; charset=x; boundary=\"----X42\"").count == 2)
  }

  @Test func bytesStayAsTheyAre() throws {
    let content = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let head = "------X42\r\ncontent-disposition:form-data;name=image;filename=x\r\n\r\n"
    let body = Array(head.utf8) + content + Array("\r\n------X42--\r\nwhat follows counts for nothing".utf8)
    #expect(try Array(Multipart(type: Self.type, body: body).parts[0].content) == content)
  }

  @Test(arguments: [
    ("", Multipart.Fault.malformed), ("------X42", .malformed), ("------X42--", nil),
    ("------X42\n\nno head\n------X42--", .unnamed), ("x\n------X42--", .malformed),
    ("------X42\nContent-Disposition: form-data\n\nx\n------X42--", .unnamed),
    ("------X42\nContent-Disposition: attachment; name=a\n\nx\n------X42--", .unnamed),
    ("------X42\nContent-Disposition: form-data; name=\"\"\n\nx\n------X42--", .unnamed),
    ("------X42\nContent-Disposition: form-data; name=a\n\nnever ends", .malformed),
    ("------X42garbage\nContent-Disposition: form-data; name=a\n\nx\n------X42--", .malformed),
    (
      String(repeating: "------X42\nContent-Disposition: form-data; name=a\n\nx\n", count: 65) + "------X42--",
      .tooManyParts
    ),
    (
      "------X42\nX: \(String(repeating: "a", count: 5_000))\nContent-Disposition: form-data; name=a\n\nx\n------X42--",
      .malformed
    ),
  ]) func whatIsNoForm(_ body: String, _ fault: Multipart.Fault?) {
    #expect(throws: fault ?? Multipart.Fault.noBoundary) {
      let parts = try Self.parts(body)
      if fault == nil, parts.isEmpty { throw Multipart.Fault.noBoundary }
    }
  }

  @Test(arguments: ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary"])
  func withoutABoundary(_ type: String) {
    #expect(throws: Multipart.Fault.noBoundary) { try Self.parts("------X42--", type: type) }
  }

  /// Every cut and every changed byte ends in parts or in a fault, and never in a crash.
  @Test func mangledForms() {
    let whole = Array(
      "------X42\r\nContent-Disposition: form-data; name=\"a\\\"b\"; filename=c\r\n\r\nxyz\r\n------X42--\r\n".utf8)
    for count in 0...whole.count { _ = try? Multipart(type: Self.type, body: Array(whole[..<count])) }
    for index in whole.indices {
      for byte in [0, 10, 13, 34, 45, 59, 61, 92, 255] as [UInt8] {
        var body = whole
        body[index] = byte
        _ = try? Multipart(type: Self.type, body: body)
      }
    }
  }
}

import Foundation
import QixKernel
import QixTesting
import Testing

@testable import QixNetwork

/// What goes over the wire to a mail server, and what never does.
@Suite struct MailMessageTests {
  private func message(subject: String, text: String = "x") throws(NetworkError) -> MailMessage {
    try MailMessage(
      from: MailAddress("qix@shop.example"), to: MailAddress("anna@example.com"), subject: subject, text: text,
      date: Timestamp(microseconds: 0), id: "msg_1")
  }

  @Test(arguments: [
    "a\r\nBcc: evil@example.com", "a\nb", "a\rb", "a\u{0}b", "a\u{85}b", "a\u{2028}b", "a\u{7F}",
    String(repeating: "a", count: 501),
  ])
  func aSubjectThatCouldEndItsHeaderIsRefused(_ subject: String) {
    let error = #expect(throws: NetworkError.self) { try message(subject: subject) }
    #expect(error?.code == "network.header")
  }

  @Test(arguments: [
    "anna@example.com", "a.b+c@example.co.uk", "x@localhost", "o'hara@example.com", "A.B@EXAMPLE.com",
  ])
  func addressesAreTaken(_ text: String) throws {
    let address = try MailAddress(text)
    #expect(address.domain == address.domain.lowercased())
  }

  @Test(arguments: [
    "", "@", "a@", "@b.example", "a@b", "a b@c.example", "a@b@c.example", "a..b@c.example", ".a@c.example",
    "a@c..example", "a@-c.example", "a@[127.0.0.1]", "\"a\"@c.example", "a>@c.example", "<a@c.example",
    "a@c.example>\r\nRCPT TO:<b@c.example", "a\u{0}@c.example", "ä@c.example", "a@ä.example", "a@1.2.3",
    "a@c.example\n",
  ])
  func othersAreNot(_ text: String) {
    let error = #expect(throws: NetworkError.self) { try MailAddress(text) }
    #expect(error?.code == "network.address")
  }

  @Test func subjectsBeyondASCIIAreEncodedInWholeCharacters() {
    let subject = String(repeating: "Grüße 👩‍👩‍👧 ", count: 12)
    let lines = MailMessage.encoded(subject).components(separatedBy: "\r\n ")
    #expect(lines.count > 1)
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
    #expect(MailMessage.encoded("Plain words") == "Plain words")
    // What looks encoded would be decoded.
    #expect(MailMessage.encoded("=?UTF-8?B?QQ==?=").hasPrefix("=?UTF-8?B?PT9"))
  }

  /// RFC 8058: the address and the sign that one tap is enough, and no address that could begin another header.
  @Test func oneTapIsInTheHeader() throws {
    func mail(_ address: String?) throws(NetworkError) -> String {
      let mail = try MailMessage(
        from: MailAddress("qix@shop.example"), to: MailAddress("anna@example.com"), subject: "s", text: "x",
        date: Timestamp(microseconds: 0), id: "msg_1", unsubscribe: address)
      return String(decoding: mail.bytes, as: UTF8.self)
    }
    let header =
      "\r\nList-Unsubscribe: <https://qix.example/v1/notices/stop/k-1_A>\r\n"
      + "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n\r\nx\r\n"
    #expect(try mail("https://qix.example/v1/notices/stop/k-1_A").hasSuffix(header))
    #expect(try !mail(nil).contains("List-Unsubscribe"))
    for address in ["", "https://a>\r\nBcc: b@c.example", "https://a b", "https://ä"] {
      #expect(throws: NetworkError.self) { try mail(address) }
    }
  }

  @Test(
    arguments: [
      (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (1_800_000_000_000_000, "Fri, 15 Jan 2027 08:00:00 +0000"),
      (1_709_164_800_123_456, "Thu, 29 Feb 2024 00:00:00 +0000"),
    ] as [(Int64, String)])
  func datesAreThoseOfRFC5322(_ microseconds: Int64, _ text: String) {
    #expect(MailMessage.date(Timestamp(microseconds: microseconds)) == text)
  }

  @Test(arguments: [
    ("smtps://mail.example.com", 465, MailServer.Security.tlsFromTheStart),
    ("smtp://mail.example.com", 587, .startTLS), ("smtp://mail.example.com:25", 25, .startTLS),
    ("smtp://127.0.0.1:2525", 2525, .none), ("SMTPS://localhost", 465, .tlsFromTheStart),
  ])
  func serversAreRead(_ text: String, _ port: Int, _ security: MailServer.Security) throws {
    let server = try MailServer(text)
    #expect(server.port == port && server.security == security)
  }

  @Test(arguments: [
    "", "mail.example.com", "http://mail.example.com", "smtp://u:p@mail.example.com", "smtp://a/b", "smtp://",
  ])
  func otherServersAreRefused(_ text: String) {
    #expect(throws: NetworkError.self) { try MailServer(text) }
  }

  /// No subject and no text begins a header, ends the message or leaves a lone CR or LF.
  @Test func nothingGetsOutOfItsPlace() throws {
    let seed = Seed(for: "MailMessageTests")
    var generator = SeededGenerator(seed)
    let pieces = [
      "a", " ", "\t", ".", "\r\n.\r\n", "\n", "\r", "\r\n", "=", "=?UTF-8?Q?a?=", "é", "\u{2028}", "\u{0}",
      "Bcc: x@y.example",
      "👩‍👧", "\u{7F}", String(repeating: "x", count: 90), "From ",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator)).reduce("") { text, _ in
        text + (pieces.randomElement(using: &generator) ?? "")
      }
    }
    var sent = 0
    for _ in 0..<5_000 {
      guard let message = try? message(subject: text(5), text: text(12)) else { continue }
      sent += 1
      let bytes = message.bytes
      #expect(bytes.allSatisfy { $0 < 0x80 && $0 != 0 }, "\(seed)")
      let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
      #expect(
        lines.allSatisfy { !$0.utf8.contains(0x0D) && !$0.utf8.contains(0x0A) && $0.utf8.count <= 100 }, "\(seed)")
      let header = lines.prefix { !$0.isEmpty }
      let names = header.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
      #expect(
        names == [
          "Date", "From", "To", "Message-ID", "Subject", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
          "Auto-Submitted",
        ], "\(seed)")
    }
    #expect(sent > 100, "\(seed)")
  }
}

import Foundation
import QixCrypto
import QixKernel
import QixLibraries
import QixTesting
import Testing

@testable import QixNetwork

/// Against aiosmtpd.
@Suite(
  .needs(.python(module: "aiosmtpd", package: "python3-aiosmtpd")), .needs(.program("openssl")),
  .needs(.library(.curl, packages: "libcurl4")))
struct MailClientTests {
  private let limits = TransferLimits(connectMilliseconds: 5_000, totalMilliseconds: 10_000)

  private func message(to: String = "anna@example.com", subject: String = "Hello", text: String = "Hi.") throws
    -> MailMessage
  {
    try MailMessage(
      from: MailAddress("qix@shop.example"), to: MailAddress(to), subject: subject, text: text,
      date: Timestamp(microseconds: 1_800_000_000_000_000), id: "msg_1")
  }

  private func send(_ message: MailMessage, _ server: MailServer, trusting authorities: String? = nil) throws {
    try CurlMailClient(authorities: authorities).send(message, to: server, limits: limits)
  }

  private func send(
    _ message: MailMessage, _ server: MailServer, trusting authorities: String?, user: String, password: String
  ) throws {
    var bytes = Array(password.utf8)
    try CurlMailClient(authorities: authorities).send(
      message, to: server, limits: limits, user: user, password: SecretBytes(wiping: &bytes))
  }

  @Test func aMessageArrivesAsItWasWritten() throws {
    let server = try MailServerProcess()
    let text = "Grüße\n.\n..dots\r\nFrom here = there \n" + String(repeating: "lang ", count: 60)
    try send(try message(subject: "Ihr Code für „qix“", text: text), try MailServer("smtp://127.0.0.1:\(server.port)"))
    let letter = try #require(try server.letters().first)
    #expect(letter.from == "qix@shop.example" && letter.to == ["anna@example.com"])
    #expect(letter.hello == "shop.example")
    #expect(letter.lines.contains("Date: Fri, 15 Jan 2027 08:00:00 +0000"))
    #expect(letter.lines.contains("Message-ID: <msg_1@shop.example>"))
    #expect(letter.lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\r") && !$0.contains("\n") })
    #expect(letter.content.utf8.allSatisfy { $0 < 0x80 })
    let body = letter.content.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
    #expect(Self.decoded(body) == text.replacingNewlines + "\r\n")
  }

  @Test func startTLSIsRequiredAndTheCertificateChecked() throws {
    let server = try MailServerProcess(.startTLS)
    let place = MailServer(host: "localhost", port: server.port, security: .startTLS)
    let error = #expect(throws: NetworkError.self) { try send(try message(), place) }
    #expect(error?.code == "network.untrusted")
    try send(try message(), place, trusting: server.certificate)
    #expect(try server.letters().map(\.tls) == [true])
    // Another name than the certificate's.
    let other = MailServer(host: "127.0.0.1", port: server.port, security: .startTLS)
    #expect(throws: NetworkError.self) { try send(try message(), other, trusting: server.certificate) }
    // A server without STARTTLS gets nothing.
    let plain = try MailServerProcess()
    let missing = #expect(throws: NetworkError.self) {
      try send(try message(), MailServer(host: "localhost", port: plain.port, security: .startTLS))
    }
    #expect(missing?.code == "network.untrusted")
    #expect(try plain.letters().isEmpty)
  }

  @Test func tlsFromTheStart() throws {
    let server = try MailServerProcess(.tls)
    let place = try MailServer("smtps://localhost:\(server.port)")
    #expect(throws: NetworkError.self) { try send(try message(), place) }
    try send(try message(), place, trusting: server.certificate)
    #expect(try server.letters().count == 1)
  }

  @Test func signingIn() throws {
    let server = try MailServerProcess(.startTLS, needsSignIn: true)
    let place = MailServer(host: "localhost", port: server.port, security: .startTLS)
    let wrong = #expect(throws: NetworkError.self) {
      try send(try message(), place, trusting: server.certificate, user: "qix", password: "wrong")
    }
    #expect(wrong?.code == "network.sign-in")
    #expect(wrong?.description.contains("wrong") == false)
    try send(try message(), place, trusting: server.certificate, user: "qix", password: "s3cret")
    #expect(try server.letters().map(\.signedIn) == [true])
  }

  @Test func aPasswordDoesNotTravelInTheClear() throws {
    let server = try MailServer("smtp://mail.example.com", allowsPlain: true)
    #expect(server.security == .none)
    let error = #expect(throws: Failure.self) {
      try send(try message(), server, trusting: nil, user: "qix", password: "s3cret")
    }
    #expect(error?.code == "network.unsafe-sign-in" && error?.category == .notAllowed)
    #expect(error?.description == "qix sends no password to mail.example.com without TLS")
  }

  @Test func aRefusalSaysWhetherToTryAgain() throws {
    let server = try MailServerProcess()
    let place = try MailServer("smtp://127.0.0.1:\(server.port)")
    let never = #expect(throws: Failure.self) { try send(try message(to: "refused@example.com"), place) }
    #expect(never?.code == "network.mail-refused" && never?.category == .failed)
    #expect(never?.description == "127.0.0.1 does not take the message (status 550)")
    let later = #expect(throws: Failure.self) { try send(try message(to: "later@example.com"), place) }
    #expect(later?.category == .busy)
    #expect(try server.letters().isEmpty)
  }

  /// RFC 2045 §6.7, as a reader of mail decodes it.
  static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = text.replacing("=\r\n", with: "").utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="), let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  fileprivate var replacingNewlines: String {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.joined(separator: "\r\n")
  }
}

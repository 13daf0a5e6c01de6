import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@Suite struct GatewayTests {
  @Test func theGatewayGetsTheMessageAsJSON() throws {
    try TestHome.initialised { home in
      let server = try LocalServer { _ in LocalServer.answer("queued", status: "202 Accepted") }
      let outbox = Outbox(home)
      try outbox.set("messages.http-url", "\(server.url)/sms/7")
      try outbox.set("messages.phone-via", "http")
      let outcome = try home.qix(["message", "test", "--to", "+491701234567", "--text", "hi"])
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      let request = try #require(server.requests.first)
      #expect(request.method == "POST" && request.target == "/sms/7")
      let body = try JSONSerialization.jsonObject(with: Data(request.body.utf8)) as? [String: Any]
      #expect(body?["to"] as? String == "+491701234567" && body?["text"] as? String == "hi")
    }
  }

  /// A setting is shown to many and kept in the audit log.
  @Test(arguments: ["?token=SEKRET", "/api?token=SEKRET", "/?k=SEKRET"])
  func aSecretInTheAddressIsRefused(_ tail: String) throws {
    try TestHome.initialised { home in
      for command in ["set", "set --dry-run"] {
        let words = "setting \(command) messages.http-url".split(separator: " ").map(String.init)
        let outcome = try home.qix(words + ["https://x.example\(tail)"])
        #expect(outcome.exitCode == 2 && outcome.errors.contains("messages.http-token"))
        #expect(!outcome.errors.contains("SEKRET"))
      }
      #expect(try !home.qix("audit show --json").output.contains("SEKRET"))
    }
  }

  @Test func aMailServersFormIsNamed() throws {
    try TestHome.initialised { home in
      for text in ["mail.example.com", "https://mail.example.com", "smtp://a b", "smtp://mail.example.com/x"] {
        let outcome = try home.qix(["setting", "set", "messages.smtp-server", text])
        #expect(outcome.exitCode == 2 && outcome.errors.contains("smtps://HOST") && !outcome.errors.contains("Give an"))
      }
    }
  }

  @Test func aTemplateIsFilledInValueByValue() throws {
    try TestHome.initialised { home in
      let server = try LocalServer { _ in LocalServer.answer("") }
      let outbox = Outbox(home)
      try outbox.set("messages.http-url", server.url)
      try outbox.set(
        "messages.http-body", #"{"recipients":[{"msisdn":"{to}"}],"body":"qix: {text} {x}","flash":false,"n":1}"#)
      let text = #"", "flash": true, {to} \"#
      #expect(
        try home.qix(["message", "test", "--to", "+491701234567", "--via", "http", "--text", text]).exitCode == 0)
      let body =
        try JSONSerialization.jsonObject(with: Data(try #require(server.requests.first).body.utf8)) as? [String: Any]
      #expect(body?["body"] as? String == "qix: \(text) {x}")
      #expect(body?["flash"] as? Bool == false)
      #expect((body?["recipients"] as? [[String: String]])?.first?["msisdn"] == "+491701234567")
    }
  }

  @Test(arguments: [("500 Oops", 75), ("429 Too Many", 75), ("401 Unauthorized", 1), ("302 Found", 1), ("400 Bad", 1)])
  func itsStatusDecides(_ status: String, _ code: Int32) throws {
    try TestHome.initialised { home in
      let server = try LocalServer { _ in
        LocalServer.answer("secret detail", status: status, headers: ["Location: /other"])
      }
      try Outbox(home).set("messages.http-url", "\(server.url)/key-in-path")
      let outcome = try home.qix("message test --to +491701234567 --via http")
      #expect(outcome.exitCode == code, "\(outcome.errors)")
      #expect(!outcome.errors.contains("key-in-path") && !outcome.errors.contains("secret detail"))
      #expect(server.requests.count == 1)
    }
  }

  @Test(arguments: [
    ("messages.http-url", "http://example.com/"), ("messages.http-url", "ftp://x/"), ("messages.http-body", "{"),
    ("messages.http-body", #"{"to":"{to}"}"#), ("messages.http-token", "s3cret-token"),
    ("messages.smtp-server", "mail.example.com"), ("messages.smtp-from", "nobody"), ("messages.smtp-tls", "maybe"),
    ("messages.phone-via", "smtp"), ("messages.time-limit", "0"), ("messages.smtp-user", "a b"),
  ])
  func settingsAreChecked(_ name: String, _ value: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(["setting", "set", name, value])
      #expect(outcome.exitCode == 2)
    }
  }
}

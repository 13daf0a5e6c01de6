import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A home in which ada has a verified address and bob a verified number, with coffees to redeem.
struct Stage {
  let home: TestHome
  let outbox: Outbox

  static let origin = "https://qix.example"

  static func with(_ body: (Stage) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      home.clock.set(try #require(Timestamp("2027-06-01T10:00:00Z")))
      let stage = Stage(home: home, outbox: Outbox(home))
      try stage.outbox.useFile()
      for line in [
        "user create --external-id ada", "user create --external-id bob", "coins issue --to ada --amount 900",
        "coins issue --to bob --amount 900", "voucher generate latte --count 50 --title Latte",
        "reward create coffee --brand Alba --title Coffee --price 10 --delivery voucher:latte --stock 50",
        "reward publish coffee", "setting set app.origin \(origin)",
      ] {
        try home.done(line)
      }
      try stage.prove("email", "ada@example.com", of: "ada")
      try stage.prove("phone", "+393391234567", of: "bob")
      // The first run begins.
      try home.done("notice send")
      try FileManager.default.removeItem(atPath: stage.outbox.file)
      try body(stage)
    }
  }

  func prove(_ field: String, _ value: String, of user: String) throws {
    try home.done("user set \(user) --\(field) -", input: value + "\n")
    let request = try home.done("auth otp request --\(field) - --user \(user) --quiet", input: value + "\n")
    let id = request.filter { !$0.isWhitespace }
    try home.done("auth otp verify \(id) --code-file -", input: try outbox.lastCode() + "\n")
  }

  /// Redeems a coffee, which hands a voucher over.
  func redeem(_ user: String, _ key: String) throws {
    try home.done("reward redeem coffee --user \(user) --idempotency-key \(key)")
  }

  /// Runs `qix notice send`.
  @discardableResult
  func send() throws -> JSONValue { try JSONValue(parsing: home.done("notice send --json")) }

  func notices(_ words: String) throws -> [JSONValue] {
    try JSONValue(parsing: home.done("notice list --json \(words)"))["notices"]?.array ?? []
  }

  /// The key in the last line of the last message.
  func lastKey() throws -> String {
    let line = try #require(outbox.sent().last?["text"]?.split(separator: "\n").last)
    return String(try #require(line.split(separator: "/").last))
  }
}

import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A home with something for each kind of link: the campaign summer runs and autumn is a draft, the reward mug is
/// published and plate is a draft, and Ada and Ben are users.
struct Stall {
  let home: TestHome

  static func with(vault: Bool = false, origin: String? = nil, _ body: (Stall) throws -> Void) throws {
    try TestHome.initialised(vault: vault) { home in
      let today = home.clock.now().date
      for line in [
        "tv schedule add --channel Uno --programme Live --start \(today)T00:00 --length 2d --zone UTC",
        "campaign create summer --brand Acme --title Summer --start \(today) --end 2027-12-01 --time-zone UTC "
          + "--shake tv --set tv.channels=[\"Uno\"] --award fixed:20",
        "campaign fund summer --amount 1000", "campaign start summer", "campaign copy summer autumn",
        "reward create mug --brand Acme --title Mug --delivery goods --price 5 --stock 100",
        "reward create plate --brand Acme --title Plate --delivery goods --price 5 --stock 100",
        "reward publish mug", "user create --external-id ada", "user create --external-id ben",
      ] { try home.done(line) }
      if let origin { try home.done("setting set app.origin \(origin)") }
      try body(Stall(home: home))
    }
  }

  /// What a link leads to.
  func open(_ link: String, for user: String? = nil) throws -> JSONValue {
    let outcome = try home.qix(["open", link, "--json"] + (user.map { ["--user", $0] } ?? []))
    try #require(outcome.exitCode == 0, "\(link): \(outcome.errors)")
    return try JSONValue(parsing: outcome.output)
  }

  /// The code of the error with which a link is refused, and the exit code.
  func refusal(_ link: String, for user: String? = nil) throws -> (code: String?, exit: Int32) {
    let outcome = try home.qix(["open", "--json"] + (user.map { ["--user", $0] } ?? []) + ["--", link])
    let error = try? JSONValue(parsing: outcome.errors)["error"]
    return (error?["code"]?.string, outcome.exitCode)
  }
}

internal import QixCommands
internal import QixTerminal

/// The nouns as the program's help groups them, in the order in which somebody meets them.
enum Help {
  static let sections = [
    HelpSection("Start", ["init", "doctor", "help", "version"]),
    HelpSection("Customers", ["find", "user", "auth", "session", "member", "dispute", "mode", "message", "notice"]),
    HelpSection("Coins", ["wallet", "coins", "budget"]),
    HelpSection(
      "Campaigns",
      [
        "campaign", "segment", "shake", "tv", "read", "video", "product", "scan", "receipt", "stadium", "draw",
        "raffle",
        "directive", "card", "picture",
      ]),
    HelpSection("Rewards", ["reward", "redemption", "voucher"]),
    HelpSection("Loyalty", ["tier", "referral", "badge"]),
    HelpSection("Operate", ["report", "db", "setting", "audit", "vault", "token", "role", "staff"]),
    HelpSection(
      "Integrate",
      ["serve", "open", "link", "route", "case", "event", "webhook", "plugin", "completions", "man"]),
  ]
}

import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Reliability 24: what a command tells, and not only whether it runs. Every command that an integrator may run is asked
/// about what is somebody else's, by every role and in every format.
@Suite struct TellingTests {
  /// How each command is asked about Ada's things, or about Ben, whom the caller names: a new command that is open to
  /// integrators needs a line here. Those that change something do it for show.
  static let questions: [String: [String]] = [
    "message senders": [""],
    "user create": ["--external-id new --dry-run"],
    "user show": ["ben", "ben --changes"],
    "user find": ["ben", "--username nobody"],
    "user set": ["ben --username benny --dry-run"],
    "user upgrade": ["ben --to temporary --dry-run"],
    "user link": ["ben --provider google --token-file none"],
    "user unlink": ["ben --provider google"],
    "user avatar": ["ben"],
    "auth otp request": ["--phone +393331234567 --dry-run"],
    "auth otp verify": ["otp_01h455vb4pex5vsknk084sn02q"],
    "auth otp sign-in": ["otp_01h455vb4pex5vsknk084sn02q"],
    "auth oidc sign-in": ["--provider google --token-file none"],
    "session create": ["ben"],
    "session list": ["--user ben"],
    "session end": ["--user ben --all --dry-run"],
    "auth oidc verify": ["--provider google --token-file none"],
    "auth oidc jwks": [""],
    "auth provider list": [""],
    "mode list": [""],
    "member resolve": ["", "--till canary-till"],
    "coins issue": ["--to ben --amount 1 --idempotency-key canary-key-1", "--to ben --amount 1 --dry-run"],
    "coins hold": ["--from ben --amount 1 --idempotency-key canary-key-2"],
    "coins capture": ["{hold} --dry-run", "{trf}"],
    "coins void": ["{hold} --dry-run", "{trf}"],
    "coins reverse": ["{trf}"],
    "coins redeem": ["--from ben --amount 1 --idempotency-key canary-key-3"],
    "coins show": ["{trf}", "{hold}", "canary-key-none"],
    "wallet show": ["ben"],
    "wallet history": ["ben"],
    "budget show": ["summer", "nods"],
    "role list": [""],
    "staff sign-in": ["--token-file none"],
    "staff show": [""],
    "staff confirm": ["--token-file none"],
    "staff sign-out": ["--dry-run"],
    "staff begin": ["none"],
    "staff finish": ["--state none --code-file none"],
    "staff provider list": [""],
    "role show": ["integrator"],
    "campaign show": ["nods"],
    "campaign list": [""],
    "segment show": ["none --user ben"],
    "raffle enter": ["draw --user ben --idempotency-key canary-key-1 --dry-run"],
    "raffle list": [""],
    "receipt status": ["rct_01m7w9tzg3f7fs9hn862jj74bb", "shk_01m7w9tzg3f7fs9hn862jj74bb"],
    "shake send": ["--user ben --type nod --campaign nods --idempotency-key canary-key-7 --evidence none"],
    "shake show": ["{shk}"],
    "shake explain": ["{shk}"],
    "shake list": ["--user ben", "--campaign nods"],
    "shake types": [""],
    "shake here": ["--user ben", "--user ben --place north --link qix://alba/nods"],
    "shake tv": ["--user ben --dry-run"],
    "shake receipt": ["--user ben --campaign nods --image none --dry-run"],
    "shake stadium": ["--user ben --campaign nods --audio none --dry-run"],
    "stadium event list": [""],
    "stadium event show": ["none"],
    "shake read": ["--user ben --campaign nods"],
    "shake video": ["--user ben --campaign nods"],
    "directive list": [""],
    "directive show": ["none"],
    "directive test": ["--user ben"],
    "directive fetch": ["--dry-run"],
    "directive source list": [""],
    "picture list": [""],
    "card list": [""],
    "card show": ["banner"],
    "card here": ["", "--user ben"],
    "webhook add": ["https://other.example/ --campaign nods --dry-run"],
    "webhook list": [""],
    "webhook show": ["{whk}"],
    "webhook secret": ["{whk}"],
    "webhook test": ["{whk} --dry-run"],
    "webhook deliver": ["--dry-run"],
    "webhook pause": ["{whk} --dry-run"],
    "webhook resume": ["{whk} --dry-run"],
    "webhook remove": ["{whk} --dry-run"],
    "tv schedule list": [""],
    "tv schedule show": ["brd_01h455vb4pex5vsknk084sn02q"],
    "read questions check": ["--file none"],
    "video list": [""],
    "video show": ["none"],
    "product show": ["4006381333931"],
    "product list": [""],
    "product find": ["highlighter"],
    "product prefix list": [""],
    "scan preview": ["--user ben --campaign nods --code 4006381333931"],
    "shake scan": ["--user ben --campaign nods --code 4006381333931 --dry-run", "--user ben --image none"],
    "voucher show": ["{vch}", "coffee", "{stock}"],
    "voucher check": [""],
    "voucher use": ["--idempotency-key canary-key-6"],
    "voucher restore": ["canary-key-none", "vus_01h455vb4pex5vsknk084sn02q"],
    "voucher key": [""],
    "reward export": [""],
    "reward list": [""],
    "reward show": ["cup"],
    "reward redeem": ["cup --user ben --idempotency-key canary-key-5"],
    "redemption list": ["--user ben", ""],
    "redemption show": ["{vch}", "{rdm}"],
    "tier list": [""],
    "tier of": ["ben"],
    "referral list": [""],
    "referral show": ["friends"],
    "referral code": ["ben --dry-run"],
    "referral claim": ["ben --code {referral} --dry-run"],
    "referral of": ["ben"],
    "badge list": [""],
    "badge show": ["none"],
    "badge of": ["ben"],
    "route list": [""],
    "open": [
      "wallet", "campaign/nods --user ben", "voucher/{vch}", "voucher/{vch} --user ben", "voucher/{stock}",
      "referral/{referral} --user ben", "reward/cup --user ben",
    ],
    "link qr": ["campaign/nods"],
    "event types": [""],
  ]

  private static func integratorsCommands() throws -> [String] {
    try Commands.places().filter { place in
      guard case .command(let type) = place.node, !type.isStandalone else { return false }
      return type.declaration.roles.contains(.integrator) && !type.declaration.isForOwner
    }.map { $0.path.dropFirst().joined(separator: " ") }
  }

  @Test func everyCommandOfIntegratorsIsAsked() throws {
    #expect(Set(try Self.integratorsCommands()).subtracting(Self.questions.keys).sorted() == [])
    #expect(Set(Self.questions.keys).subtracting(try Self.integratorsCommands()).sorted() == [])
  }

  @Test(arguments: Role.ofTokens)
  func nobodyIsToldWhatTheyMayNotKnow(_ role: Role) throws {
    try SampleHome.with { sample in
      let file = "\(sample.home.path)/as.token"
      try sample.home.done("token create as --role \(role) --output \(file)")
      let principal = Principal(name: "token:as", role: role)
      var forbidden = sample.personal.map { ($0, "personal data") }
      if !principal.mayKnow(.user) { forbidden += sample.identities.map { ($0, "a user") } }
      if !principal.mayKnow(.key) { forbidden += sample.keys.map { ($0, "a key") } }
      if !principal.mayKnow(.reason) { forbidden += sample.words.map { ($0, "a reason") } }
      if !principal.mayKnow(.trace) { forbidden.append((sample.things["use"] ?? "", "a use")) }
      if principal.isKeptToItsOwn { forbidden.append(("hooks.example", "a webhook")) }
      forbidden.append((sample.things["code"] ?? "", "a voucher's code"))
      var told = 0
      for (command, lines) in Self.questions.sorted(by: { $0.key < $1.key }) {
        for line in lines {
          for format in [["--json"], ["--tsv"], ["--quiet"], []] {
            let words = command.split(separator: " ").map(String.init) + sample.filled(line)
            let outcome = try sample.home.qix(["--as", file] + words + format)
            // What the caller has said itself is no news.
            let said = words.joined(separator: " ")
            for (text, what) in forbidden where !text.isEmpty && !said.contains(text) {
              let answer = outcome.output + outcome.errors
              #expect(!answer.contains(text), "\(role) is told \(what) by \(words + format): \(answer)")
            }
            if outcome.exitCode == 0, !outcome.output.isEmpty { told += 1 }
          }
        }
      }
      // The questions reach something.
      #expect(told > 60, "\(told) answers")
      try sample.home.done("coins verify")
    }
  }

  /// What is left out keeps its key in JSON and its column in TSV, and is left out of what a person reads.
  @Test func whatIsWithheldKeepsTheShape() throws {
    try SampleHome.with { sample in
      let file = "\(sample.home.path)/as.token"
      try sample.home.done("token create as --role integrator --output \(file)")
      func asked(_ line: String, as token: String?) throws -> TestTerminal.Outcome {
        try sample.home.qix((token.map { ["--as", $0] } ?? []) + sample.filled(line))
      }
      func keys(_ json: String) -> [String] {
        json.split(separator: "\n").compactMap { line in
          line.split(separator: "\"").dropFirst().first.map(String.init)
        }
      }
      for line in ["redemption show {vch} --json", "voucher show {vch} --json", "wallet history ben --json"] {
        #expect(try keys(asked(line, as: file).output) == keys(asked(line, as: nil).output), "\(line)")
      }
      let json = try asked("voucher show {vch} --json", as: file).output
      #expect(json.contains("\"user\": null") && json.contains("\"key\": null"))
      let owner = try asked("wallet history ben --tsv", as: nil).output
      let table = try asked("wallet history ben --tsv", as: file).output
      #expect(table.split(separator: "\n").first == owner.split(separator: "\n").first)
      #expect(!table.contains("canary"))
      let person = try asked("wallet history ben", as: file).output
      #expect(!person.contains("KEY") && !person.contains("REASON") && person.contains("AMOUNT"), "\(person)")
      #expect(try asked("wallet history ben", as: nil).output.contains("KEY"))
      // The user whom the caller names is shown.
      let ben = try sample.home.done("user show ben --quiet").filter { $0 != "\n" }
      #expect(try asked("user show ben", as: file).output.contains(ben))
      #expect(try asked("referral of ben --json", as: file).output.contains(ben))
    }
  }

  /// docs/roles.md says who may know what, as the one table in the program does.
  @Test func whoMayKnowWhatIsAsDocumented() throws {
    let roles = Role.allCases
    var lines = [
      "| Kind | What it is | \(roles.map(\.rawValue).joined(separator: " | ")) |",
      "|---|---|\(roles.map { _ in ":-:" }.joined(separator: "|"))|",
    ]
    for datum in Confidential.allCases {
      let cells = roles.map { datum.roles.contains($0) ? "knows" : "" }
      lines.append("| \(datum.rawValue) | \(datum.summary) | \(cells.joined(separator: " | ")) |")
    }
    let page = try House.text("docs/roles.md")
    let first = try #require(page.firstRange(of: "<!-- knowledge -->\n\n"))
    let last = try #require(page.firstRange(of: "\n\n<!-- knowledge ends -->"))
    let table = lines.joined(separator: "\n")
    if House.isRecording {
      try (page[..<first.upperBound] + table + page[last.lowerBound...])
        .write(toFile: House.path("docs/roles.md"), atomically: true, encoding: .utf8)
    } else {
      #expect(page[first.upperBound..<last.lowerBound] == table, "look, then record with QIX_RECORD=1")
    }
  }
}

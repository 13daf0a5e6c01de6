import QixCatalog
import QixCommands
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting

/// A home with something of every kind in it that belongs to somebody else: Ada and an operator have left canaries in
/// whatever one can write, and nobody who asks is either of them. Ben is the user whom everybody may name.
struct SampleHome {
  let home: TestHome
  /// What belongs to Ada, by its name in command lines: `{trf}`, `{hold}`, `{rdm}`.
  private(set) var things: [String: String] = [:]
  /// What tells who Ada is.
  private(set) var identities: [String] = []
  /// Idempotency keys of somebody else.
  let keys = ["canary-key"]
  /// Reasons and notes of somebody else.
  let words = ["canary-reason", "canary-note"]
  /// Personal data, which nobody sees without --reveal.
  let personal = ["3331234567", "canary.address"]

  static func with(_ body: (SampleHome) throws -> Void) throws {
    try TestHome.initialised(vault: true, modules: Catalog.modules + [NodModule.self]) { home in
      try body(SampleHome(home))
    }
  }

  private init(_ home: TestHome) throws {
    self.home = home
    func made(_ line: String, input: String = "") throws -> String {
      String(try home.done("\(line) --quiet", input: input).split(separator: "\n").last ?? "")
    }
    let stage = try ShakeStage(home, Nod.self, campaign: "nods", award: 5)
    let ada = try made("user create --external-id canary-ada")
    _ = try made("user create --external-id ben")
    _ = try made(
      "user set canary-ada --file -", input: #"{"phone": "+393331234567", "address": "canary.address 1"}"#)
    _ = try made("budget create summer --amount 100000 --reason canary-reason --idempotency-key canary-key-0")
    things["trf"] = try made(
      "coins issue --to canary-ada --from budget:summer --amount 900 --reason canary-reason --idempotency-key canary-key-1"
    )
    things["hold"] = try made(
      "coins hold --from canary-ada --amount 7 --reason canary-reason --idempotency-key canary-key-2")
    _ = try made(
      "coins transfer --from canary-ada --to ben --amount 20 --reason canary-reason --idempotency-key canary-key-3")
    _ = try made("coins hold --from ben --amount 1 --reason canary-reason --idempotency-key canary-key-4")
    _ = try made("voucher generate coffee --count 5 --title Coffee")
    things["stock"] = try home.unchecked.read { connection in
      try connection.first("SELECT id FROM vouchers_vouchers ORDER BY id LIMIT 1") {
        "\(try $0.identifier(0) as Identifier<VoucherMark>)"
      }
    }
    _ = try made(
      "reward create cup --brand Alba --title Cup --delivery voucher:coffee --price 10 --stock 4")
    _ = try made("reward publish cup")
    things["rdm"] = try made("reward redeem cup --user canary-ada --idempotency-key canary-key-5")
    things["vch"] = try home.unchecked.read { connection in
      try connection.first("SELECT id FROM vouchers_vouchers WHERE user IS NOT NULL") {
        "\(try $0.identifier(0) as Identifier<VoucherMark>)"
      }
    }
    let code = try home.qix("redemption show \(things["rdm"] ?? "") --reveal --reason x --json").output
    things["code"] = code.split(separator: "\"code\": \"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
    things["use"] = try made(
      "voucher use --idempotency-key canary-key-6 --till canary-till", input: things["code"] ?? "")
    _ = try made("referral create friends --referrer 10 --referee 10")
    things["referral"] = try made("referral code canary-ada")
    _ = try made("referral claim ben --code \(things["referral"] ?? "")")
    let shake = try stage.shake("canary-ada", raw: "{}", key: "canary-key-7")
    things["shk"] = shake.shake
    _ = try made("raffle create draw --winners 1")
    _ = try made("card create banner --title Banner --action Open=wallet")
    _ = try made("card publish banner")
    things["whk"] = try made("webhook add https://hooks.example/canary --events shake.won")
    things["ada"] = ada
    identities = [ada, "canary-ada"]
  }

  /// A line with Ada's things in their places.
  func filled(_ line: String) -> [String] {
    var line = line
    for (name, value) in things { line = line.replacing("{\(name)}", with: value) }
    return line.split(separator: " ").map(String.init)
  }
}

/// How the ids of vouchers begin: their own module is none that this suite knows.
private enum VoucherMark: IdentifierTag {
  static let prefix = "vch"
}

private enum NodModule: ShakeProviding {
  static let id = "nods"
  static let summary = "A type of shake that takes everything."
  static let requires = ["shakes"]
  static let shakeTypes: [any ShakeType.Type] = [Nod.self]
}

private struct Nod: ShakeType {
  static let name = "nod"
  static let summary = "Takes everything"
  let writes = false
  init(_ settings: ShakeSettings) {}
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}

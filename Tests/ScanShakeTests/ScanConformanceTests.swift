import QixGS1
import QixShake
import QixTesting
import Testing

@testable import ScanShake

/// What holds for every type of shake holds for this one.
@Suite struct ScanConformanceTests {
  /// Another product each time.
  static func gtin(_ number: Int) -> String {
    let body = Array(String(400_638_100_000 + number).utf8).map { $0 - 48 }
    return String(400_638_100_000 + number) + String(GTIN.checkDigit(of: body))
  }

  private static let conformance = ShakeConformance(
    ScanShake.self, settings: ["typed": true, "per-minute": 1_000, "per-day": 10_000], counts: .onceForUser,
    prepare: { home in
      let lines = (0..<400).map { "\(gtin($0)),Product \($0)" }
      _ = try home.done("product import -", input: "gtin,name\n" + lines.joined(separator: "\n"))
    },
    good: { _, _, number in ["code": .string(gtin(number))] },
    bad: [["code": "4006381333932"], ["code": "96385074"], [:]])

  @Test(arguments: ShakeConformance.Rule.allCases)
  func itKeepsTheRules(_ rule: ShakeConformance.Rule) throws { try Self.conformance.check(rule) }
}

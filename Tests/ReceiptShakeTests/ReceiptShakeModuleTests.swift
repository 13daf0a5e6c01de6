import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixShake
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

@Suite struct ReceiptShakeModuleTests {
  @Test func itIsInTheCatalogue() throws {
    #expect(Catalog.modules.contains { $0 == ReceiptShakeModule.self })
    let types = try ShakeTypes.all(of: try Registry(Catalog.modules))
    #expect(types["receipt"] == ReceiptShake.self)
  }

  @Test func whatTheTypeSaysOfItselfCanBeUsed() { #expect(ShakeTypes.faults(of: ReceiptShake.self) == []) }

  /// Refusals and signs are told apart by their words, for ever.
  @Test func everySignHasASentence() {
    #expect(Set(Sign.allCases.map(\.sentence)).count == Sign.allCases.count)
    #expect(Sign.allCases.allSatisfy { !$0.sentence.hasSuffix(".") && !$0.rawValue.contains(",") })
  }

  private static let house = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  /// docs/receipts.md is what operators and the desk go by.
  @Test func theGuideIsTrue() throws {
    let text = try String(contentsOf: Self.house.appending(path: "docs/receipts.md"), encoding: .utf8)
    for setting in ReceiptShake.settings { #expect(text.contains("`\(setting.name)`"), "\(setting.name)") }
    for sign in Sign.allCases { #expect(text.contains("`\(sign.rawValue)`"), "\(sign)") }
    for setting in ReceiptShakeModule.settings { #expect(text.contains("`\(setting.name)`"), "\(setting.name)") }
    // Every code of a refusal in the sources.
    let sources = try ["Rules/Evaluation.swift", "ReceiptShakeType.swift"].map {
      try String(contentsOf: Self.house.appending(path: "Plugins/ReceiptShake/\($0)"), encoding: .utf8)
    }
    let codes =
      sources[0].matches(of: /refuse\(\s*"receiptshake\.([a-z-]+)"/).map { "receiptshake.\($0.1)" }
      + sources[1].matches(of: /(?:Refusal|Notice)\(\s*"(receiptshake\.[a-z-]+)"/).map { String($0.1) }
    #expect(codes.count > 12)
    for code in codes { #expect(text.contains("`\(code)`"), "\(code)") }
    // The campaign of the guide can be made as it stands there.
    let json = try #require(
      text.components(separatedBy: "```json\n").dropFirst().first?.components(separatedBy: "```")[0])
    try TestHome.initialised(vault: true) { home in
      let made = try home.qix("campaign create --file -", input: json)
      #expect(made.exitCode == 0, "\(made.errors)")
    }
  }

  @Test func theReadmeNamesEverySetting() throws {
    let text = try String(contentsOf: Self.house.appending(path: "Plugins/ReceiptShake/README.md"), encoding: .utf8)
    for setting in ReceiptShake.settings { #expect(text.contains("`\(setting.name)`"), "\(setting.name)") }
  }
}

import QixCatalog
import QixKernel
import QixStorage
import Testing

@Suite struct SettingTests {
  @Test func theyAreWellDeclared() throws {
    #expect(try Registry(Catalog.modules).settingMistakes == [])
  }

  private enum Odd: SettingProviding {
    static let id = "odd"
    static let summary = "Settings with mistakes."
    static var settings: [any DeclaredSetting] {
      [
        Setting.integer("odd.fine", "Nothing wrong.", default: 3, in: 1...5),
        Setting.integer("odd.fine", "Twice.", default: 3, in: 1...5),
        Setting.integer("odd.high", "A default out of range.", default: 9, in: 1...5),
        Setting.text("other.name", "Of another module."), Setting.text("odd.Big", "A capital letter."),
        Setting.text("odd.a--b", "No word between hyphens."), Setting.text("odd.", "No word."),
        Setting.text("odd.mute", ""),
      ]
    }
  }

  @Test func mistakesAreFound() throws {
    let mistakes = try Registry([Odd.self]).settingMistakes
    #expect(mistakes.count == 7)
    for part in ["odd.fine", "odd.high", "other.name", "odd.Big", "odd.a--b", "'odd.'", "odd.mute"] {
      #expect(mistakes.contains { $0.contains(part) }, "\(part): \(mistakes)")
    }
  }
}

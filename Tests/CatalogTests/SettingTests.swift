import Foundation
import QixCatalog
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
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
        Setting.text("other.name", .words, "Of another module."), Setting.text("odd.Big", .words, "A capital letter."),
        Setting.text("odd.a--b", .words, "No word between hyphens."), Setting.text("odd.", .words, "No word."),
        Setting.text("odd.mute", .words, ""),
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

  /// Whoever decides which program runs, where codes go or which key is used can become anybody: those settings are the
  /// owner's alone. A new setting is looked at here.
  @Test func thoseThatLeadToProgramsAddressesOrKeysAreForTheOwner() throws {
    let settings = try Registry(Catalog.modules).settings
    let forOwner = settings.filter(\.kind.isForOwner).map(\.name).sorted()
    #expect(
      forOwner == [
        "app.origin", "messages.command", "messages.command-in-shell", "messages.email-via", "messages.http-body",
        "messages.http-token", "messages.http-url", "messages.phone-via", "messages.smtp-from",
        "messages.smtp-password", "messages.smtp-server", "messages.smtp-tls", "messages.smtp-user",
        "openid.customers", "server.brand-logo", "server.media-origins", "server.origins", "server.proxies",
        "staff.origin",
        "vault.key-file",
      ])
    let suspicious = [
      "url", "command", "shell", "server", "token", "password", "file", "key", "path", "secret", "host",
    ]
    for setting in settings where !setting.kind.isForOwner {
      let words = setting.name.split { $0 == "." || $0 == "-" }.dropFirst().map(String.init)
      #expect(words.allSatisfy { !suspicious.contains($0) }, "'\(setting.name)' is a \(setting.kind)")
    }
  }

  /// Nor is what an error says of them.
  @Test func aKeyFileThatIsGoneIsNotNamedToTheDesk() throws {
    try TestHome.initialised(vault: true) { home in
      let file = "\(home.path)/sue.token"
      try home.done("token create sue --role support --output \(file)")
      try home.done("user create --external-id ada")
      try FileManager.default.removeItem(atPath: home.vaultKey)
      let line = ["user", "note", "add", "ada", "calls", "--json"]
      let (owners, hers) = (try home.qix(line), try home.qix(["--as", file] + line))
      #expect(owners.errors.contains("vault.key-file") && owners.errors.contains("/vault.key"), "\(owners)")
      #expect(hers.errors.contains("vault.key-file") && !hers.errors.contains("/vault.key"), "\(hers)")
    }
  }

  /// The real program: an admin's token changes rules and words, and none of the others.
  @Test func anAdminsTokenSetsNoneOfThem() throws {
    try TestHome.initialised { home in
      let file = "\(home.path)/admin.token"
      try home.done("token create admin --role admin --output \(file)")
      for setting in try Registry(Catalog.modules).settings {
        let value = setting.defaultText
        for words in [["setting", "set", setting.name, "--", value], ["setting", "reset", setting.name]] {
          let outcome = try home.qix(["--as", file, "--json"] + words)
          let owners = try home.qix(["--json"] + words)
          #expect(outcome.exitCode == (setting.kind.isForOwner ? 4 : owners.exitCode), "\(words): \(outcome.errors)")
          #expect(outcome.errors.contains("access.owner-only") == setting.kind.isForOwner, "\(words)")
        }
      }
    }
  }
}

import Foundation
import Glibc
import QixCrypto
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Where secrets come from and where they may go.
@Suite struct SecretTests {
  private static let code = SecretInput("code", "the code", limit: 10)
  private static let key = SecretInput("wrapping-key", "the key", limit: 10, takesStandardInput: false, isText: false)

  private struct Ask: Command {
    static let declaration = Declaration("ask", "Ask", roles: .everyone, examples: [])
    let code = SecretOption(SecretTests.code)
    let key = SecretOption(SecretTests.key)
    private let reveal = RevealFlag()
    func run(in context: Context) -> Printed { Printed() }
  }

  private func source(_ words: String...) throws -> SecretSource { try Ask.parsing(words).code.source() }

  private func keySource(_ words: String...) throws -> SecretSource { try Ask.parsing(words).key.source() }

  private func read(
    _ source: SecretSource, isNew: Bool = false, in terminal: TestTerminal, _ globals: GlobalOptions = GlobalOptions()
  ) throws -> (secret: String, errors: String) {
    var text = ""
    let errors = try terminal.capture(globals) {
      let secret = isNew ? try $0.newSecret(source) : try $0.secret(source)
      text = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }.errors
    return (text, errors)
  }

  private func file(_ content: [UInt8], mode: mode_t = 0o600) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("qix-secret-\(UUID())").path
    try Data(content).write(to: URL(fileURLWithPath: path))
    chmod(path, mode)
    return path
  }

  @Test func fromAFileOneNewlineIsLeftOut() throws {
    for (content, secret) in [
      ("abc", "abc"), ("abc\n", "abc"), ("abc\r\n", "abc"), ("abc\n\n", "abc\n"), (" a b \n", " a b "),
      ("a\n b", "a\n b"),
      ("0123456789\n", "0123456789"), ("\r", "\r"),
    ] {
      let path = try file(Array(content.utf8))
      defer { unlink(path) }
      let (found, errors) = try read(source("--code-file", path), in: TestTerminal())
      #expect(found == secret && errors == "", "\(content.debugDescription)")
    }
    let path = try file([0x61, 0x0A])
    defer { unlink(path) }
    #expect(try read(keySource("--wrapping-key-file", path), in: TestTerminal()).secret == "a\n")
  }

  /// Expects an error of usage, which has these words alone.
  private func refused<Result>(_ code: String, _ sentence: String, _ body: () throws -> Result) {
    let error = #expect(throws: Failure.self) { _ = try body() }
    #expect(error?.code == code && error?.category.exitCode == 2)
    #expect(error?.description == sentence)
  }

  @Test func whatIsEmptyOrTooLongIsRefused() throws {
    for (content, error) in [
      ("", SecretError.empty(name: "code")), ("\n", .empty(name: "code")), ("\r\n", .empty(name: "code")),
      ("01234567890", .tooLong(name: "code", limit: 10)), ("0123456789\n\n", .tooLong(name: "code", limit: 10)),
      (String(repeating: "x", count: 100_000), .tooLong(name: "code", limit: 10)),
    ] {
      #expect(throws: error) { try read(Self.code.anywhere, in: TestTerminal(input: content)) }
    }
    let wide = SecretInput("code", "the code", limit: 100_000)
    let long = String(repeating: "y", count: 100_000)
    #expect(try read(wide.anywhere, in: TestTerminal(input: long + "\n")).secret == long)
  }

  @Test func aFileThatOthersCanReadIsWarnedOf() throws {
    for (mode, isWarned) in [(mode_t(0o600), false), (0o400, false), (0o640, true), (0o604, true)] {
      let path = try file(Array("abc".utf8), mode: mode)
      defer { unlink(path) }
      let errors = try read(source("--code-file", path), in: TestTerminal()).errors
      #expect(errors.contains("chmod 600") == isWarned && errors.isEmpty == !isWarned)
    }
  }

  @Test func fromADescriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    write(ends[1], "abc\n", 4)
    close(ends[1])
    #expect(try read(source("--code-fd", "\(ends[0])"), in: TestTerminal()).secret == "abc")
    close(ends[0])
    refused("secret.closed-descriptor", "--code-fd: descriptor 1000000 is not open for reading") {
      try read(source("--code-fd", "1000000"), in: TestTerminal())
    }
    // Open, and for writing only.
    let output = open("/dev/null", O_WRONLY)
    defer { close(output) }
    refused("secret.closed-descriptor", "--code-fd: descriptor \(output) is not open for reading") {
      try read(source("--code-fd", "\(output)"), in: TestTerminal())
    }
    // A file of the program's own, which no caller can have handed over.
    let own = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(own) }
    refused("secret.closed-descriptor", "--code-fd: descriptor \(own) is not open for reading") {
      try read(source("--code-fd", "\(own)"), in: TestTerminal())
    }
    #expect(try read(source("--code-fd", "0"), in: TestTerminal(input: "abc\n")).secret == "abc")
  }

  @Test func onePlaceAtATime() throws {
    #expect(throws: UsageError.self) { try source("--code-fd", "3", "--code-file", "x") }
    #expect(throws: UsageError.self) { try source("--code-fd", "-1") }
    // There is no option that takes the secret itself.
    #expect(throws: UsageError.self) { try source("--code", "abc") }
    #expect(throws: InputError.missing(path: "/nope")) { try read(source("--code-file", "/nope"), in: TestTerminal()) }
    #expect(try !source().isNamed && source("--code-fd", "3").isNamed)
  }

  @Test func standardInputOnlyWhereItIsMeantAndNoTerminal() throws {
    #expect(try read(Self.code.anywhere, in: TestTerminal(input: "abc\n")).secret == "abc")
    #expect(throws: SecretError.missing(name: "wrapping-key", noInput: false)) {
      try read(Self.key.anywhere, in: TestTerminal(input: "abc"))
    }
    #expect(try read(keySource("--wrapping-key-file", "-"), in: TestTerminal(input: "abc")).secret == "abc")
    for option in [["--code-fd", "0"], ["--code-file", "-"]] {
      let source = try Ask.parsing(option).code.source()
      refused("secret.terminal-input", "the code would be read from a terminal that shows it") {
        try read(source, in: TestTerminal(input: "abc", isTerminal: true))
      }
    }
  }

  @Test func aPersonIsAskedAndANewSecretTwice() throws {
    let once = TestTerminal(secrets: ["abc"], isTerminal: true)
    #expect(try read(Self.code.anywhere, in: once) == ("abc", "Code: \n"))
    let twice = TestTerminal(secrets: ["abc", "abc"], isTerminal: true)
    let asked = try read(Self.key.anywhere, isNew: true, in: twice)
    #expect(asked == ("abc", "Wrapping key: \nWrapping key, once more: \n"))
    let slip = TestTerminal(secrets: ["abc", "abd"], isTerminal: true)
    refused("secret.different", "the code was typed differently the second time") {
      try read(Self.code.anywhere, isNew: true, in: slip)
    }
    #expect(throws: SecretError.empty(name: "code")) {
      try read(Self.code.anywhere, in: TestTerminal(secrets: [""], isTerminal: true))
    }
    var forbidden = GlobalOptions()
    forbidden.noInput = true
    #expect(throws: SecretError.missing(name: "code", noInput: true)) {
      try read(Self.code.anywhere, in: once, forbidden)
    }
    #expect(throws: SecretError.missing(name: "code", noInput: false)) {
      try read(Self.code.anywhere, in: TestTerminal(isTerminal: true))
    }
  }

  @Test func onATerminalASecretIsShownOnlyWhenAskedFor() throws {
    func show(_ text: String, isRevealed: Bool, isTerminal: Bool) throws -> String {
      try TestTerminal(isTerminal: isTerminal).capture { terminal in
        var bytes = Array(text.utf8)
        let secret = SecretBytes(wiping: &bytes)
        try terminal.writeSecret(secret, isRevealed: isRevealed)
      }.output
    }
    #expect(try show("abc", isRevealed: false, isTerminal: false) == "abc")
    #expect(try show("abc", isRevealed: true, isTerminal: false) == "abc")
    #expect(try show("a\u{1B}c", isRevealed: false, isTerminal: false) == "a\u{1B}c")
    #expect(try show("äbc\t", isRevealed: true, isTerminal: true) == "äbc\t\n")
    #expect(try show("abc\n", isRevealed: true, isTerminal: true) == "abc\n")
    refused("secret.terminal-output", "a secret is not shown on a terminal unasked") {
      try show("abc", isRevealed: false, isTerminal: true)
    }
    for text in ["a\u{1B}[2J", "a\u{9B}2J", "\u{202E}abc", "a\rb"] {
      refused("secret.unprintable", "the secret holds characters that would control the terminal") {
        try show(text, isRevealed: true, isTerminal: true)
      }
    }
  }

  @Test func noErrorRepeatsTheSecret() {
    let errors = [
      SecretError.empty(name: "code"), .tooLong(name: "code", limit: 5), .missing(name: "code", noInput: true),
    ]
    #expect(errors.allSatisfy { $0.category.exitCode == 2 && $0.code.hasPrefix("secret.") })
  }
}

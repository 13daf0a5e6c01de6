import CoinsContract
import IdentityContract
import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Rewards

/// A home in January 2027 to keep a catalogue in.
struct CatalogueStage {
  let home: TestHome

  static func with(_ modules: [any Module.Type] = [], _ body: (CatalogueStage) throws -> Void) throws {
    try TestHome.initialised { home in
      var home = home
      home.modules += modules
      try body(CatalogueStage(home: home))
    }
  }

  /// The moment at which each test begins.
  static let now = Timestamp(microseconds: 1_800_000_000_000_000)

  @discardableResult
  func done(_ line: String, input: String = "", location: SourceLocation = #_sourceLocation) throws -> String {
    try done(words(line), input: input, location: location)
  }

  @discardableResult
  func done(_ words: [String], input: String = "", location: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try home.qix(words, input: input)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)", sourceLocation: location)
    return outcome.output
  }

  /// Runs what must be refused, with nothing changed by it.
  @discardableResult
  func refused(
    _ line: String, _ exitCode: Int32, _ code: String, input: String = "", location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let before = try home.contents()
    let outcome = try home.qix(words(line) + ["--json"], input: input)
    #expect(outcome.exitCode == exitCode, "\(line): \(outcome.errors)", sourceLocation: location)
    let error = try JSONValue(parsing: outcome.errors)["error"]
    #expect(error?["code"]?.string == code, "\(line): \(outcome.errors)", sourceLocation: location)
    #expect(try home.contents() == before, "\(line) has changed something", sourceLocation: location)
    return error?["message"]?.string ?? ""
  }

  /// Words with blanks between them; single quotes hold some together.
  private func words(_ line: String) -> [String] {
    var (words, word, isQuoted, isWord) = ([String](), "", false, false)
    for character in line {
      switch character {
      case "'":
        isQuoted.toggle()
        isWord = true
      case " " where !isQuoted:
        if isWord { words.append(word) }
        (word, isWord) = ("", false)
      default:
        word.append(character)
        isWord = true
      }
    }
    return isWord ? words + [word] : words
  }

  func json(_ line: String, location: SourceLocation = #_sourceLocation) throws -> JSONValue {
    try JSONValue(parsing: try done(line + " --json", location: location))
  }

  func reward(_ name: String) throws -> Reward {
    try home.database.read { try RewardStore($0).require(name) }
  }

  func standing(_ name: String) throws -> RewardStock.Standing? {
    let ledger = try context.service(Coins.ledger)
    return try home.database.read { connection in
      try RewardStock(ledger, connection).standing(of: try RewardStore(connection).require(name))
    }
  }

  /// The books must hold after whatever was done.
  func verify(location: SourceLocation = #_sourceLocation) throws {
    try done("coins verify", location: location)
  }

  /// As a command has it.
  var context: Context {
    get throws {
      var context = Context(
        clock: home.clock, random: home.random, services: Services(try Registry(home.modules)))
      context.database = home.database
      return context
    }
  }

  /// A description with nothing in it that need not be.
  static let least: JSONValue = ["name": "mug", "brand": "Alba", "title": "A mug", "delivery": "goods"]
}

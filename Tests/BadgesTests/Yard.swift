import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Two types that take everything, and a home in which a campaign of each runs.
struct Yard {
  let home: TestHome
  let clap: ShakeStage
  let nod: ShakeStage

  static func with(_ body: (Yard) throws -> Void) throws {
    try TestHome.initialised(modules: Catalog.modules + [YardModule.self]) { home in
      home.clock.set(try #require(Timestamp("2027-05-10T12:00:00Z")))
      let yard = Yard(
        home: home, clap: try ShakeStage(home, Clap.self, campaign: "claps"),
        nod: try ShakeStage(home, Nod.self, campaign: "nods"))
      try home.done("user create --external-id mia")
      try body(yard)
    }
  }

  func set(_ time: String) throws { home.clock.set(try #require(Timestamp(time))) }

  func shake(_ stage: ShakeStage? = nil, by user: String = "mia", key: String? = nil) throws {
    #expect(try (stage ?? clap).shake(user, [:], key: key).outcome == "won")
  }

  func has(_ badge: String, _ user: String = "mia") throws -> Bool {
    try home.qix("badge of \(user) --quiet").output.split(separator: "\n").contains { $0 == badge }
  }

  func count(_ badge: String, _ user: String = "mia") throws -> Int64? {
    let page = try JSONValue(parsing: try home.done("badge of \(user) --json"))
    return page["badges"]?.array?.first { $0["badge"] == .string(badge) }?["count"]?.integer
  }

  func fails(_ line: String, _ code: String, exit: Int32, _ location: SourceLocation = #_sourceLocation) throws {
    let outcome = try home.qix("\(line) --json")
    #expect(outcome.exitCode == exit, "\(line): \(outcome.errors)", sourceLocation: location)
    #expect(outcome.errors.contains("\"\(code)\""), "\(line): \(outcome.errors)", sourceLocation: location)
  }
}

enum YardModule: ShakeProviding {
  static let id = "yard"
  static let summary = "Two types of shake that take everything."
  static let requires = ["shakes"]
  static let shakeTypes: [any ShakeType.Type] = [Clap.self, Nod.self]
}

struct Clap: ShakeType {
  static let name = "clap"
  static let summary = "Takes everything"
  let writes = false
  init(_ settings: ShakeSettings) {}
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}

struct Nod: ShakeType {
  static let name = "nod"
  static let summary = "Takes everything"
  let writes = false
  init(_ settings: ShakeSettings) {}
  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}

import Dispatch
import Foundation
import Testing

/// The program as it was built, run as somebody at a shell would run it.
struct BuiltProgram {
  /// How one run ended.
  struct Outcome: Equatable {
    let exitCode: Int32
    let output: String
    let errors: String

    /// The last line of standard output, for what `--quiet` prints.
    var lastLine: String { output.split(separator: "\n").last.map(String.init) ?? "" }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// `QIX_BINARY`, else the newer of the release and the debug build, so that an old one is not tested by mistake.
  static let path: Result<String, Failure> = {
    if let path = ProcessInfo.processInfo.environment["QIX_BINARY"] { return .success(path) }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let built = ["release", "debug"].map { root.appendingPathComponent(".build/\($0)/qix").path }
    func age(_ path: String) -> Date? {
      // The folders are symbolic links; attributes of the resolved file are those of the program.
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
      return attributes?[.modificationDate] as? Date
    }
    let ages = built.compactMap { path in age(path).map { (path: path, age: $0) } }
    guard let newest = ages.max(by: { $0.age < $1.age })?.path else {
      return .failure(Failure(description: "no program at \(built.joined(separator: " nor ")); run `make build`"))
    }
    return .success(newest)
  }()

  /// Where the run starts.
  var folder = "/"
  /// The only environment variables there are, besides PATH.
  var environment: [String: String] = [:]

  /// Runs the program to its end.
  /// - Parameter limit: seconds until it is killed and the test fails.
  func callAsFunction(_ words: [String], input: String = "", limit: Double = 30) throws -> Outcome {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("qix-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files rather than pipes: however much is written, nobody waits for a reader.
    let (output, errors) = (scratch.appendingPathComponent("output"), scratch.appendingPathComponent("errors"))
    let source = scratch.appendingPathComponent("input")
    try Data(input.utf8).write(to: source)
    for file in [output, errors] { try Data().write(to: file) }

    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.path.get())
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + limit) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      throw Failure(description: "`qix \(words.joined(separator: " "))` ran for more than \(limit) s")
    }
    guard process.terminationReason == .exit else {
      throw Failure(description: "`qix \(words.joined(separator: " "))` died of signal \(process.terminationStatus)")
    }
    return Outcome(
      exitCode: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// The same with a line whose words are parted by blanks.
  func callAsFunction(_ line: String, input: String = "", limit: Double = 30) throws -> Outcome {
    try self(line.split(separator: " ").map(String.init), input: input, limit: limit)
  }

  /// Runs what must succeed, to get to where a story begins.
  @discardableResult
  func done(_ line: String, location: SourceLocation = #_sourceLocation) throws -> Outcome {
    let outcome = try self(line)
    try #require(outcome.exitCode == 0, "qix \(line): \(outcome.errors)", sourceLocation: location)
    return outcome
  }
}

extension BuiltProgram {
  /// Lends the program with an empty folder as `QIX_HOME`, and takes the folder away afterwards.
  static func withHome<Result>(_ body: (BuiltProgram, String) throws -> Result) throws -> Result {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("qix-home-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    return try body(BuiltProgram(environment: ["QIX_HOME": home]), home)
  }

  /// The same with a database in it.
  static func initialised<Result>(_ body: (BuiltProgram, String) throws -> Result) throws -> Result {
    try withHome { qix, home in
      try qix.done("init")
      return try body(qix, home)
    }
  }
}

/// An error as `--json` prints it.
struct PrintedError: Decodable, Equatable {
  struct Body: Decodable, Equatable {
    let code: String
    let message: String
    let hint: String?
  }

  let error: Body

  init(_ outcome: BuiltProgram.Outcome) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(outcome.errors.utf8))
  }
}

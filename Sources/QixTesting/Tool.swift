internal import Foundation

/// Another program of the machine that a test looks at qix with, or whose work it compares with qix's.
///
/// A test that runs one says so with `.needs(.program(…))`, so that a machine without it skips the test by name.
package struct Tool: Sendable {
  /// The outcome of one run.
  package struct Outcome: Sendable {
    package let exitCode: Int32
    package let bytes: [UInt8]
    package let errors: String

    package var output: String { String(decoding: bytes, as: UTF8.self) }
    /// The output on both streams.
    package var said: String { output + errors }
  }

  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  package let path: String

  /// The project's folder.
  package static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Finds a program in the folders of the system's packages, not along `PATH`: another Python that stands first there
  /// has none of the modules that Debian's packages brought.
  /// - Throws: `Missing`
  package init(_ name: String) throws {
    let places = ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(name)" }
    guard let path = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      throw Missing(description: "there is no \(name) in \(places.joined(separator: ", "))")
    }
    self.path = path
  }

  /// A program at a path, of the project's own.
  package init(path: String) { self.path = path }

  /// Runs it to its end, with nothing in its environment but `PATH`, a home that doesn't exist and UTF-8.
  /// - Parameters:
  ///   - folder: where it runs; the project's folder unless another is named.
  ///   - environment: variables besides those.
  package func callAsFunction(
    _ words: [String], input: some Sequence<UInt8> = [UInt8](), in folder: String = root,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("qix-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // Files rather than pipes: however much is written, no writer waits for a reader.
    let files = ["input", "output", "errors"].map { scratch.appendingPathComponent($0) }
    try Data(input).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"].merging(environment) {
      $1
    }
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, bytes: [UInt8](try Data(contentsOf: files[1])),
      errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
  }

  package func callAsFunction(
    _ words: [String], input: String, in folder: String = root, environment: [String: String] = [:]
  ) throws -> Outcome {
    try self(words, input: Array(input.utf8), in: folder, environment: environment)
  }

  /// Debian's Python.
  package static var python: Tool { get throws { try Tool("python3") } }
}

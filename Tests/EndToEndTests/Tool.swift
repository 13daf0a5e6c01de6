import Foundation
import Testing

/// Another program that a test looks with; where it isn't installed the test says that it is skipped.
struct Tool {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  let path: String

  /// Nil when there is no such program in the usual folders.
  init?(_ name: String) {
    let places = ["/usr/local/bin", "/usr/bin", "/bin"].map { "\($0)/\(name)" }
    guard let path = places.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return nil }
    self.path = path
  }

  /// Whether it is there, for `.enabled(if:)`.
  static func exists(_ name: String) -> Bool { Tool(name) != nil }

  /// Runs it in the project's folder.
  /// - Returns: the exit code, and what it printed on both streams.
  func callAsFunction(_ words: [String]) throws -> (exitCode: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    process.currentDirectoryURL = Self.root
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

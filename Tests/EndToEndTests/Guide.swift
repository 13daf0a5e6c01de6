import Foundation
import Testing

/// A document whose commands are run as they stand, in order, from the repository's folder.
enum Guide {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Its blocks of commands, one after another.
  /// - Parameters:
  ///   - name: of a file in docs.
  ///   - least: blocks that it has at least.
  static func script(_ name: String, blocks least: Int = 6) throws -> String {
    let blocks = self.blocks("sh", in: try text(name))
    try #require(blocks.count >= least)
    return "set -e\nset -o pipefail\n" + blocks.joined(separator: "\n")
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("docs/\(name)"), encoding: .utf8)
  }

  /// The blocks of one language.
  static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
  }

  /// Runs a script where `qix` is the built program and `data` the repository's samples.
  /// - Parameters:
  ///   - home: the home folder, which is there.
  ///   - work: where it runs, a folder that is there.
  static func run(_ script: String, home: String, work: String) throws -> BuiltProgram.Outcome {
    let tools = home + "/bin"
    try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: tools + "/qix", withDestinationPath: URL(fileURLWithPath: BuiltProgram.path.get()).path)
    try FileManager.default.createSymbolicLink(
      atPath: work + "/data", withDestinationPath: root.appendingPathComponent("data").path)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: work)
    process.environment = ["PATH": "\(tools):/usr/bin:/bin", "QIX_HOME": home, "LC_ALL": "C.UTF-8"]
    let (output, errors) = (home + "/output", home + "/errors")
    for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return BuiltProgram.Outcome(
      exitCode: process.terminationStatus, output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}

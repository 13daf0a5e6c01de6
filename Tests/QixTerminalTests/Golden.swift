import Foundation
import Testing

/// Compares text with a file beside the tests; `QIX_RECORD=1` writes the files instead.
func expectGolden(_ text: String, _ name: String, location: SourceLocation = #_sourceLocation) throws {
  let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
  if ProcessInfo.processInfo.environment["QIX_RECORD"] == "1" {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return
  }
  let expected = try #require(
    try? String(contentsOf: file, encoding: .utf8), "no golden file \(name); record it with QIX_RECORD=1",
    sourceLocation: location)
  #expect(
    text == expected, "differs from Golden/\(name); look at it, then record it with QIX_RECORD=1",
    sourceLocation: location)
}

/// Runs a program of the machine and returns what it printed; nil where it isn't installed.
func runTool(_ name: String, _ arguments: [String], input: String = "") throws
  -> (exitCode: Int32, output: String, errors: String)?
{
  let folders = ["/usr/bin", "/bin", "/usr/local/bin"]
  guard let path = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile) else {
    return nil
  }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "HOME": "/nonexistent"]
  let (output, errors, standardInput) = (Pipe(), Pipe(), Pipe())
  process.standardOutput = output
  process.standardError = errors
  process.standardInput = standardInput
  try process.run()
  try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
  try standardInput.fileHandleForWriting.close()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return (process.terminationStatus, text, complaint)
}

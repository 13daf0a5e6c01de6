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

internal import Foundation
package import Testing

/// Compares text with the file of that name in the folder `Golden` beside the test; `QIX_RECORD=1` writes it instead.
package func expectGolden(
  _ text: String, _ name: String, file: String = #filePath, location: SourceLocation = #_sourceLocation
) throws {
  let golden = URL(fileURLWithPath: file).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
  if ProcessInfo.processInfo.environment["QIX_RECORD"] == "1" {
    try FileManager.default.createDirectory(at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: golden)
    return
  }
  let expected = try #require(
    try? String(contentsOf: golden, encoding: .utf8), "no golden file \(name); record it with QIX_RECORD=1",
    sourceLocation: location)
  #expect(
    text == expected, "differs from Golden/\(name); look, then record with QIX_RECORD=1", sourceLocation: location)
}

import Foundation
import QixFormats
import QixKernel
import Testing

@testable import QixTerminal

/// Files that output goes into: never in place of another one, and nothing left in the way.
@Suite struct OutputFileTests {
  private static let lost = AnswerFile.Loss(code: "test.answers-lost", "what is done is done")

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "operator-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func content(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  @Test func aFileIsNotWrittenOver() throws {
    try inFolder { folder in
      let path = "\(folder)/chart.svg"
      _ = try TestTerminal().capture { try $0.write("one", to: path, what: "The chart") }
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: path)
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/nowhere", withDestinationPath: "\(folder)/no")
      for taken in [path, "\(folder)/link", "\(folder)/nowhere"] {
        #expect(throws: OutputFileError.exists(path: taken)) {
          try TestTerminal().capture { try $0.write("two", to: taken, what: "The chart") }
        }
        #expect(throws: OutputFileError.exists(path: taken)) {
          try TestTerminal().capture { _ = try AnswerFile(taken, orElse: Self.lost, $0) }
        }
      }
      #expect(content(path) == "one" && content("\(folder)/no") == nil)
      #expect(OutputFileError.exists(path: path).category == .conflict)
    }
  }

  /// Pipes and devices lose nothing by being written to.
  @Test func whatIsNoFileIsWrittenTo() throws {
    #expect(throws: Never.self) { try OutputFile.requirePlace("/dev/null") }
    #expect(throws: Never.self) { try OutputFile.requirePlace("-") }
    let output = try TestTerminal().capture { try $0.write("x", to: "/dev/null", what: "The chart") }
    #expect(output.errors.contains("/dev/null"))
  }

  @Test func aFullDiskLeavesNoHalfChart() throws {
    let error = #expect(throws: OutputFileError.self) {
      try TestTerminal().capture { try $0.write("x", to: "/dev/full", what: "The chart") }
    }
    #expect(error?.category == .failed)
    let lost = #expect(throws: AnswersLost.self) {
      try TestTerminal().capture { try AnswerFile("/dev/full", orElse: Self.lost, $0).write([1]) }
    }
    #expect(lost?.code == "test.answers-lost" && lost?.description.contains("what is done is done") == true)
  }

  @Test func answersThatNeverCameLeaveNoFile() throws {
    try inFolder { folder in
      for (bytes, stays) in [([], false), (Array("{}\n".utf8), true)] as [([UInt8], Bool)] {
        let path = "\(folder)/answers-\(stays)"
        _ = try TestTerminal().capture { terminal in
          let file = try AnswerFile(path, orElse: Self.lost, terminal)
          try file.write(bytes)
          file.abandon()
        }
        #expect(FileManager.default.fileExists(atPath: path) == stays)
      }
    }
  }

  @Test func aFileOfJSONIsNamedWithWhatIsWrongInIt() throws {
    for (text, words) in [("", "is empty"), (" \n", "is empty"), ("{\"a\":1,}", "line 1, column 8")] {
      let error = #expect(throws: JSONFileError.self) {
        try TestTerminal(input: text).capture { _ = try $0.json(from: "-", limit: 100) }
      }
      #expect(error?.description.hasPrefix("standard input") == true && error?.description.contains(words) == true)
      #expect(error?.code == "json.malformed")
    }
    _ = try TestTerminal(input: "\u{FEFF}{\"a\": 1}").capture { terminal in
      let value = try terminal.json(from: "-", limit: 100).value
      #expect(value["a"]?.integer == 1)
    }
  }
}

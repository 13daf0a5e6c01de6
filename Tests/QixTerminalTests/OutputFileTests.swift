import Foundation
import QixFormats
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Files that output goes into: replaced as a whole, and nothing left in the way.
@Suite struct OutputFileTests {
  private static let lost = AnswerFile.Loss(code: "test.answers-lost", "what is done is done")

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "operator-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  private func content(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// A monthly job names the same file each month.
  @Test func aFileThatIsThereIsReplacedAsAWhole() throws {
    try inFolder { folder in
      let path = "\(folder)/chart.svg"
      _ = try TestTerminal().capture { try $0.write("one and more", to: path, what: "The chart") }
      _ = try TestTerminal().capture { try $0.write("two", to: path, what: "The chart") }
      #expect(content(path) == "two")
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: path)
      _ = try TestTerminal().capture { terminal in
        let file = try AnswerFile("\(folder)/link", orElse: Self.lost, terminal)
        try file.write(Array("three".utf8))
        // Until the end the former answers stay, and the new ones can be read.
        #expect(content(path) == "two" && content("\(path).partial") == "three")
        try file.finish(hasFailed: false)
      }
      #expect(content(path) == "three")
      #expect(try names(folder) == ["chart.svg", "link"])
    }
  }

  /// A vault's key, or codes: a page that all may read doesn't take their place.
  @Test func aFileForItsOwnersEyesAloneIsNotReplaced() throws {
    try inFolder { folder in
      let path = "\(folder)/vault.key"
      try Data("secret".utf8).write(to: URL(fileURLWithPath: path))
      try #require(chmod(path, 0o600) == 0)
      #expect(throws: OutputFileError.self) {
        _ = try TestTerminal().capture { try $0.write("page", to: path, what: "The page") }
      }
      #expect(content(path) == "secret")
      #expect(try names(folder) == ["vault.key"])
    }
  }

  /// Of a run that was killed its partial file is left, which the next one begins anew; two at once don't mix.
  @Test func aPartialFileIsBegunAnew() throws {
    try inFolder { folder in
      let path = "\(folder)/results"
      try Data("what a killed run has left".utf8).write(to: URL(fileURLWithPath: "\(path).partial"))
      _ = try TestTerminal().capture { terminal in
        let file = try AnswerFile(path, orElse: Self.lost, terminal)
        #expect(throws: OutputFileError.self) { _ = try AnswerFile(path, orElse: Self.lost, terminal) }
        try file.write(Array("x".utf8))
        try file.finish(hasFailed: true)
      }
      #expect(content(path) == "x")
      #expect(try names(folder) == ["results"])
    }
  }

  /// A run that is refused has no answers, and takes away none of those that a killed one has left.
  @Test func aRefusedRunLeavesThePartialFileOfAKilledOne() throws {
    try inFolder { folder in
      let path = "\(folder)/results"
      try Data("what a killed run has left".utf8).write(to: URL(fileURLWithPath: "\(path).partial"))
      _ = try TestTerminal().capture { terminal in
        try AnswerFile(path, orElse: Self.lost, terminal).finish(hasFailed: true)
      }
      #expect(content("\(path).partial") == "what a killed run has left")
      #expect(try names(folder) == ["results.partial"])
      // Nothing to say at the end of a whole run is an answer.
      _ = try TestTerminal().capture { terminal in
        try AnswerFile(path, orElse: Self.lost, terminal).finish(hasFailed: false)
      }
      #expect(content(path)?.isEmpty == true)
      #expect(try names(folder) == ["results"])
    }
  }

  @Test func whereNothingCanBeWrittenIsSaidBefore() throws {
    try inFolder { folder in
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/nowhere", withDestinationPath: "\(folder)/no")
      for path in [folder, "\(folder)/nowhere"] {
        #expect(throws: OutputFileError.self) { try OutputFile.requirePlace(path) }
      }
      #expect(throws: OutputFileError.self) { _ = try OutputFile("\(folder)/no/x", mode: 0o600) }
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
          try file.finish(hasFailed: true)
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

import Foundation
import QixKernel
import QixStorage
import QixTesting
import Testing

/// A file that is handed over is there as a whole, for its owner, or not at all.
@Suite struct NewFileTests {
  private func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-newfile-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test func itIsItsOwners() throws {
    try withFolder { (folder: String) throws in
      try NewFile.write("grüezi", to: "\(folder)/a")
      #expect(try String(contentsOfFile: "\(folder)/a", encoding: .utf8) == "grüezi")
      #expect(TestHome.mode("\(folder)/a") == 0o600)
      try NewFile.write("", to: "\(folder)/b", mode: 0o644)
      #expect(try names(folder) == ["a", "b"])
    }
  }

  @Test func whatIsThereStays() throws {
    try withFolder { (folder: String) throws in
      let path = "\(folder)/a"
      try NewFile.write("first", to: path)
      let fault = #expect(throws: StorageError.self) { try NewFile.write("second", to: path) }
      #expect(fault == .fileExists(path: path) && fault?.category == .conflict)
      #expect(throws: StorageError.fileExists(path: path)) { _ = try NewFile(path) }
      #expect(throws: StorageError.fileExists(path: path)) { try NewFile.requirePlace(path, replacing: false) }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
      try NewFile.write("third", to: path, replacing: true)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "third")
      #expect(try names(folder) == ["a"])
    }
  }

  /// It takes shape beside its name, and whoever was quicker keeps the name.
  @Test func theQuickerOneKeepsTheName() throws {
    try withFolder { (folder: String) throws in
      let path = "\(folder)/a"
      #expect(throws: StorageError.fileExists(path: path)) {
        try NewFile.write(to: path) { _ throws in
          let shown = try self.names(folder)
          #expect(!shown.contains("a"))
          try Data("other".utf8).write(to: URL(fileURLWithPath: path))
        }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "other")
      #expect(try names(folder) == ["a"])
    }
  }

  @Test func nothingStaysOfWhatFailed() throws {
    struct Failure: Error {}
    try withFolder { (folder: String) throws in
      for replaces in [false, true] {
        let path = "\(folder)/\(replaces)"
        if replaces { try NewFile.write("former", to: path) }
        #expect(throws: Failure.self) {
          try NewFile.write(to: path, replacing: replaces) { file in
            try Array("half".utf8).withUnsafeBytes(file.write)
            throw Failure()
          }
        }
      }
      #expect(try names(folder) == ["true"])
      #expect(try String(contentsOfFile: "\(folder)/true", encoding: .utf8) == "former")
    }
  }

  /// What a process that was killed has left behind may hold codes or keys.
  @Test func whatKilledProcessesHaveLeftIsTakenAway() throws {
    try withFolder { (folder: String) throws in
      // The number of a process that is no more.
      var process = pid_t()
      var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
      defer { free(words[0]) }
      try #require(posix_spawnp(&process, "true", nil, nil, &words, nil) == 0)
      waitpid(process, nil, 0)
      for name in ["a.\(process).partial", "a.1.partial", "a.x.partial", "b.\(process).partial"] {
        try Data("code".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      }
      try NewFile.write(to: "\(folder)/a") { _ throws in
        // It has no name until it is whole: a kill leaves nothing.
        #expect(try self.names(folder) == ["a.1.partial", "a.x.partial", "b.\(process).partial"])
      }
      #expect(try names(folder) == ["a", "a.1.partial", "a.x.partial", "b.\(process).partial"])
    }
  }

  /// A link that leads nowhere must not decide where a secret is written.
  @Test func linksAreNotFollowed() throws {
    try withFolder { (folder: String) throws in
      let path = "\(folder)/link"
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(folder)/target")
      #expect(throws: StorageError.fileExists(path: path)) { try NewFile.write("x", to: path) }
      try NewFile.write("x", to: path, replacing: true)
      #expect(try names(folder) == ["link"])
    }
  }

  @Test func wherePlacesAreNoneItSaysWhy() throws {
    try withFolder { (folder: String) throws in
      for (path, replaces) in [("\(folder)/no/a", false), (folder, true), ("/dev/null", true)] {
        let fault = #expect(throws: StorageError.self) { try NewFile.write("x", to: path, replacing: replaces) }
        guard case .file(path, let problem)? = fault else {
          Issue.record("\(path): \(String(describing: fault))")
          continue
        }
        #expect(fault?.category == .failed && !problem.isEmpty)
      }
      #expect(try names(folder).isEmpty)
    }
  }
}

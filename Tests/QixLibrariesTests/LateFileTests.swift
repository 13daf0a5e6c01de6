import Testing

@testable import QixLibraries

@Suite struct LateFileTests {
  /// A model that was cut short is there, and no use: `qix doctor` says so.
  @Test func aFileOfAnotherSizeIsNoGood() throws {
    // The program of the tests lies beside itself.
    let folder = try #require(LateLibrary.programFolder)
    let name = try #require(
      CommandLine.arguments.first?.split(separator: "/").last.map(String.init), "\(CommandLine.arguments)")
    let found = try #require(try? LateFile(name, size: 1, purpose: "tests").find(), "\(folder) has no \(name)")
    #expect(found == "\(folder)/\(name)")
    #expect(try LateFile(name, size: 1, purpose: "tests").fault()?.contains("and not 1: it is damaged") == true)
    #expect(try LateFile(name, purpose: "tests").fault() == nil)
    #expect(throws: LateFileError.self) { try LateFile("nowhere/at-all", size: 1, purpose: "tests").fault() }
  }

  @Test func whatIsFetchedSaysHowToFetchIt() {
    #expect(LateLibrary.ocr.remedy.contains("make lens") && !LateLibrary.ocr.remedy.contains("libstdc++"))
    #expect(LateFile.all.allSatisfy { $0.remedy.contains("make lens") })
  }
}

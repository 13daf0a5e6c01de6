import Foundation
import QixKernel
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
    #expect(try LateFile(name, size: 1, purpose: "tests").fault()?.contains("instead of 1: it is damaged") == true)
    #expect(try LateFile(name, purpose: "tests").fault() == nil)
    #expect(throws: LateFileError.self) { try LateFile("nowhere/at-all", size: 1, purpose: "tests").fault() }
  }

  /// A library of which the end is gone kills whoever loads it: it is told before.
  @Test func aLibraryThatIsCutShortIsNotLoaded() throws {
    let folder = try #require(LateLibrary.programFolder)
    // The program of the tests is such a file as well.
    let whole = "/proc/self/exe"
    #expect(!SharedObject.isCutShort(whole))
    let name = "libqix-cut-\(getpid()).so"
    let cut = "\(folder)/\(name)"
    let bytes = try #require(try FileHandle(forReadingAtPath: whole)?.read(upToCount: 5_000))
    defer { unlink(cut) }
    for count in [5_000, 200, 10] {
      try bytes.prefix(count).write(to: URL(fileURLWithPath: cut))
      #expect(SharedObject.isCutShort(cut), "\(count)")
      let library = LateLibrary("libcut", file: name, purpose: "tests", debianPackage: "none")
      let error = #expect(throws: LibraryError.self) { try library.load() }
      #expect(error?.description.contains("is cut short") == true, "\(String(describing: error))")
      #expect(try LateFile(name, purpose: "tests").fault()?.contains("is cut short") == true)
    }
    #expect(!SharedObject.isCutShort("\(folder)/nowhere"))
  }

  @Test func whatIsFetchedSaysHowToFetchIt() {
    #expect(LateLibrary.ocr.remedy.contains("make lens") && !LateLibrary.ocr.remedy.contains("libstdc++"))
    #expect(LateFile.all.allSatisfy { $0.remedy.contains("make lens") })
  }
}

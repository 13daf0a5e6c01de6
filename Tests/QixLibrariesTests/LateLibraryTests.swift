import QixKernel
import QixLibraries
import Testing

@Suite struct LateLibraryTests {
  @Test func whatIsMissingSaysWhatForAndWhatToInstall() throws {
    let library = LateLibrary(
      "libnowhere", file: "libnowhere.so.9", purpose: "finding things", debianPackage: "libnowhere9")
    let error = #expect(throws: LibraryError.self) { try library.load() }
    let found = try #require(error)
    #expect(found.code == "library.missing")
    #expect(found.category == .failed)
    for part in ["libnowhere", "finding things", "libnowhere.so.9"] { #expect(found.description.contains(part)) }
    #expect(found.hint?.contains("libnowhere9") == true)
    #expect(found.hint?.contains("qix doctor") == true)
  }

  /// The C library is there on every machine.
  @Test func functionsAreFound() throws {
    let library = try LateLibrary("libc", file: "libc.so.6", purpose: "everything", debianPackage: "libc6").load()
    let absolute = try library.function("abs", as: (@convention(c) (Int32) -> Int32).self)
    #expect(absolute(-3) == 3)
    let error = #expect(throws: LibraryError.self) {
      try library.function("qix_no_such_function", as: (@convention(c) () -> Void).self)
    }
    #expect(error?.code == "library.unfit")
  }

  @Test func everyKnownLibrarySaysWhatItIsFor() {
    #expect(Set(LateLibrary.all.map(\.file)).count == LateLibrary.all.count)
    for library in LateLibrary.all {
      #expect(library.file.contains(".so"))
      #expect(!library.purpose.isEmpty && !library.purpose.hasSuffix("."))
      #expect(library.remedy.hasSuffix("."))
    }
  }
}

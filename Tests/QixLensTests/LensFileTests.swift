import QixKernel
import Testing

@testable import QixLens

@Suite struct LensFileTests {
  @Test func bytesInMemoryAreReadBackWhole() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try LensFile(bytes)
    #expect(file.size == bytes.count)
    #expect(try file.bytes(most: bytes.count) == bytes)
    #expect(throws: LensFault.tooLong) { try file.bytes(most: bytes.count - 1) }
    #expect(try LensFile([]).bytes(most: 1) == [])
  }

  @Test(arguments: ["/nowhere/picture.jpg", "/", "/dev/zero"])
  func whatIsNoFileIsRefused(_ path: String) {
    let error = #expect(throws: LensError.self) { try LensFile(path: path) }
    #expect(error?.code == "lens.unopened")
  }
}

import QixKernel
import Testing

@testable import QixPages

/// The pages of a program, in a section of its file.
@Suite struct PagePackTests {
  private static let pages = Pages(of: "Stickers")

  @Test func everyFileHasItsBytes() throws {
    let list = [
      #"{"name":"stickers/a.js","size":4,"brotli":2}"#, #"{"name":"stickers/icons/b.svg","size":0,"brotli":null}"#,
      #"{"name":"walls/a.js","size":1,"brotli":null}"#,
    ]
    let pack = PagePack(Array("{\"files\":[\(list.joined(separator: ","))]}\nabcdefg".utf8))
    let files = pack.files(of: Self.pages)
    #expect(files.map(\.name) == ["a.js", "icons/b.svg"])
    #expect(files.map(\.bytes) == [Array("abcd".utf8), []] && files.map(\.brotli) == [Array("ef".utf8), nil])
    #expect(pack.files(of: Pages(of: "Walls")).map(\.bytes) == [Array("g".utf8)])
    #expect(pack.files(of: .ground).isEmpty)
  }

  /// A pack that is cut off anywhere, or has impossible sizes, holds nothing.
  @Test func damagedOnesHoldNothing() {
    let whole = Array(#"{"files":[{"name":"stickers/a.js","size":4,"brotli":2}]}"#.utf8) + Array("\nabcdef".utf8)
    #expect(PagePack(whole).files(of: Self.pages).count == 1)
    for count in 0..<whole.count { #expect(PagePack(Array(whole.prefix(count))).files(of: Self.pages).isEmpty) }
    for size in ["-1", "1e99", "99999999999999", "null", "\"4\""] {
      let bytes = Array("{\"files\":[{\"name\":\"stickers/a.js\",\"size\":\(size)}]}\nabcd".utf8)
      #expect(PagePack(bytes).files(of: Self.pages).isEmpty, "\(size)")
    }
  }

  @Test func sectionsOfProgramsAreRead() throws {
    // Each program of this system names the loader that starts it.
    let loader = try #require(ELFSection.bytes(of: ".interp", in: "/proc/self/exe"))
    #expect(String(decoding: loader, as: UTF8.self).contains("/ld-linux"))
    #expect(ELFSection.bytes(of: ".qix.none", in: "/proc/self/exe") == nil)
    for path in ["/etc/passwd", "/dev/null", "/nowhere", "/"] {
      #expect(ELFSection.bytes(of: ".interp", in: path) == nil, "\(path)")
    }
  }
}

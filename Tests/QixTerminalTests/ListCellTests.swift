import Foundation
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Several values in one cell: an array for programs that read JSON, a text for all others.
@Suite struct ListCellTests {
  private static let document: Document = {
    var document = Document("sample.lists/1")
    document.field("many", "Many", .texts(["a, b", "c"]))
    document.field("spaced", "Spaced", .texts(["a", "b"], separator: " "))
    document.field("numbers", "Numbers", .list([.integer(1_000), .missing]))
    document.field("empty", "Empty", .texts([]))
    document.field("nothing", "Nothing", .texts([], none: "nothing"))
    document.field("all", "All", .list(nil, none: "all"))
    document.field("secret", "Secret", .list([.personal("Ada", .name), .personal("Bo", .name)]))
    return document
  }()

  private func emit(_ format: OutputFormat, unmasked: Bool = false) throws -> String {
    var globals = GlobalOptions()
    globals.format = format
    return try TestTerminal().capture(globals) { terminal in
      try (unmasked ? Self.document.unmasked(.all) : Self.document).emit(to: terminal)
    }.output
  }

  @Test func programsGetArrays() throws {
    let object = try JSONSerialization.jsonObject(with: Data(try emit(.json).utf8)) as? [String: Any]
    let json = try #require(object)
    #expect(json["many"] as? [String] == ["a, b", "c"])
    #expect(json["spaced"] as? [String] == ["a", "b"])
    #expect((json["numbers"] as? [Any])?.count == 2)
    #expect(json["empty"] as? [String] == [] && json["nothing"] as? [String] == [])
    #expect(json["all"] is NSNull)
    #expect(json["secret"] as? [String] == ["A…", "B…"])
    let revealed = try JSONSerialization.jsonObject(with: Data(try emit(.json, unmasked: true).utf8)) as? [String: Any]
    #expect(revealed?["secret"] as? [String] == ["Ada", "Bo"])
  }

  @Test func othersGetATextAsBefore() throws {
    #expect(
      try emit(.tsv) == """
        many\ta, b, c
        spaced\ta b
        numbers\t1000,\u{20}
        empty\t
        nothing\tnothing
        all\tall
        secret\tA…, B…

        """)
    #expect(
      try emit(.human) == """
        Many     a, b, c
        Spaced   a b
        Numbers  1,000, -
        Empty    -
        Nothing  nothing
        All      all
        Secret   A…, B…

        """)
  }
}

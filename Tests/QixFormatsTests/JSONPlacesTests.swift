import Testing

@testable import QixFormats

@Suite struct JSONPlacesTests {
  private static let text = """
    {
      "name": "più",  "b": [10,
        {"a/b~c": null}, 30],
      "c": {"d": {}}
    }
    """

  @Test(
    arguments: [
      ([], 1, 1), (["name"], 2, 3), (["b"], 2, 19), (["b", "0"], 2, 25), (["b", "1"], 3, 5),
      (["b", "1", "a/b~c"], 3, 6), (["b", "2"], 3, 22), (["c", "d"], 4, 9),
      // What isn't there is where it would be.
      (["c", "x", "y"], 4, 3), (["missing"], 1, 1),
    ] as [([String], Int, Int)])
  func everyValueHasItsPlace(_ steps: [String], _ line: Int, _ column: Int) throws {
    let (value, places) = try JSONValue.parsingPlaces(Array(Self.text.utf8))
    #expect(value == (try JSONValue(parsing: Self.text)))
    #expect(places[JSONPointer(steps)] == JSONPlaces.Place(line: line, column: column))
  }

  @Test func whatIsNoJSONIsRefusedAsWithoutPlaces() {
    #expect(throws: JSONError(problem: .expected("a value"), line: 2, column: 1)) {
      try JSONValue.parsingPlaces(Array("[1,\n]".utf8))
    }
  }

  /// RFC 6901 §5.
  @Test func pointersAreEscaped() {
    #expect(JSONPointer(["a/b", "m~n", "", "0"]).description == "/a~1b/m~0n//0")
    #expect(JSONPointer.whole.description == "")
    #expect(JSONPlaces()[JSONPointer(["a"])] == nil)
  }
}

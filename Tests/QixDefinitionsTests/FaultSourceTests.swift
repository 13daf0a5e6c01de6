import QixFormats
import Testing

@testable import QixDefinitions

@Suite struct FaultSourceTests {
  @Test func faultsComeInTheOrderOfTheFile() throws {
    let text = """
      {
        "second": {"inner": 1},
        "first": 2
      }
      """
    let (_, places) = try JSONValue.parsingPlaces(Array(text.utf8))
    var faults = Faults()
    faults.add(JSONPointer(["first"]), "late", "mend it")
    faults.add(JSONPointer(["second", "inner"]), "early", "mend it")
    // What is missing stands where the object begins that lacks it.
    faults.add(JSONPointer(["missing"]), "it is missing", "write it")
    let placed = FaultSource.file(name: "a.json", places).placed(faults)
    #expect(placed.map(\.place) == ["line 1, /missing", "line 2, /second/inner", "line 3, /first"])
    #expect(placed[1].sentence == "line 2, /second/inner: early. Mend it.")
  }

  @Test func optionsNameThemselvesAndKeepTheirOrder() {
    var faults = Faults()
    faults.add(JSONPointer(["b"]), "is it so?", "say")
    faults.add(JSONPointer(["a"]), "wrong", "say")
    let placed = FaultSource.options(of: "the thing") { "--\($0.steps[0])" }.placed(faults)
    #expect(placed.map(\.sentence) == ["--b: is it so? Say.", "--a: wrong. Say."])
  }

  @Test func keysThatAreNotThereAreFaultsAndNotesAreNot() {
    var faults = Faults()
    _ = faults.object(["pirce": 1, "note": "mine", "price": 2], at: .whole, keys: ["price", "title"])
    #expect(faults.all.map(\.pointer.steps) == [["pirce"]])
    #expect(faults.all.first?.problem.contains("'price'") == true)
    var object = JSONObject()
    #expect(faults.value(object, "price", at: .whole, .count("the coins"), isRequired: true) == nil)
    #expect(faults.all.count == 2)
    #expect(faults.value(object, "price", at: .whole, .count("the coins")) == nil)
    #expect(faults.all.count == 2)
    object["price"] = "2"
    #expect(faults.value(object, "price", at: .whole, .count("the coins")) == nil)
    #expect(faults.all.count == 3)
    object["price"] = 2
    #expect(faults.value(object, "price", at: .whole, .count("the coins")) == 2)
    #expect(faults.all.count == 3)
  }

  @Test(arguments: [
    ("a", true), ("a-b_9", true), ("9", true), ("", false), ("A", false), ("-a", false), ("_a", false), ("é", false),
    ("a b", false), ("rwd_1", false), ("rwd-1", true), (String(repeating: "a", count: 55), true),
    (String(repeating: "a", count: 56), false),
  ]) func namesAreWellFormedOrNot(_ name: String, _ isFine: Bool) {
    #expect(ItemName.isWellFormed(name, prefix: "rwd") == isFine)
  }
}

import QixCommands
import QixKernel
import Testing

/// What a request keeps of the line that asks.
@Suite struct KeptLineTests {
  private static let forms = [
    ParameterForm(option: "amount", ValueType<Int64>.integer(), "How many"),
    ParameterForm(option: "reason", .text, "Why"),
    ParameterForm(option: "file", .file, "A file"), ParameterForm(option: "output", .output(.derived), "A file"),
    ParameterForm(flag: "all", help: "All"),
  ]

  private func kept(_ values: (String, String)...) throws -> KeptLine? {
    var parsed = ParsedValues()
    for (name, text) in values {
      let form = try #require(Self.forms.first { $0.name == name })
      if form.kind == .flag { parsed.turnOn(form) } else { try parsed.add(text, to: form) }
    }
    return RunningLine(path: ["qix", "coins", "reverse"], parsed, Self.forms, zone: nil).kept
  }

  @Test func valuesAreKeptAsTheyWereGiven() throws {
    let line = try #require(try kept(("amount", "040"), ("all", ""), ("reason", "it's \u{E9}")))
    #expect(line.path == ["coins", "reverse"])
    let again = try #require(KeptLine(json: line.json))
    #expect(again.json == line.json && line.json.contains("040") && line.json.contains("it's \u{E9}"))
  }

  @Test(arguments: [("file", "a.csv"), ("file", "-"), ("output", "b.csv"), ("reason", "-")])
  func filesAndStandardInputAreNotKept(_ name: String, _ text: String) throws {
    #expect(try kept((name, text), ("amount", "4")) == nil)
  }

  @Test func defaultsAndOptionsOfTheProgramAreNoPartOfIt() throws {
    var parsed = ParsedValues()
    let global = ParameterForm(option: "as", .file, "A token")
    let limit = ParameterForm(option: "limit", ValueType<Int64>.integer(), "Rows", default: "20")
    try parsed.add("token", to: global)
    try parsed.complete([limit], help: "qix")
    let line = try #require(RunningLine(path: ["qix", "x"], parsed, [limit], zone: nil).kept)
    #expect(!line.json.contains("token") && !line.json.contains("20"))
  }

  @Test(arguments: ["", "{}", "[1]", #"{"path": 1, "values": []}"#]) func otherTextIsNoLine(_ text: String) {
    #expect(KeptLine(json: text) == nil)
  }
}

internal import QixFormats
internal import QixShake

/// Evidence as strangers send it: malformed JSON, wrong kinds, numbers beyond counting, texts beyond reading, deep
/// nesting, control characters, letters that only look like others, unknown names.
struct HostileEvidence {
  private let fields: [EvidenceField]
  private let good: JSONObject
  private var generator: SeededGenerator

  init(_ seed: Seed, of type: any ShakeType.Type, near good: JSONObject) {
    (fields, self.good, generator) = (type.evidence, good, SeededGenerator(seed))
  }

  /// - Returns: the texts, and whether each is malformed by what the type declares, so that it must never count.
  mutating func all() -> [(text: String, isMalformed: Bool)] {
    Self.noObjects.map { ($0, true) } + strangers() + lacking() + wrongValues()
  }

  private static let noObjects: [String] = [
    "", " ", "{", "[]", "null", "true", "7", "\"text\"", "{}{}", "{\"a\":1,}", "{'a':1}", "{\"a\":NaN}",
    "{\"a\":1e999}",
    "{\"a\":99999999999999999999}", "{\"a\":1,\"a\":2}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\u0000\"}",
    "{\"a\":\"\u{1}\"}",
    String(repeating: "[", count: 20_000),
    String(repeating: "{\"a\":", count: 5_000) + "1"
      + String(repeating: "}", count: 5_000), "{\"a\":\"" + String(repeating: "x", count: 70_000) + "\"}",
  ]

  /// Good evidence with something beside it that the type doesn't take.
  private mutating func strangers() -> [(String, Bool)] {
    var names = [
      "__proto__", "", " ", "\u{202E}edoc", "\u{0}", "'; DROP TABLE coins_transfers; --", "../../etc/passwd",
    ]
    for field in fields {
      names += [field.name.uppercased(), field.name + "\u{200B}", field.name + "\u{0301}", " " + field.name]
    }
    for length in [1, 30, 500] { names.append(noise(length)) }
    return names.filter { name in !fields.contains { $0.name == name } }.map { name in
      var evidence = good
      evidence[name] = values.randomElement(using: &generator) ?? 1
      // A null is nothing, but an unknown name is still one.
      return (JSONValue.object(evidence).text(), true)
    }
  }

  /// Without what is required.
  private func lacking() -> [(String, Bool)] {
    fields.filter { $0.isRequired }.flatMap { field in
      var without = good
      without[field.name] = nil
      var null = good
      null[field.name] = .null
      return [(JSONValue.object(without).text(), true), (JSONValue.object(null).text(), true)]
    }
  }

  /// Each field with values that don't fit, and with such as fit and mean nothing.
  private mutating func wrongValues() -> [(String, Bool)] {
    var texts: [(String, Bool)] = []
    for field in fields {
      let candidates = values + (0..<8).map { _ in JSONValue.string(noise(Int.random(in: 1...60, using: &generator))) }
      for value in candidates where value != good[field.name] {
        var evidence = good
        evidence[field.name] = value
        texts.append((JSONValue.object(evidence).text(), field.kind.problem(with: value) != nil))
      }
    }
    return texts
  }

  private let values: [JSONValue] = [
    true, false, 0, -1, 1, .integer(.max), .integer(.min), 0.5, -0.0, 1e308, 4.9e-300, "", " ", "\u{0}", "\n", "0",
    "-1",
    "NaN", "null", "a\u{1B}[31mb", "\u{202E}abc\u{202C}", "\u{FEFF}", "e\u{301}\u{301}\u{301}", "١٢٣", "Ａ", "аdа", "🏳️‍🌈",
    "%s%n", "' OR 1=1 --", "<script>alert(1)</script>", "$(reboot)", .string(String(repeating: "x", count: 65_000)),
    .string(String(repeating: "\u{10FFFF}", count: 5_000)), [], [[]], [1, "a", nil], [:], ["a": ["b": ["c": []]]],
    .array([JSONValue](repeating: 0, count: 10_000)),
  ]

  /// Text of characters from everywhere.
  private mutating func noise(_ length: Int) -> String {
    var text = ""
    while text.unicodeScalars.count < length {
      guard let scalar = Unicode.Scalar(UInt32.random(in: 0x20...0x1_FFFF, using: &generator)) else { continue }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

/// An item's text as words are looked for in it. Readers drop blanks, so a word may be glued to another one; what stands
/// inside of a longer word is another word: COLA in CHOCOLATE.
struct PrintedText: Sendable {
  /// Capital letters and digits without blanks, those that look alike made one.
  let shapes: [UInt8]
  /// Places where a printed word begins or ends, or letters meet digits.
  private let bounds: Set<Int>

  init(_ text: String) {
    var letters: [UInt8] = []
    var bounds: Set<Int> = [0]
    for word in text.unicodeScalars.split(whereSeparator: { !$0.properties.isAlphabetic && !("0"..."9").contains($0) })
    {
      letters += Folding.letters(String(String.UnicodeScalarView(word)))
      bounds.insert(letters.count)
    }
    for index in letters.indices.dropFirst() where Self.isDigit(letters[index]) != Self.isDigit(letters[index - 1]) {
      bounds.insert(index)
    }
    shapes = Folding.shapes(text)
    self.bounds = bounds
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Which of the words stand in it as words of their own: between bounds, or glued to others of them that do, with one
  /// letter in five misread from five on.
  func words(of words: [[UInt8]]) -> Set<Int> {
    let places = words.indices.flatMap { index in self.places(of: words[index]).map { (word: index, range: $0) } }
    var (begins, ends) = (bounds, bounds)
    // A word that begins at a bound leads to where it ends, and the other way round.
    for _ in words {
      for place in places where begins.contains(place.range.lowerBound) { begins.insert(place.range.upperBound) }
      for place in places where ends.contains(place.range.upperBound) { ends.insert(place.range.lowerBound) }
    }
    return Set(
      places.filter { begins.contains($0.range.lowerBound) && ends.contains($0.range.upperBound) }.map(\.word))
  }

  /// How well one of several names stands in a text: as words of its own, or only as a part of a longer one, which a person
  /// can tell from it: ROM in ROMFORD, 184 in 00184.
  static func fit(of names: [[UInt8]], in text: String?) -> Product.Fit {
    guard let text else { return .no }
    let printed = PrintedText(text)
    if !printed.words(of: names + ofNoName).isDisjoint(with: Set(names.indices)) { return .fits }
    return names.contains { Folding.contains($0, in: printed.shapes) } ? .nearly : .no
  }

  private static let streets: Set<String> = [
    "via", "viale", "v", "vle", "piazza", "piazzale", "pza", "ple", "corso", "cso", "largo", "lgo", "strada", "vicolo",
    "lungomare", "rue", "avenue", "av", "ave", "boulevard", "bd", "place", "quai", "calle", "c", "avenida", "avda",
    "plaza", "paseo", "carrer", "rambla", "plaça", "jalan", "jln", "bulevardul", "calea", "piata",
  ]
  private static let links: Set<String> = [
    "di", "del", "della", "dello", "dei", "degli", "delle", "d", "de", "du", "des", "la", "le", "les", "el", "los",
    "las",
  ]

  /// An address without what its streets are called: `Via Milano 12, 00184 Roma` without the town that isn't there.
  static func withoutStreets(_ address: String) -> String {
    var kept: [String] = []
    var isStreet = false
    for word in address.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init) {
      let plain = word.lowercased()
      if streets.contains(plain) {
        isStreet = true
      } else if isStreet {
        isStreet = links.contains(plain)
      } else {
        kept.append(word)
      }
    }
    return kept.joined(separator: " ")
  }

  /// What stands beside the names of shops, and is glued to them where a reader drops blanks.
  private static let ofNoName = [
    "co", "company", "ltd", "limited", "inc", "llc", "plc", "gmbh", "ag", "kg", "srl", "spa", "snc", "sas", "sl", "sa",
    "sarl", "sdn", "bhd", "bv", "nv", "the", "shop", "store", "stores", "market", "markt", "supermarket",
    "supermarkets",
    "hypermarket", "supermercato", "supermercado", "mall", "restoran", "restaurant", "ristorante", "trading",
    "enterprise", "holdings",
  ].map { Folding.shapes($0) }

  /// Where a word stands, misread as it may be.
  private func places(of word: [UInt8]) -> [Range<Int>] {
    guard !word.isEmpty else { return [] }
    let allowed = word.count < 5 ? 0 : word.count / 5
    var places: [Range<Int>] = []
    for start in shapes.indices {
      // Edits from this place on (Wagner and Fischer 1974).
      var row = Array(0...word.count)
      for end in start..<min(shapes.count, start + word.count + allowed) {
        var diagonal = row[0]
        row[0] += 1
        for index in 1...word.count {
          let above = row[index]
          row[index] = min(diagonal + (word[index - 1] == shapes[end] ? 0 : 1), min(above, row[index - 1]) + 1)
          diagonal = above
        }
        if row[word.count] <= allowed { places.append(start..<end + 1) }
      }
    }
    return places
  }
}

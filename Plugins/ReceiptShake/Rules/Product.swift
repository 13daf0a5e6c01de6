internal import QixReceipts
internal import QixShake

/// A product of the campaign, as it is found among a receipt's items.
struct Product: Sendable, Equatable {
  let name: String
  /// All of these stand in the item's text as words, glued or misread as they may be.
  let words: [[UInt8]]
  /// None of these does.
  let without: [[UInt8]]
  /// Or the item has one of these numbers, with leading zeros left out.
  let gtins: [String]

  /// How well an item fits.
  enum Fit: Sendable { case no, nearly, fits }

  func fit(_ item: Item) -> Fit {
    if let gtin = item.gtin, gtins.contains(Self.plain(gtin)) { return .fits }
    guard !words.isEmpty else { return .no }
    let text = PrintedText(item.text)
    let found = text.words(of: words + without)
    if without.indices.contains(where: { found.contains(words.count + $0) }) { return .no }
    if words.indices.allSatisfy(found.contains) {
      // LIGHT within DELIGHT: a person can tell.
      return without.contains { Folding.contains($0, in: text.shapes) } ? .nearly : .fits
    }
    // A part of a longer word, or one letter in three misread: what a person can still make out.
    return words.allSatisfy { Folding.distance(of: $0, within: text.shapes) <= $0.count / 3 } ? .nearly : .no
  }

  private static func plain(_ gtin: String) -> String { String(gtin.drop { $0 == "0" }) }

  /// Reads `{"name": …, "words": […], "without": […], "gtins": […]}`; without words, those of the name are looked for.
  /// - Parameter fault: gets a sentence where it can't be used.
  init?(_ value: JSONValue, fault: inout String?) {
    guard let object = value.object, let name = object["name"]?.string, !name.isEmpty, name.utf8.count <= 100 else {
      fault = "it needs a name of 1 to 100 bytes"
      return nil
    }
    if let unknown = object.members.first(where: { !["name", "words", "without", "gtins"].contains($0.key) }) {
      fault = "unknown key '\(unknown.key)'; a product has name, words, without and gtins"
      return nil
    }
    var lists: [String: [String]] = [:]
    for key in ["words", "without", "gtins"] {
      guard let given = object[key], !given.isNull else { continue }
      guard let list = given.array?.map(\.string), list.count <= 50, list.allSatisfy({ $0 != nil }) else {
        fault = "'\(key)' must be a list of at most 50 texts"
        return nil
      }
      lists[key] = list.compactMap { $0 }
    }
    self.name = name
    func folded(_ words: [String]) -> [[UInt8]] { words.map(Folding.shapes).filter { !$0.isEmpty } }
    words = folded(lists["words"] ?? (lists["gtins"] == nil ? name.split(separator: " ").map(String.init) : []))
    without = folded(lists["without"] ?? [])
    gtins = (lists["gtins"] ?? []).map(Self.plain)
    let isSound = gtins.allSatisfy { $0.utf8.count <= 14 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    if !isSound {
      fault = "a GTIN has only digits, at most 14"
      return nil
    }
    if words.isEmpty, gtins.isEmpty {
      fault = "it needs words or GTINs to be found by"
      return nil
    }
  }
}

internal import QixModule

/// Awards as they are written on a command line: `fixed:10`, `per-unit:2:20`, `weighted:0x90,10x9,1000x1`,
/// `weighted:0x90,5-20x1` with each number from 5 to 20, `jackpot:100:1:5000:400`, `table:score:0=0,50=5,80=10`;
/// or the JSON of the file's `award`.
enum AwardText {
  static let help: Sentence = """
    The prize: fixed:10 · per-unit:2:20 (coins, most) · weighted:0x90,10x9,1000x1 (coins x weight) · \
    weighted:5-20x19,voucher:coffeex1 (gifts: reward, voucher, badge, ticket) · jackpot:100:1:5000:400 (start, step, \
    most, one in) · table:score:50=5,80=10,else=1 · or JSON as in a file
    """

  /// The value of the file's `award`; a text in no known form stays a text, which the reader refuses.
  static func json(_ text: String) -> JSONValue {
    if text.hasPrefix("{") { return (try? JSONValue(parsing: text)) ?? .string(text) }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .string(text) }
    let kind = String(parts[0])
    let fields = parts[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let award: JSONValue?
    switch kind {
    case CampaignKeys.Award.fixed: award = fields.count == 1 ? number(fields[0]) : nil
    case CampaignKeys.Award.perUnit: award = perUnit(fields)
    case CampaignKeys.Award.weighted: award = weighted(String(parts[1]))
    case CampaignKeys.Award.jackpot: award = jackpot(fields)
    case CampaignKeys.Award.table: award = table(fields)
    default: award = nil
    }
    guard let award else { return .string(text) }
    var object = JSONObject()
    object[kind] = award
    return .object(object)
  }

  /// A number, or the text as it is, which the reader refuses in its place.
  static func number(_ text: String) -> JSONValue {
    if let integer = Int64(text), !text.hasPrefix("+") { return .integer(integer) }
    guard let number = Double(text), number.isFinite, text.utf8.first != UInt8(ascii: "+") else { return .string(text) }
    return .double(number)
  }

  private static func perUnit(_ fields: [String]) -> JSONValue? {
    var object = JSONObject()
    guard (1...2).contains(fields.count) else { return nil }
    object["coins"] = number(fields[0])
    if fields.count == 2 { object["most"] = number(fields[1]) }
    return .object(object)
  }

  private static func weighted(_ text: String) -> JSONValue? {
    var prizes: [JSONValue] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      // The last one: a gift may have it in its name.
      guard let cross = part.lastIndex(of: "x") else { return nil }
      let (prize, weight) = (String(part[..<cross]), number(String(part[part.index(after: cross)...])))
      if prize.contains(":") {
        prizes.append(["gift": .string(prize), "weight": weight])
      } else if let range = range(prize), prizes.count + range.count <= CampaignKeys.Award.mostRows {
        prizes += range.map { ["coins": .integer($0), "weight": weight] }
      } else {
        prizes.append(["coins": number(prize), "weight": weight])
      }
    }
    return .array(prizes)
  }

  /// Each number of `5-20`; nil for another text, and for more numbers than an award has prizes.
  private static func range(_ text: String) -> ClosedRange<Int64>? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { number(String($0)).integer }
    guard ends.count == 2, let least = ends[0], let most = ends[1], least <= most,
      most - least < Int64(CampaignKeys.Award.mostRows)
    else { return nil }
    return least...most
  }

  private static func jackpot(_ fields: [String]) -> JSONValue? {
    guard fields.count == 4 else { return nil }
    return [
      "start": number(fields[0]), "step": number(fields[1]), "most": number(fields[2]), "odds": number(fields[3]),
    ]
  }

  private static func table(_ fields: [String]) -> JSONValue? {
    guard fields.count == 2 else { return nil }
    var (rows, otherwise): ([JSONValue], JSONValue?) = ([], nil)
    for part in fields[1].split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard pair.count == 2 else { return nil }
      let key = number(pair[0])
      if pair[0] == "else" {
        otherwise = number(pair[1])
      } else if key.string == nil {
        rows.append(["from": key, "coins": number(pair[1])])
      } else {
        rows.append(["value": key, "coins": number(pair[1])])
      }
    }
    var object = JSONObject()
    object["fact"] = .string(fields[0])
    object["rows"] = .array(rows)
    object["otherwise"] = otherwise
    return .object(object)
  }
}

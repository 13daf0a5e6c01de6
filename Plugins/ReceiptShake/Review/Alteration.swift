internal import QixReceipts
internal import QixShake

/// A field that a person has corrected. It is sealed together with what the receipt says, and goes with it.
struct Alteration: Sendable, Equatable {
  let at: Timestamp
  let field: String
  /// As pages show it; nil where the receipt didn't say it.
  let before: String?
  let after: String?

  /// The fields that differ.
  static func all(from before: Receipt, to after: Receipt, at time: Timestamp) -> [Alteration] {
    let pairs: [(field: String, before: String?, after: String?)] =
      zip(before.told, after.told).map { (field: $0.name, before: $0.value, after: $1.value) }
      + [(field: "items", before: before.toldItems, after: after.toldItems)]
    return pairs.filter { $0.before != $0.after }.map {
      Alteration(at: time, field: $0.field, before: $0.before, after: $0.after)
    }
  }

  static let fields: [Field<Alteration>] = [
    Field("at", .time) { $0.at },
    Field("field", .text) { $0.field },
    Field("before", .personal(.text)) { $0.before },
    Field("after", .personal(.text)) { $0.after },
  ]
}

extension Alteration {
  var json: JSONValue {
    var object: JSONObject = ["at": .integer(at.microseconds), "field": .string(field)]
    object["before"] = before.map { .string($0) }
    object["after"] = after.map { .string($0) }
    return .object(object)
  }

  /// - Returns: nil where it isn't what `json` writes.
  init?(json: JSONValue) {
    guard let at = json["at"]?.integer, let field = json["field"]?.string else { return nil }
    self.init(
      at: Timestamp(microseconds: at), field: field, before: json["before"]?.string, after: json["after"]?.string)
  }
}

extension Receipt {
  /// Its fields as pages show them.
  var told: [(name: String, value: String?, confidence: Double?)] {
    func row<Value>(
      _ name: String, _ field: Receipt.Field<Value>?, _ text: (Value) -> String
    ) -> (name: String, value: String?, confidence: Double?) {
      (name, field.map { text($0.value) }, field?.confidence)
    }
    return [
      row("merchant", merchant) { $0 }, row("address", address) { $0 }, row("tax number", taxNumber) { $0 },
      row("date", date) { "\($0)" }, row("time", time) { "\($0)" }, row("transaction", transaction) { $0 },
      row("total", total) { amount($0) }, row("currency", currency) { $0.code },
    ]
  }

  /// Its items in a line, as `correct` takes them; nil for none.
  var toldItems: String? {
    guard !items.isEmpty else { return nil }
    return items.map { item in
      let pieces = item.quantity % 1_000 == 0 ? "\(item.quantity / 1_000)" : "\(Double(item.quantity) / 1_000)"
      return "\(pieces) \(item.text) \(amount(item.amount))"
    }.joined(separator: ", ")
  }
}

package import QixFormats
internal import QixKernel
internal import QixOCR

extension Receipt {
  /// Fields that were not found are left out.
  package func toJSON() -> JSONObject {
    var object = JSONObject()
    func put<Value>(_ key: String, _ field: Receipt.Field<Value>?, _ value: (Value) -> JSONValue) {
      if let field { object[key] = field.toJSON(value) }
    }
    put("merchant", merchant) { .string($0) }
    put("firm", firm) { .string($0) }
    put("address", address) { .string($0) }
    put("taxNumber", taxNumber) { .string($0) }
    put("date", date) { .string($0.description) }
    object["monthFirstDate"] = monthFirstDate.map { .string($0.description) }
    put("time", time) { .string($0.description) }
    put("transaction", transaction) { .string($0) }
    put("till", till) { .string($0) }
    object["items"] = .array(items.map { .object($0.toJSON()) })
    put("subtotal", subtotal) { .integer($0) }
    object["taxes"] = .array(taxes.map { $0.toJSON { .integer($0) } })
    put("rounding", rounding) { .integer($0) }
    put("total", total) { .integer($0) }
    put("cash", cash) { .integer($0) }
    put("change", change) { .integer($0) }
    put("card", card) { .integer($0) }
    put("currency", currency) { .string($0.code) }
    if !otherCurrencies.isEmpty { object["otherCurrencies"] = .array(otherCurrencies.map { .string($0.code) }) }
    if !shopNumbers.isEmpty { object["shopNumbers"] = .array(shopNumbers.map { .string($0) }) }
    if !doubts.isEmpty { object["doubts"] = .array(doubts.map { .string($0.rawValue) }) }
    object["locale"] = locale.map { .string($0) }
    object["width"] = .integer(Int64(width))
    object["height"] = .integer(Int64(height))
    object["lines"] = .array(lines.map { $0.toJSON() })
    return object
  }

  /// - Returns: nil where it isn't what `toJSON` writes.
  package init?(json object: JSONObject) {
    self.init()
    var isWhole = true
    func take<Value>(_ key: String, _ value: (JSONValue) -> Value?) -> Receipt.Field<Value>? {
      guard let json = object[key] else { return nil }
      let field = Receipt.Field(json: json, value)
      if field == nil { isWhole = false }
      return field
    }
    func list<Element>(_ key: String, _ element: (JSONValue) -> Element?) -> [Element] {
      let values = object[key]?.array ?? []
      let elements = values.compactMap(element)
      if elements.count != values.count { isWhole = false }
      return elements
    }
    merchant = take("merchant", \.string)
    firm = take("firm", \.string)
    address = take("address", \.string)
    taxNumber = take("taxNumber", \.string)
    date = take("date") { $0.string.flatMap { CalendarDate($0) } }
    monthFirstDate = object["monthFirstDate"]?.string.flatMap { CalendarDate($0) }
    time = take("time") { $0.string.flatMap { ClockTime($0) } }
    transaction = take("transaction", \.string)
    till = take("till", \.string)
    otherCurrencies = list("otherCurrencies") { $0.string.flatMap { Currency($0) } }
    shopNumbers = list("shopNumbers", \.string)
    doubts = list("doubts") { $0.string.flatMap(PaperDoubt.init) }
    items = list("items") { $0.object.flatMap { Item(json: $0) } }
    subtotal = take("subtotal", \.integer)
    taxes = list("taxes") { Receipt.Field(json: $0, \.integer) }
    rounding = take("rounding", \.integer)
    total = take("total", \.integer)
    cash = take("cash", \.integer)
    change = take("change", \.integer)
    card = take("card", \.integer)
    currency = take("currency") { $0.string.flatMap { Currency($0) } }
    locale = object["locale"]?.string
    width = object["width"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    height = object["height"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    lines = list("lines") { TextLine(json: $0) }
    guard isWhole else { return nil }
  }
}

extension Receipt.Field {
  /// `{"value": …, "confidence": 0.93, "place": [x, y, width, height]}`
  func toJSON(_ value: (Value) -> JSONValue) -> JSONValue {
    var object: JSONObject = ["value": value(self.value), "confidence": .double(confidence)]
    object["place"] = place?.toJSON()
    return .object(object)
  }

  init?(json: JSONValue, _ value: (JSONValue) -> Value?) {
    guard let read = json["value"].flatMap(value), let confidence = json["confidence"]?.double, confidence.isFinite
    else { return nil }
    self.init(read, confidence: confidence, place: json["place"].flatMap { Box(json: $0) })
  }
}

extension Item {
  package func toJSON() -> JSONObject {
    var object: JSONObject = [
      "text": .string(text), "quantity": .integer(quantity), "amount": .integer(amount),
      "confidence": .double(confidence),
    ]
    object["unitPrice"] = unitPrice.map { .integer($0) }
    object["gtin"] = gtin.map { .string($0) }
    object["place"] = place?.toJSON()
    switch kind {
    case .goods: break
    case .moneyOff: object["moneyOff"] = true
    case .deposit, .noGoods: object["kind"] = .string(kind.rawValue)
    }
    return object
  }

  package init?(json object: JSONObject) {
    guard let text = object["text"]?.string, let quantity = object["quantity"]?.integer,
      let amount = object["amount"]?.integer, let confidence = object["confidence"]?.double, confidence.isFinite
    else { return nil }
    self.init(
      text: text, quantity: quantity, unitPrice: object["unitPrice"]?.integer, amount: amount,
      gtin: object["gtin"]?.string, confidence: confidence, place: object["place"].flatMap { Box(json: $0) },
      kind: object["kind"]?.string.flatMap { Kind(rawValue: $0) }
        ?? (object["moneyOff"]?.bool ?? false ? .moneyOff : .goods))
  }
}

extension Box {
  func toJSON() -> JSONValue { .array([x, y, width, height].map { .integer(Int64($0)) }) }

  init?(json: JSONValue) {
    guard let numbers = json.array?.compactMap({ $0.integer.flatMap { Int(exactly: $0) } }), numbers.count == 4 else {
      return nil
    }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

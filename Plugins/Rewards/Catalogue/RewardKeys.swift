/// The keys of a reward's file. They are its columns in a table and its options on the command line too.
enum RewardKeys {
  static let name = "name"
  static let brand = "brand"
  static let title = "title"
  static let text = "text"
  static let texts = "texts"
  static let picture = "picture"
  static let price = "price"
  static let delivery = "delivery"
  static let stock = "stock"
  static let start = "start"
  static let end = "end"
  static let timeZone = "time-zone"
  static let minimumMode = "minimum-mode"
  static let conditions = "conditions"
  static let perUser = "limit-per-user"
  static let perUserAndDay = "limit-per-user-and-day"
  static let total = "limit-total"
  static let copayment = "copayment"
  static let value = "value"
  static let cost = "cost"
  static let hold = "hold-for"

  /// In the order in which files are written.
  static let all = [
    name, brand, title, text, texts, picture, price, delivery, stock, start, end, timeZone, minimumMode, conditions,
    perUser, perUserAndDay, total, copayment, value, cost, hold,
  ]

  /// Keys of whole numbers. `stock` may hold one.
  static let numbers: Set = [price, perUser, perUserAndDay, total]
}

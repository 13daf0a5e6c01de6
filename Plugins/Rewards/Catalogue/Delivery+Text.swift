internal import QixDefinitions
internal import QixModule

extension Reward.Delivery {
  static let remedy =
    "write one of: voucher:SERIES, goods, donation:WHOM, raffle:NAME, raffle:NAME:TICKETS; such as voucher:coffee-2eur"

  /// The text in files and options: `voucher:coffee-2eur`, `goods`, `donation:Red Cross`, `raffle:cruise:2`.
  var text: String {
    switch self {
    case .voucher(let series): "voucher:\(series)"
    case .goods: "goods"
    case .donation(let whom): "donation:\(whom)"
    case .raffle(let name, 1): "raffle:\(name)"
    case .raffle(let name, let tickets): "raffle:\(name):\(tickets)"
    }
  }

  /// The word before the colon.
  var kind: String {
    switch self {
    case .voucher: "voucher"
    case .goods: "goods"
    case .donation: "donation"
    case .raffle: "raffle"
    }
  }

  /// Its text; which series of vouchers it is are no customer's business.
  var cell: Cell {
    guard case .voucher = self else { return .text(text) }
    return .confidential(.business, .text(text), instead: .text(kind))
  }

  static let kinds = ["voucher", "goods", "donation", "raffle"]

  /// The problem with a text that is no delivery: a clause.
  struct Problem: Error, Equatable {
    let clause: String
  }

  /// Reads what `text` writes.
  init(_ text: String) throws(Problem) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let argument = parts.count == 2 ? parts[1] : nil
    switch parts[0] {
    case "goods":
      guard argument == nil else { throw Problem(clause: "'goods' takes nothing after it") }
      self = .goods
    case "voucher":
      guard let argument, !argument.isEmpty else { throw Problem(clause: "it names no series of vouchers") }
      guard ItemName.isWellFormed(argument, prefix: "vch") else {
        throw Problem(clause: "'\(argument)' can't be the name of a series of vouchers")
      }
      self = .voucher(series: argument)
    case "donation":
      guard let argument, argument.contains(where: { !$0.isWhitespace }) else {
        throw Problem(clause: "it names no recipient")
      }
      self = .donation(to: argument)
    case "raffle": self = try Self.raffle(argument)
    default:
      throw Problem(
        clause: "\(FieldKind.quoted(text) ?? "it") isn't one of the ways of delivery"
          + Suggestion.clause(for: parts[0], among: Self.kinds))
    }
  }

  private static func raffle(_ argument: String?) throws(Problem) -> Self {
    let parts = (argument ?? "").split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard !parts[0].isEmpty else { throw Problem(clause: "it names no raffle") }
    guard parts.count <= 2 else { throw Problem(clause: "raffle takes only a name and a number of tickets") }
    guard parts.count == 2 else { return .raffle(name: parts[0], tickets: 1) }
    guard let tickets = Int64(parts[1]), (1...1_000_000_000).contains(tickets), !parts[1].hasPrefix("+") else {
      throw Problem(clause: "'\(parts[1])' is not a number of tickets from 1 to 1000000000")
    }
    return .raffle(name: parts[0], tickets: tickets)
  }
}

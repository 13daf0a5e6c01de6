internal import CoinsContract
internal import QixModule

/// A column of grants whose name promises more than to be kept with the transfers: coins would never expire, be granted
/// twice, or come from the issuer in place of a budget.
struct MistakenColumn {
  let index: Int
  /// What qix calls it, where lines of grants have such a column.
  let meant: String?
  private let description: String
  private let hint: Sentence

  /// - Returns: nil for a name that can't be mistaken.
  init?(_ index: Int, _ name: ColumnName, in kind: TransferKind) {
    // `expiresAt`, `expires_at` and `Expires-At` are one.
    let word = name.description.filter { $0 != "_" }
    let otherwise = "To keep it with the transfers, give the column a name that can't be mistaken."
    self.index = index
    let meant = Self.otherNames.first { $0.names.contains(word) }?.meant
    self.meant = meant
    if let meant {
      description = "qix does not read the column '\(name)', it only keeps it; did you mean '\(meant)'?"
      hint = "Add --map \(meant)='\(name)', or rename the column. \(otherwise)"
      return
    }
    description = "the column '\(name)' is not one that grants have, so qix would only keep it"
    if Self.payers.contains(word), kind == .issue {
      hint =
        """
        Give --from budget:NAME once, for all lines. An operator can give each line its own budget with \
        \(always: "qix coins apply").
        """
    } else if word == "welcome" {
      hint = "Only single grants can be marked: `qix coins issue --to USER --welcome`. \(otherwise)"
    } else if Self.payers.contains(word) || Self.ofOperations.contains(word) {
      hint = "An operator can do other kinds of lines with \(always: "qix coins apply"). \(otherwise)"
    } else if let option = Self.options.first(where: { $0.filter { $0 != "-" } == word }) {
      hint = "Give --\(option) once, for all lines. \(otherwise)"
    } else {
      return nil
    }
  }

  private static let otherNames: [(meant: String, names: Set<String>)] = [
    (
      "expires",
      [
        "expiry", "expire", "expiration", "expiresat", "expireson", "expirydate", "expirationdate", "expiredate",
        "validuntil", "gooduntil", "ablauf", "ablaufdatum", "gültigbis", "scadenza", "vencimiento", "caducidad",
      ]
    ),
    ("key", ["idempotencykey"]), ("at", ["happenedat", "timestamp"]),
  ]
  /// Whether a column that is kept is called as people call the day of what they book.
  static func mayBeMoment(_ name: String) -> Bool {
    ["date", "day", "datum", "tag", "when", "fecha", "data", "giorno"].contains(name.lowercased())
  }

  private static let payers: Set<String> = ["from", "budget", "frombudget"]
  private static let ofOperations: Set<String> = ["op", "to", "transfer", "linked"]
  /// Those that decide what is done; names such as `file` or `format` are as good for a note as any.
  private static let options = ["batch", "again", "dry-run", "create-users", "keep-going"]

  /// - Parameter field: the index of the column, where it is about a line and not about the header.
  func fault(_ field: Int?) -> FieldFault { FieldFault(field, "\(description)", hint: hint) }
}

internal import QixModule

/// Why a series is not made, or not added to. No sentence holds a code.
enum SeriesError: Failing, Equatable {
  case malformedName(String)
  case malformedTitle
  case titleNeeded(String)
  /// An amount of nothing: `--value`.
  case nothing(String)
  case currencies(Currency, Currency)
  /// A good has no value, and so leaves no rest.
  case restOfNothing
  /// The rests of all vouchers together could not be counted.
  case tooMuchOnCard(most: Money)
  /// So many more vouchers on which the rest stays can be counted.
  case tooManyCards(String, left: Int64)
  case endsBeforeStart
  /// A new series that would have ended already.
  case endsInThePast(Timestamp)
  case over(String, ended: Timestamp)
  case badUses(Int64)
  case badPrefix(String)
  case prefixNeeded
  case prefixWithoutEAN
  case prefixFull(String, left: Int64)
  /// A series of that name has other terms: the option in question.
  case differs(String, option: String)
  /// Its codes come from somewhere else.
  case otherSource(String, SeriesTerms.Source)
  case void(String)
  case notEnough(String, left: Int64, wanted: Int64)
  case keyConflict(String)
  case malformedKey
  /// Codes of a brand's list were to be written into a file by a token.
  case importedCodes(String)

  var failure: Failure {
    switch self {
    case .malformedName(let name):
      Failure(
        "vouchers.name-malformed", .usage,
        "'\(name)' can't be a series' name: use 1 to 55 lower-case letters, digits, '-' and '_', beginning with a letter "
          + "or digit")
    case .malformedTitle:
      Failure("vouchers.title", .usage, "a title is one line of 1 to 200 characters")
    case .titleNeeded(let name):
      Failure(
        "vouchers.title", .usage, "there is no series '\(name)' yet, and a new one needs a title",
        hint: "Give --title TEXT, and what else it promises; or check the name with `qix voucher list`.")
    case .nothing(let option):
      Failure("vouchers.value", .usage, "\(option) is an amount of nothing")
    case .currencies(let value, let minimum):
      Failure(
        "vouchers.value", .usage,
        "the value is in \(value) and the minimum purchase in \(minimum), which no till can compare",
        hint: "Give both in the same currency.")
    case .restOfNothing:
      Failure("vouchers.value", .usage, "a good leaves no rest: --keep-rest is for vouchers with a --value")
    case .tooMuchOnCard(let most):
      Failure(
        "vouchers.value", .usage,
        "--value is more than can be counted where the rest stays on many vouchers: \(most) is the most")
    case .tooManyCards(let name, let left):
      Failure(
        "vouchers.too-many-cards", .refused,
        "what is on the vouchers of '\(name)' could no longer be counted: there is room for \(left) more",
        hint: "Make a series with another name.")
    case .endsBeforeStart:
      Failure(
        "vouchers.period", .usage, "the series would end before it begins",
        hint: "Give an --until that is later than --from.")
    case .endsInThePast(let end):
      Failure(
        "vouchers.series-over", .refused, "--until is \(end), which is over, so what is made couldn't be used",
        hint: "Give a later one.")
    case .over(let name, let ended):
      Failure(
        "vouchers.series-over", .refused,
        "the series '\(name)' ended at \(ended), so what is made now couldn't be used",
        hint: "Make a series with another name and a later --until.")
    case .badUses(let uses):
      Failure("vouchers.uses", .usage, "a voucher can be used 1 to 1000000 times, not \(uses)")
    case .badPrefix(let prefix):
      Failure(
        "vouchers.prefix", .usage,
        "'\(prefix)' is no prefix for vouchers: products of other companies may begin like it", hint: Self.prefixes)
    case .prefixNeeded:
      Failure("vouchers.prefix", .usage, "codes of EAN-13 need two digits to begin with", hint: Self.prefixes)
    case .prefixWithoutEAN:
      Failure(
        "vouchers.prefix", .usage, "only codes of EAN-13 that are made here have a prefix",
        hint: "Leave --prefix out, or give --barcode ean13.")
    case .prefixFull(let prefix, let left):
      Failure(
        "vouchers.prefix-full", .refused,
        "of EAN-13 codes that begin with \(prefix) there may be 100000, or they could be guessed; there is room for "
          + "\(left) more", hint: "Choose another prefix, or --barcode code128, whose codes can't be guessed.")
    case .differs(let name, let option):
      Failure(
        "vouchers.series-differs", .conflict,
        "there is a series '\(name)' with other terms: \(option) is not the same",
        hint: "See its terms with `qix voucher show \(name)`; other terms need another name.")
    case .otherSource(let name, .stock):
      Failure(
        "vouchers.series-source", .conflict, "the codes of '\(name)' are generated",
        hint: "Make more with `qix voucher generate \(name) --count N`.")
    case .otherSource(let name, .onDemand):
      Failure(
        "vouchers.series-source", .conflict, "the codes of '\(name)' are made when one is handed over",
        hint: "Nothing has to be made; a list needs a series of its own.")
    case .otherSource(let name, .imported):
      Failure(
        "vouchers.series-source", .conflict, "the codes of '\(name)' are a list that was imported",
        hint: "Import more with `qix voucher import \(name) FILE`.")
    case .void(let name):
      Failure(
        "vouchers.series-void", .refused, "the series '\(name)' was made void",
        hint: "Make a series with another name.")
    case .notEnough(let name, let left, let wanted):
      Failure(
        "vouchers.not-enough", .refused, "\(wanted) vouchers of '\(name)' are wanted, and \(left) are in stock",
        hint: "Ask for fewer, or leave --count out for all of them.")
    case .keyConflict(let key):
      Failure(
        "vouchers.key-conflict", .conflict, "the key '\(key)' was used for something else, so nothing was done",
        hint: "Give a new key for what is new.")
    case .malformedKey: IdempotencyKey.malformed(in: "vouchers", example: "print-2027-03")
    case .importedCodes(let name):
      Failure(
        "vouchers.imported-codes", .notAllowed,
        "the codes of series '\(name)' were imported, and a token may not write such words into a file of its choice",
        hint: "The owner of the home folder exports them, without --as.")
    }
  }

  private static let prefixes = "Give --prefix 20 to 29, or 99: one that nothing else in the shop begins with."
}

internal import QixKernel

/// Why a series is not made, or not added to. No sentence holds a code.
enum SeriesError: Diagnosable, Equatable {
  case malformedName(String)
  case malformedTitle
  case titleNeeded(String)
  /// An amount of nothing: `--value`.
  case nothing(String)
  case currencies(Currency, Currency)
  /// What has no value leaves none.
  case restOfNothing
  /// What is left on all vouchers together could not be counted.
  case tooMuchOnCard(most: Money)
  /// So many more vouchers on which the rest stays can be counted.
  case tooManyCards(String, left: Int64)
  case endsBeforeStart
  /// A new one that nobody could use any more.
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

  var category: ErrorCategory {
    switch self {
    case .malformedName, .malformedTitle, .titleNeeded, .nothing, .currencies, .restOfNothing, .tooMuchOnCard,
      .endsBeforeStart, .badUses, .badPrefix, .prefixNeeded, .prefixWithoutEAN, .malformedKey:
      .usage
    case .endsInThePast, .over, .prefixFull, .tooManyCards, .void, .notEnough: .refused
    case .differs, .otherSource, .keyConflict: .conflict
    }
  }

  var code: String {
    switch self {
    case .malformedName: "vouchers.name-malformed"
    case .malformedTitle, .titleNeeded: "vouchers.title"
    case .nothing, .currencies, .restOfNothing, .tooMuchOnCard: "vouchers.value"
    case .endsBeforeStart: "vouchers.period"
    case .endsInThePast, .over: "vouchers.series-over"
    case .badUses: "vouchers.uses"
    case .badPrefix, .prefixNeeded, .prefixWithoutEAN: "vouchers.prefix"
    case .prefixFull: "vouchers.prefix-full"
    case .tooManyCards: "vouchers.too-many-cards"
    case .differs: "vouchers.series-differs"
    case .otherSource: "vouchers.series-source"
    case .void: "vouchers.series-void"
    case .notEnough: "vouchers.not-enough"
    case .keyConflict: "vouchers.key-conflict"
    case .malformedKey: "vouchers.key-malformed"
    }
  }

  var description: String {
    switch self {
    case .malformedName(let name):
      "'\(name)' can't be a series' name: use 1 to 55 lower-case letters, digits, '-' and '_', beginning with a letter "
        + "or digit"
    case .malformedTitle: "a title is one line of 1 to 200 characters"
    case .titleNeeded(let name): "there is no series '\(name)' yet, and a new one needs a title"
    case .nothing(let option): "\(option) is an amount of nothing"
    case .currencies(let value, let minimum):
      "the value is in \(value) and the minimum purchase in \(minimum), which no till can compare"
    case .restOfNothing: "a good leaves no rest: --keep-rest is for vouchers with a --value"
    case .tooMuchOnCard(let most):
      "--value is more than can be counted where the rest stays on many vouchers: \(most) is the most"
    case .tooManyCards(let name, let left):
      "what is on the vouchers of '\(name)' could not be counted any more: there is room for \(left) more"
    case .endsBeforeStart: "the series would end before it begins"
    case .endsInThePast(let end): "--until is \(end), which is over, so nobody could use what is made"
    case .over(let name, let ended): "the series '\(name)' ended at \(ended), so nobody could use what is made now"
    case .badUses(let uses): "a voucher can be used 1 to 1000000 times, not \(uses)"
    case .badPrefix(let prefix): "'\(prefix)' is no prefix for vouchers: products of other companies may begin like it"
    case .prefixNeeded: "codes of EAN-13 need two digits to begin with"
    case .prefixWithoutEAN: "only codes of EAN-13 that are made here have a prefix"
    case .prefixFull(let prefix, let left):
      "of EAN-13 codes that begin with \(prefix) there may be 100000, or they could be guessed; there is room for "
        + "\(left) more"
    case .differs(let name, let option): "there is a series '\(name)' with other terms: \(option) is not the same"
    case .otherSource(let name, let source):
      switch source {
      case .stock: "the codes of '\(name)' are generated"
      case .onDemand: "the codes of '\(name)' are made when one is handed over"
      case .imported: "the codes of '\(name)' are a list that was imported"
      }
    case .void(let name): "the series '\(name)' was made void"
    case .notEnough(let name, let left, let wanted):
      "\(wanted) vouchers of '\(name)' are wanted, and nobody has \(left)"
    case .keyConflict(let key): "the key '\(key)' was used for something else, so nothing was done"
    case .malformedKey: "the idempotency key is empty, longer than 200 characters, or has a control character in it"
    }
  }

  var hint: String? {
    switch self {
    case .malformedName, .malformedTitle, .nothing, .restOfNothing, .tooMuchOnCard, .badUses: nil
    case .titleNeeded: "Give --title TEXT, and what else it promises; or check the name with `qix voucher list`."
    case .currencies: "Give both in the same currency."
    case .endsBeforeStart: "Give an --until that is later than --from."
    case .endsInThePast: "Give a later one; a day is its midnight in UTC."
    case .over: "Make a series with another name and a later --until."
    case .badPrefix, .prefixNeeded: "Give --prefix 20 to 29, or 99: one that nothing else in the shop begins with."
    case .prefixWithoutEAN: "Leave --prefix out, or give --barcode ean13."
    case .prefixFull: "Take another prefix, or --barcode code128, whose codes can't be guessed."
    case .differs(let name, _): "See its terms with `qix voucher show \(name)`; other terms need another name."
    case .otherSource(let name, .stock): "Make more with `qix voucher generate \(name) --count N`."
    case .otherSource(_, .onDemand): "Nothing has to be made; a list needs a series of its own."
    case .otherSource(let name, .imported): "Import more with `qix voucher import \(name) FILE`."
    case .void: "Make a series with another name."
    case .tooManyCards: "Make a series with another name."
    case .notEnough: "Ask for fewer, or leave --count out for all of them."
    case .keyConflict: "Give a new key for what is new."
    case .malformedKey: "Write 1 to 200 characters, such as print-2027-03."
    }
  }
}

internal import QixDefinitions
internal import QixModule

/// Why something was not done to the catalogue. Nothing has changed when one is thrown, but by `someRefused`.
enum RewardError: Failing, Equatable {
  case notFound(String, near: String?)
  /// - Parameter faults: each with its place, in the order in which they stand in the file.
  case faulty(source: String, faults: [PlacedFault])
  /// A catalogue of which nothing was imported.
  case faultyLines(file: String, LineFaults)
  /// A catalogue of which the other lines were imported.
  case someRefused(file: String, LineFaults)
  /// What it would be can't be read as it is stored.
  case unreadable(String)
  case wrongState(String, Reward.State, wanted: Verb)
  /// Names of rewards, and what they lack before users can have them; clauses.
  case notReady([String], [String])
  case keyConflict(String)
  /// A draft with pieces on its shelf.
  case stocked(String, Int64)
  case notCounted(String)
  /// Fewer pieces would be there than are held for users.
  case heldPieces(String, RewardStock.Standing, StockChange.Kind, Int64)
  case noReason
  /// Pieces are in stock or held, so counting can't be switched off.
  case stillCounted(String, RewardStock.Standing)
  case changedMeanwhile(String)
  case priceInPast(Timestamp)
  case emptyOffer
  /// An offer that is no less than the price.
  case noOffer(String, coins: Int64, regular: Int64)
  case noPrice(String, at: Timestamp)
  case noPriceEntry(Int64, of: String)
  case priceInForce(Int64, of: String)

  enum Verb: String, Sendable {
    case publish, retire, delete
    case price = "give a new price to"
    case fill = "put more pieces on the shelf of"
    case countStock = "change how pieces are counted of"
  }

  init(_ faults: Faults, in source: FaultSource) {
    self = .faulty(source: source.name, faults: source.placed(faults))
  }

  var failure: Failure {
    switch self {
    case .notFound(let reference, let near):
      Failure(
        "rewards.not-found", .notFound,
        "there is no reward '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")",
        hint: "See which there are with `qix reward list`.")
    case .faulty(let source, let faults):
      Self.faulty(
        "\(source) can't be used" + Self.reasons(faults.map(\.sentence)),
        isTaken: faults.allSatisfy { $0.fault.kind == .duplicate },
        hint: "docs/rewards.md says what a reward's description holds. Nothing was changed.")
    case .faultyLines(let file, let faults):
      Self.faulty(
        "nothing was imported from \(file): \(faults.sentences)", isTaken: faults.isAllTaken,
        hint:
          "Mend them and import it again; --keep-going imports the other lines, --update changes rewards that are there."
      )
    case .someRefused(let file, let faults):
      Failure(
        "rewards.some-refused", faults.isAllTaken ? .conflict : .usage,
        "not all was imported from \(file): \(faults.sentences)",
        hint: "Mend these lines and import them in a file of their own; docs/rewards.md says what they hold.")
    case .stocked(let name, let pieces):
      Failure(
        "rewards.stocked", .refused,
        "the reward '\(name)' can't be deleted: \(pieces.counted("piece lies", "pieces lie")) on its shelf",
        hint: "Take them off the books first: `qix reward stock \(name) --remove \(pieces) --reason TEXT`.")
    case .unreadable(let name):
      Failure(
        "rewards.unreadable", .usage,
        "the reward '\(name)' couldn't be read again as it would be stored, so nothing was changed",
        hint: "Look for a value at the edge of what there is, such as a moment far away, and tell qix's makers of it.")
    case .wrongState(let name, let state, let verb):
      Failure(
        "rewards.wrong-state", .conflict,
        "the reward '\(name)' \(Self.words(state)), so you can't \(verb.rawValue) it",
        hint: verb == .delete
          ? Self.insteadOfDeleting(name, state)
          : state == .retired
            ? "A reward that was retired stays so; make a new one with `qix reward create`."
            : "See it with `qix reward show \(name)`.")
    case .notReady(let names, let problems):
      Failure(
        "rewards.not-ready", .refused,
        "\(names.count == 1 ? "the reward" : "the rewards") '\(names.joined(separator: "', '"))' can't be published yet"
          + Self.reasons(problems),
        hint: "Nothing was published. `qix reward show NAME` shows what there is.")
    case .keyConflict(let key):
      Failure(
        "rewards.key-conflict", .conflict,
        "the idempotency key '\(key)' was used before for something that differs from this, so nothing was done",
        hint: "Give something new a new key. To see the first result again, repeat that command unchanged.")
    case .notCounted(let name):
      Failure(
        "rewards.not-counted", .refused, "the pieces of '\(name)' are not counted: there are as many as are wanted",
        hint: "To have them counted from now on, give `qix reward stock \(name) --counted`.")
    case .heldPieces(let name, let standing, let kind, let pieces):
      Self.held(name, standing, kind, pieces)
    case .noReason:
      Failure(
        "rewards.reason-needed", .usage,
        "pieces are taken away, or counted, for a reason that others want to know later",
        hint: "Give --reason TEXT, such as --reason 'broken in transport'.")
    case .stillCounted(let name, let standing):
      Failure(
        "rewards.still-counted", .refused, Self.lying(name, standing),
        hint: standing.held > 0
          ? "Confirm or cancel what is held first."
          : "Take them away first: `qix reward stock \(name) --remove \(standing.posted) --reason TEXT`.")
    case .changedMeanwhile(let name):
      Failure(
        "rewards.changed-meanwhile", .busy, "the stock of '\(name)' was changed at this very moment",
        hint: "Run the same command again.")
    case .priceInPast(let time):
      Failure(
        "rewards.price-in-past", .usage,
        "a price can't begin at \(time), which is past: what users have paid stays what it was",
        hint: "Leave --from out for a price from now on, or name a later moment.")
    case .emptyOffer:
      Failure(
        "rewards.empty-offer", .usage, "the offer ends before it begins",
        hint: "Let --until be later than --from, and later than now.")
    case .noOffer(let name, let coins, let regular):
      Failure(
        "rewards.no-offer", .refused,
        "\(coins.counted("coin")) would be no offer: '\(name)' costs \(regular) when it begins",
        hint: "For a higher price from a moment on, give `qix reward price \(name) COINS --from TIME`.")
    case .noPrice(let name, let at):
      Failure(
        "rewards.no-price", .refused, "'\(name)' has no price at \(at) that an offer could be made of",
        hint: "Give it one with `qix reward price \(name) COINS`.")
    case .noPriceEntry(let entry, let name):
      Failure(
        "rewards.price-not-found", .notFound, "there is no price \(entry) of '\(name)'",
        hint: "See them with `qix reward price \(name)`.")
    case .priceInForce(let entry, let name):
      Failure(
        "rewards.price-in-force", .conflict,
        "the price \(entry) of '\(name)' has been in force, or was withdrawn before, so it stays in the history",
        hint: "Give it another price with `qix reward price \(name) COINS`.")
    }
  }

  /// - Parameter isTaken: whether names that are taken are all that is wrong.
  private static func faulty(_ sentence: String, isTaken: Bool, hint: String) -> Failure {
    Failure(isTaken ? "rewards.name-taken" : "rewards.faulty", isTaken ? .conflict : .usage, sentence, hint: hint)
  }

  /// The end of a sentence: the one reason, or all of them, a line each.
  private static func reasons(_ reasons: [String]) -> String {
    reasons.count == 1
      ? ": \(reasons[0])"
      : ", for \(reasons.count) reasons:\n" + reasons.map { "  \($0)" }.joined(separator: "\n")
  }

  private static func words(_ state: Reward.State) -> String {
    switch state {
    case .draft: "is still a draft"
    case .published: "is published already"
    case .retired: "was retired"
    }
  }

  private static func lying(_ name: String, _ standing: RewardStock.Standing) -> String {
    "of '\(name)' \(standing.posted.counted("piece is", "pieces are")) on the shelf"
      + (standing.held > 0 ? ", \(standing.held) of them held for users" : "")
  }

  private static func held(
    _ name: String, _ standing: RewardStock.Standing, _ kind: StockChange.Kind, _ pieces: Int64
  ) -> Failure {
    Failure(
      "rewards.held-pieces", .refused,
      lying(name, standing) + ", so \(pieces) can't be \(kind == .counted ? "all that are there" : "taken away")",
      hint: kind == .counted && standing.held > 0
        ? "Give those who wait what is theirs (`qix reward confirm`) or cancel (`qix reward cancel`), then count again; "
          + "pieces held for users are counted as long as they lie there. `qix redemption list --reward \(name)`."
        : "Take away \(standing.available) or fewer.")
  }
}

extension RewardError {
  fileprivate static func insteadOfDeleting(_ name: String, _ state: Reward.State) -> String {
    state == .retired
      ? "A reward that was retired stays on record, with what became of it."
      : "Retire it instead, with `qix reward retire \(name)`; what users could have stays on record."
  }
}

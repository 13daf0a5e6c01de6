internal import QixDefinitions
internal import QixKernel

extension RewardError {
  var description: String {
    switch self {
    case .notFound(let reference, let near):
      "there is no reward '\(reference)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
    case .faulty(let source, let faults):
      faults.count == 1
        ? "\(source) can't be used: \(faults[0].sentence)"
        : "\(source) can't be used, for \(faults.count) reasons:\n"
          + faults.map { "  \($0.sentence)" }.joined(separator: "\n")
    case .faultyLines(let file, let faults): "nothing was imported from \(file): \(faults.sentences)"
    case .someRefused(let file, let faults): "not all was imported from \(file): \(faults.sentences)"
    case .wrongState(let name, let state, let verb):
      "the reward '\(name)' \(Self.words(state)), so you can't \(verb.rawValue) it"
    case .notReady(let names, let problems):
      "\(names.count == 1 ? "the reward" : "the rewards") '\(names.joined(separator: "', '"))' can't be published yet"
        + (problems.count == 1
          ? ": \(problems[0])"
          : ", for \(problems.count) reasons:\n" + problems.map { "  \($0)" }.joined(separator: "\n"))
    case .keyConflict(let key):
      "the idempotency key '\(key)' was used before for something that differs from this, so nothing was done"
    case .malformedKey: "the idempotency key is empty, longer than 200 characters, or has a control character in it"
    case .notCounted(let name): "the pieces of '\(name)' are not counted: there are as many as are wanted"
    case .heldPieces(let name, let standing, let kind, let pieces): Self.held(name, standing, kind, pieces)
    case .noReason: "pieces are taken away, or counted, for a reason that others want to know later"
    case .stillCounted(let name, let standing):
      "of '\(name)' \(standing.posted.counted("piece is", "pieces are")) on the shelf"
        + (standing.held > 0 ? ", \(standing.held) of them held for users" : "")
    case .changedMeanwhile(let name): "the stock of '\(name)' was changed at this very moment"
    case .priceInPast(let time): "a price can't begin at \(time), which is past: what users have paid stays what it was"
    case .malformedTime(let option, let text): "\(option): '\(text)' is no moment in the calendar"
    case .emptyOffer: "the offer ends before it begins"
    case .noOffer(let name, let coins, let regular):
      "\(coins.counted("coin")) would be no offer: '\(name)' costs \(regular) when it begins"
    case .noPrice(let name, let at): "'\(name)' has no price at \(at) that an offer could be made of"
    case .noPriceEntry(let entry, let name): "there is no price \(entry) of '\(name)'"
    case .priceInForce(let entry, let name):
      "the price \(entry) of '\(name)' has been in force, or was withdrawn before, so it stays in the history"
    }
  }

  private static func words(_ state: Reward.State) -> String {
    switch state {
    case .draft: "is still a draft"
    case .published: "is published already"
    case .retired: "was retired"
    }
  }

  private static func held(
    _ name: String, _ standing: Shelf.Standing, _ kind: StockChange.Kind, _ pieces: Int64
  ) -> String {
    let there = "of '\(name)' \(standing.posted.counted("piece is", "pieces are")) on the shelf"
    let held = standing.held > 0 ? ", \(standing.held) of them held for users" : ""
    return kind == .counted
      ? "\(there)\(held), so \(pieces) can't be all that are there"
      : "\(there)\(held), so \(pieces) can't be taken away"
  }

  var hint: String? {
    switch self {
    case .notFound: "See which there are with `qix reward list`."
    case .faulty: "docs/rewards.md says what a reward's description holds. Nothing was changed."
    case .faultyLines:
      "Mend them and import it again; --keep-going imports the other lines, --update changes rewards that are there."
    case .someRefused: "Mend these lines and import the file again with --update; docs/rewards.md says what they hold."
    case .wrongState(_, .retired, _): "A reward that was retired stays so; make a new one with `qix reward create`."
    case .wrongState(let name, .published, .publish): "See it with `qix reward show \(name)`."
    case .wrongState(let name, _, _): "See it with `qix reward show \(name)`."
    case .notReady: "Nothing was published. `qix reward show NAME` shows what there is."
    case .keyConflict: "Give something new a new key. To see the first result again, repeat that command unchanged."
    case .malformedKey: "Write 1 to 200 characters, such as delivery-981."
    case .notCounted(let name): "To have them counted from now on, give `qix reward stock \(name) --counted`."
    case .heldPieces(let name, let standing, .counted, _) where standing.held > 0:
      "Give those who wait what is theirs (`qix reward confirm`) or cancel (`qix reward cancel`), then count again; "
        + "pieces held for users are counted as long as they lie there. `qix redemption list --reward \(name)`."
    case .heldPieces(_, let standing, _, _): "Take \(standing.available) or fewer."
    case .noReason: "Give --reason TEXT, such as --reason 'broken in transport'."
    case .stillCounted(let name, let standing):
      standing.held > 0
        ? "Confirm or cancel what is held first."
        : "Take them away first: `qix reward stock \(name) --remove \(standing.posted) --reason TEXT`."
    case .changedMeanwhile: "Run the same command again."
    case .priceInPast: "Leave --from out for a price from now on, or name a later moment."
    case .malformedTime:
      "Write it as 2027-06-01, 2027-06-01T20:00 (in the reward's time zone) or 2027-06-01T18:00:00Z."
    case .emptyOffer: "Let --until be later than --from, and later than now."
    case .noOffer(let name, _, _):
      "For a higher price from a moment on, give `qix reward price \(name) COINS --from TIME`."
    case .noPrice(let name, _): "Give it one with `qix reward price \(name) COINS`."
    case .noPriceEntry(_, let name): "See them with `qix reward price \(name)`."
    case .priceInForce(_, let name): "Give it another price with `qix reward price \(name) COINS`."
    }
  }
}

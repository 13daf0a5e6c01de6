internal import CampaignsContract
internal import CoinsContract
internal import QixShake

extension Pipeline {
  /// Pays what was won: out of what was reserved, or straight from the budget.
  ///
  /// A hold and its capture in one transaction leave the same balances as an issue and cost three times as much, so only
  /// a shake that spans several transactions holds (docs/decisions/0023).
  /// - Returns: the transfer, nil where there is nothing to pay; and why nothing is paid.
  func post(_ coins: Int64, for shake: ResolvedShake, isTakenBack: Bool) throws -> (TransferID?, Refusal?) {
    guard coins > 0 else { return (nil, nil) }
    let expires = shake.campaign.expiry(at: booked)
    do {
      if let hold = shake.pending?.hold {
        do {
          var capture = Operation.capture(hold.transfer, amount: coins, expires: expires)
          capture.key = "\(shake.id)"
          return (try apply(capture, isTakenBack: isTakenBack), nil)
        } catch CoinsError.holdResolved, CoinsError.holdTimedOut {
          // Somebody gave it back by hand: then the budget pays like for any other shake.
        }
      }
      var issue = Operation.issue(
        coins, from: .budget(shake.campaign.budget), to: .wallet(shake.user), expires: expires)
      issue.key = "\(shake.id)"
      return (try apply(issue, isTakenBack: isTakenBack), nil)
    } catch let error as CoinsError {
      return (nil, try Self.refusal(error))
    }
  }

  /// Within a savepoint an operation has one of its own, so that the ledger knows that it never was.
  private func apply(_ operation: Operation, isTakenBack: Bool) throws -> TransferID {
    let outcome = isTakenBack ? try ledger.applyLinked([operation]).first : try ledger.apply(operation)
    guard let outcome, !outcome.isReplay else {
      throw StorageError.corrupt("the ledger already knows the id of a new shake")
    }
    return outcome.transfer
  }

  /// Turns the ledger's refusals into the shake's; any other error is a fault.
  static func refusal(_ error: CoinsError) throws -> Refusal {
    switch error {
    case .insufficient, .noBudget:
      return Refusal(
        "shakes.budget-spent", "all the coins of this campaign have been won")
    case let error where error.category == .refused: return Refusal(error)
    default: throw error
    }
  }

  /// Keeps a shake that needs more, and reserves what it can win where its type asks for that.
  func reserve(
    _ step: NextStep, for shake: ResolvedShake, _ admission: Admission, isTakenBack: Bool
  ) throws -> Judgement.Outcome {
    let end = shake.campaign.campaign.end
    let until = min(step.until ?? end, end)
    guard until > shake.at else {
      return .refused(Refusal("shakes.abandoned", "there is no time left to finish this"))
    }
    var pending =
      shake.pending
      ?? Pending(
        id: shake.id, started: shake.at, until: until, step: step.name, directive: shake.directive)
    pending.step = step.name
    // What was reserved is given back at its time whatever the type says later.
    pending.until = pending.hold == nil ? until : min(until, pending.until)
    if step.reserves, pending.hold == nil, let most = try most(for: shake, admission), most > 0 {
      var hold = Operation.hold(
        most, from: .budget(shake.campaign.budget), to: .wallet(shake.user), timesOut: .at(until))
      hold.key = "\(shake.id):hold"
      do {
        pending.hold = (try apply(hold, isTakenBack: isTakenBack), most)
      } catch let error as CoinsError {
        return .refused(try Self.refusal(error))
      }
    }
    try pending.save(shake.user, shake.campaign.campaign.id, shake.type.name, statements)
    shake.type.hasPending = true
    return .needsMore(step)
  }

  /// The most that the shake can win: multiplied by what its user is due now, within the caps. Who is due more when it
  /// is decided gets what was reserved. Nil where the proof alone tells.
  private func most(for shake: ResolvedShake, _ admission: Admission) throws -> Int64? {
    guard var most = shake.campaign.campaign.award.most(pot: shake.campaign.counts.pot) else { return nil }
    if most > 0, let factor = try factor(for: shake) { most = factor.applied(to: most) }
    return min(most, admission.allowed)
  }

  /// Ends what was pending: gives back what is still reserved, unless it was captured.
  func release(_ pending: Pending, isCaptured: Bool) throws {
    try Pending.end(pending.id, statements)
    guard let hold = pending.hold, !isCaptured else { return }
    var void = Operation.void(hold.transfer)
    void.key = "\(pending.id):void"
    do {
      _ = try ledger.apply(void)
    } catch CoinsError.holdResolved {
      // Its time was up, or somebody gave it back by hand.
    }
  }

  /// Decides a shake under way that nobody went on with in time.
  func abandon(_ shake: ResolvedShake) throws {
    _ = try conclude(shake, refusal: Self.tooLate, isStep: false)
  }

  static let tooLate = Refusal("shakes.abandoned", "the time to finish this is over")
}

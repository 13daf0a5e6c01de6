internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixCrypto
internal import QixShake

/// Decided shakes on their way into the table, where several are written with one statement.
///
/// While a shake waits nobody finds it by its key in the table, so what was answered waits with it.
struct DecidedShakes {
  private struct Waiting {
    let key: String
    let digest: Hash256?
    let answer: ShakeAnswer
  }

  private var rows: RowBatch
  private var waiting: [Waiting] = []
  private var trace = JSONWriter(reserving: 1_024)

  init(_ connection: Connection) {
    rows = RowBatch(
      into: "shakes_shakes",
      [
        "shake", "id", "campaign", "user_id", "type", "key", "fingerprint", "at", "outcome", "refusal", "units",
        "coins", "transfer", "drawn", "bound", "draw_window", "claim_scope", "claim", "directive", "previous", "trace",
        "gift", "given",
      ], in: connection)
  }

  /// The answer that waits under a key; nil for none.
  /// - Throws: `ShakesError.keyConflict` when it is another request's.
  func answer(to key: String, _ digest: Hash256, of asker: String?) throws -> ShakeAnswer? {
    // Texts that Unicode takes for the same may be different keys.
    guard let found = waiting.first(where: { $0.key == key && $0.key.utf8.elementsEqual(key.utf8) }) else { return nil }
    guard found.digest?.isRepeated(by: digest, of: asker) ?? false else { throw ShakesError.keyConflict(key) }
    let answer = found.answer
    return ShakeAnswer(
      shake: answer.shake, campaign: answer.campaign, type: answer.type, outcome: answer.outcome, isReplay: true)
  }

  /// - Parameters:
  ///   - number: the shake's.
  ///   - previous: the same user's shake before it, 0 for none.
  ///   - isStep: false for a shake that ends by itself: there is no request that is answered.
  mutating func add(
    _ shake: ResolvedShake, _ judgement: Judgement, _ decision: Decision, _ answer: ShakeAnswer, number: Int64,
    previous: Int64, isStep: Bool
  ) throws {
    rows.append(number)
    rows.append(answer.shake)
    rows.append(shake.campaign.campaign.id)
    rows.append(shake.user)
    rows.append(shake.type.name)
    if isStep, let key = shake.request.key, let digest = shake.digest {
      rows.append(key)
      digest.withUnsafeBytes { rows.append(blob: $0) }
      waiting.append(Waiting(key: key, digest: digest, answer: answer))
    } else {
      rows.appendNull()
      rows.appendNull()
    }
    rows.append(shake.at.microseconds)
    var isAccepted = false
    switch decision {
    case .refused(let refusal):
      rows.append(3)
      rows.append(refusal.code)
    case .accepted(let coins, _):
      isAccepted = true
      // A gift is in columns of its own: the first outcome is that of coins.
      rows.append(coins > 0 ? 1 : 2)
      rows.appendNull()
    case .waits:
      // Nothing was paid; that it waits is in the trace, and what comes of it in shakes_settlements.
      isAccepted = true
      rows.append(2)
      rows.appendNull()
    }
    rows.append(judgement.proof?.units ?? 0)
    rows.append(isAccepted ? judgement.prize.coins : 0)
    if isAccepted, let transfer = judgement.transfer { rows.append(transfer) } else { rows.appendNull() }
    if let drawn = judgement.prize.drawn {
      rows.append(Int64(bitPattern: drawn.value))
      rows.append(Int64(bitPattern: drawn.bound))
      rows.append(drawn.window)
    } else {
      for _ in 0..<3 { rows.appendNull() }
    }
    // Only what counts is a claim; one that was refused is in the trace.
    if isAccepted, let claim = judgement.proof?.use {
      rows.append(claim.scope.rawValue)
      rows.append(claim.text)
    } else {
      rows.appendNull()
      rows.appendNull()
    }
    rows.append(shake.directive)
    rows.append(previous == 0 ? nil : previous)
    Trace.write(shake, judgement, decision, isStep: isStep, to: &trace)
    trace.bytes.withUnsafeBytes { rows.append(text: $0) }
    rows.append(judgement.gift?.gift)
    rows.append(judgement.gift?.given)
    if try rows.endRow() { waiting.removeAll(keepingCapacity: true) }
  }

  /// Writes those that wait.
  mutating func flush() throws {
    waiting.removeAll(keepingCapacity: true)
    try rows.flush()
  }

  /// Forgets those that wait: the transaction was taken back.
  mutating func forget() {
    waiting.removeAll(keepingCapacity: true)
    rows.removeAll()
  }
}

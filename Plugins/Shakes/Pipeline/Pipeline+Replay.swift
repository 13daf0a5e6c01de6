internal import CoinsContract
internal import QixCrypto
internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixStorage

extension Pipeline {
  /// Characters of an idempotency key, so that an index entry stays small.
  static let longestKey = 200

  /// Asks what depends on the request alone.
  static func check(_ request: ShakeRequest) throws {
    if let key = request.key {
      guard !key.isEmpty, key.unicodeScalars.count <= longestKey, isPlain(key) else { throw ShakesError.malformedKey }
    }
    let context = request.context
    if context == ShakeContext() { return }
    for (name, text, most) in [
      ("link", context.link, 500), ("session", context.session, 200), ("place", context.place, 200),
      ("device", context.device, 200),
    ] {
      guard let text else { continue }
      if text.isEmpty { throw ShakesError.malformedContext(name, problem: "it is empty") }
      if text.unicodeScalars.count > most {
        throw ShakesError.malformedContext(name, problem: "it is longer than \(most) characters")
      }
      guard isPlain(text) else {
        throw ShakesError.malformedContext(name, problem: "it has control characters in it")
      }
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// The first answer when the key is known; nil when it is new.
  /// - Throws: `ShakesError.keyConflict` when it was used for another request.
  func replay(_ key: String, _ digest: Hash256, of request: ShakeRequest) throws -> ShakeAnswer? {
    let select = statements.byKey
    select.bind(key, at: 1)
    return try select.first { row in
      let known = Hash256(row.bytes(8))
      if known != digest, try known != digests.digest(of: asBefore(request, by: row.identifier(9))) {
        throw ShakesError.keyConflict(key)
      }
      let outcome: ShakeAnswer.Outcome
      switch row.integer(3) {
      case 1: outcome = .won(coins: row.integer(4), transfer: "\(try row.identifier(5, TransferTag.self))")
      case 2: outcome = .nothing
      default: outcome = .refused(try Trace.refusal(row.text(6), row.optionalText(7)))
      }
      return ShakeAnswer(
        shake: try row.identifier(0), campaign: try row.identifier(1), type: row.text(2), outcome: outcome,
        isReplay: true)
    }
  }

  /// The request as it was before its user was merged into another: the same name leads to another id since.
  private func asBefore(_ request: ShakeRequest, by user: UserID) throws -> ShakeRequest {
    guard let before = try person(user)?.user, try person(request.user)?.user == before else { return request }
    var request = request
    request.user = user
    return request
  }
}

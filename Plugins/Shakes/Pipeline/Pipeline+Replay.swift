internal import CampaignsContract
internal import CoinsContract
internal import QixCrypto
internal import QixShake

extension Pipeline {
  /// Asks what depends on the request alone.
  static func check(_ request: ShakeRequest) throws {
    if let key = request.key, !IdempotencyKey.isWellFormed(key) { throw ShakesError.malformedKey }
    let context = request.context
    try check("link", context.link, most: 500)
    try check("session", context.session, most: 200)
    try check("place", context.place, most: 200)
    try check("device", context.device, most: 200)
  }

  private static func check(_ name: String, _ text: String?, most: Int) throws {
    guard let text else { return }
    if text.isEmpty { throw ShakesError.malformedContext(name, problem: "it is empty") }
    switch TextCheck(text, most: most) {
    case .fits: return
    case .tooLong: throw ShakesError.malformedContext(name, problem: "it is longer than \(most) characters")
    case .hasControls: throw ShakesError.malformedContext(name, problem: "it contains control characters")
    }
  }

  /// Whether a text of a client's can be kept.
  private enum TextCheck {
    case fits, tooLong, hasControls

    /// - Parameter most: characters, as Unicode's scalars.
    init(_ text: String, most: Int) {
      // Nearly always printable ASCII, which its bytes tell; asked of every shake.
      var text = text
      let isSimple = text.withUTF8 { bytes in
        var isPrintable = bytes.count <= most
        for byte in bytes where byte < 0x20 || byte > 0x7E { isPrintable = false }
        return isPrintable
      }
      if isSimple {
        self = .fits
      } else if text.unicodeScalars.count > most {
        self = .tooLong
      } else {
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        self = isPlain ? .fits : .hasControls
      }
    }
  }

  /// The first answer when the key is known; nil when it is new.
  /// - Throws: `ShakesError.keyConflict` when it was used for another request, or by others than the program that asks.
  func replay(_ key: String, _ digest: Hash256, of request: ShakeRequest) throws -> ShakeAnswer? {
    if let waiting = try shakes.answer(to: key, digest, of: request.asker) { return waiting }
    let select = statements.byKey
    select.bind(key, at: 1)
    return try select.first { row in
      let known = Hash256(row.bytes(8))
      func isRepeat(_ digest: Hash256) -> Bool { known?.isRepeated(by: digest, of: request.asker) ?? false }
      if !isRepeat(digest), try !isRepeat(digests.digest(of: asBefore(request, by: row.identifier(9)))) {
        throw ShakesError.keyConflict(key)
      }
      let outcome: ShakeAnswer.Outcome
      switch row.integer(3) {
      case 1: outcome = .won(coins: row.integer(4), transfer: "\(try row.identifier(5, TransferTag.self))")
      case 2 where row.optionalText(10) != nil:
        let gift = row.text(10)
        outcome = .wonGift(
          WonGift(gift, title: try title(of: gift), given: row.optionalText(11)))
      case 2: outcome = try Trace.notice(row.optionalText(7)).map { .waits($0) } ?? .nothing
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

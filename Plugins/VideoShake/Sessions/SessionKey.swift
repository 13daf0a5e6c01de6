internal import QixCrypto
internal import QixShake

/// Marks a watch session's identifier: `vse_…`.
enum VideoSessionTag: IdentifierTag {
  static let prefix = "vse"
}

typealias VideoSessionID = Identifier<VideoSessionTag>

/// The key of watch sessions, which the vault keeps: what only the server can say of a session follows from it.
final class SessionKey: Sendable {
  private let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// The proof that a client shows to go on with its session; it can't be made up.
  func nonce(of session: WatchSession) -> String {
    Base64.urlSafe.encode(BLAKE2b.mac(Self.message(of: session), key: bytes))
  }

  /// Compares in constant time.
  func isNonce(_ text: String, of session: WatchSession) -> Bool {
    guard let tag = Base64.urlSafe.decode(text), tag.count == 32 else { return false }
    return BLAKE2b.isMAC(tag, of: Self.message(of: session), key: bytes)
  }

  /// After how many watched milliseconds the question is put: between a tenth and four fifths of what has to be watched,
  /// so that it has been put before enough was watched.
  func momentOfQuestion(in session: VideoSessionID, needed: Int64) -> Int64 {
    needed / 10 + Int64(number("moment", session) % UInt64(max(1, needed * 7 / 10)))
  }

  /// The choices in an order of the session's own: what was right in the last session says nothing by its place.
  func order(_ choices: [String], in session: VideoSessionID) -> [String] {
    var choices = choices
    for last in stride(from: choices.count - 1, to: 0, by: -1) {
      choices.swapAt(last, Int(number("choice-\(last)", session) % UInt64(last + 1)))
    }
    return choices
  }

  private func number(_ purpose: String, _ session: VideoSessionID) -> UInt64 {
    let tag = BLAKE2b.mac(Array("qix-video-\(purpose)/1".utf8) + session.bytes, key: bytes)
    return tag.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Of one length for all sessions, so that no two have the same.
  private static func message(of session: WatchSession) -> [UInt8] {
    var message = Array("qix-video-session/1".utf8)
    message += session.id.bytes + session.user.bytes + session.campaign.bytes
    for number in [session.video, session.started.microseconds] {
      message += withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
    return message
  }
}

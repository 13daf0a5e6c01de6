internal import QixCrypto
internal import QixModule

/// Marks a token's identifier: `tok_…`.
enum TokenTag: IdentifierTag {
  static let prefix = "tok"
  static let place: String? = "access_tokens.id"
}

typealias TokenID = Identifier<TokenTag>

/// A token as it is handed out: `qix_ROLE_ID_SECRET`.
///
/// Id and secret are in the alphabet of identifiers (Crockford's base 32, lower case): the 26 characters of the id,
/// then 52 for 256 random bits and 6 for a checksum, the first 30 bits of SHA-256 over all that stands before it. The
/// fixed beginning and the checksum are for programs that look for lost secrets, and tell a slip from a token that has
/// ended.
enum TokenText {
  static let secretSize = 32
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
  private static let letters = (UInt8.min...UInt8.max).map(alphabet.contains)
  private static func isLetter(_ byte: UInt8) -> Bool { letters[Int(byte)] }
  private static let idLength = 26
  private static let secretLength = 52
  private static let checksumLength = 6

  /// The parts of a token, read without a look at the database.
  struct Parsed: Equatable {
    let role: Role
    let id: TokenID
    /// The digest of the whole text, which is stored in its place.
    let digest: [UInt8]
  }

  enum Fault: Error {
    case form, checksum
  }

  /// A fresh one.
  static func make(_ role: Role, _ id: TokenID, random: any RandomSource) -> SecretBytes {
    let front = Array("qix_\(role)_\("\(id)".dropFirst(TokenTag.prefix.count + 1))_".utf8)
    let secret = SecretBytes.random(count: secretSize, from: random)
    var text = SecretBytes(count: front.count + secretLength + checksumLength)
    text.withUnsafeMutableBytes { text in
      text.copyBytes(from: front)
      secret.withUnsafeBytes { secret in
        for position in 0..<secretLength { text[front.count + position] = alphabet[digit(position, of: secret)] }
      }
      let end = front.count + secretLength
      for (position, character) in checksum(UnsafeRawBufferPointer(rebasing: text[..<end])).enumerated() {
        text[end + position] = character
      }
    }
    return text
  }

  /// Five bits, the greatest first; those beyond the end are zero.
  private static func digit(_ position: Int, of bytes: UnsafeRawBufferPointer) -> Int {
    (position * 5..<position * 5 + 5).reduce(0) { value, bit in
      let byte = bit / 8 < bytes.count ? bytes[bit / 8] : 0
      return value << 1 | Int(byte >> UInt8(7 - bit % 8) & 1)
    }
  }

  private static func checksum(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var hasher = SHA256()
    hasher.update(text)
    let hash: [UInt8] = hasher.finish()
    return hash.withUnsafeBytes { hash in (0..<checksumLength).map { alphabet[digit($0, of: hash)] } }
  }

  /// A digest of 256 bits. A slow hash, as for passwords, would add nothing: 256 random bits can't be guessed, however
  /// fast each guess is.
  static func digest(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 32)
    digest.withUnsafeMutableBytes { BLAKE2b.hash(text, into: $0) }
    return digest
  }

  /// Whether a text begins as a token does, so that it had better not be shown.
  static func isLike(_ text: String) -> Bool {
    let text = text.drop { $0.isWhitespace }
    return Role.allCases.contains { text.hasPrefix("qix_\($0)_") }
  }

  /// Reads a token, with blanks and line ends around it.
  static func parse(_ bytes: UnsafeRawBufferPointer) throws(Fault) -> Parsed {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    var text = bytes[...]
    while let last = text.last, isBlank(last) { text = text.dropLast() }
    while let first = text.first, isBlank(first) { text = text.dropFirst() }
    let whole = UnsafeRawBufferPointer(rebasing: text)
    let parts = whole.split(separator: UInt8(ascii: "_"), maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].elementsEqual("qix".utf8), parts[1].count < 20,
      let role = Role(rawValue: String(decoding: parts[1], as: UTF8.self)),
      parts[3].allSatisfy(isLetter), parts[2].allSatisfy(isLetter)
    else { throw .form }
    guard parts[2].count == idLength, parts[3].count == secretLength + checksumLength,
      let id = TokenID("\(TokenTag.prefix)_" + String(decoding: parts[2], as: UTF8.self))
    else { throw .checksum }
    let end = whole.count - checksumLength
    let expected = checksum(UnsafeRawBufferPointer(rebasing: whole[..<end]))
    guard whole[end...].elementsEqual(expected) else { throw .checksum }
    return Parsed(role: role, id: id, digest: digest(whole))
  }
}

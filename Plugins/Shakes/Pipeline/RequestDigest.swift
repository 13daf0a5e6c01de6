internal import QixCrypto
internal import QixShake

/// Tells one request from another under the same key: BLAKE2b-256 over each part with its length before it.
///
/// What the device calls itself is left out: only a keyed hash of it is kept, and a digest of what else is in the row
/// could be guessed at.
struct RequestDigest {
  /// The bytes that are put together, kept from one request to the next.
  private var bytes: [UInt8] = []

  mutating func digest(of request: ShakeRequest) -> Hash256 {
    bytes.removeAll(keepingCapacity: true)
    request.user.withBytes { bytes.append(contentsOf: $0) }
    append(request.type)
    append(request.campaign)
    append(request.context.link)
    append(request.context.session)
    append(request.context.place)
    append(request.evidence.values)
    append(request.sights)
    var digest = Hash256()
    bytes.withUnsafeBytes { message in digest.withUnsafeMutableBytes { BLAKE2b.hash(message, into: $0) } }
    guard let asker = request.asker else { return digest }
    // One half says who asked as well, where that is a program: the very same request of another one differs.
    let name = BLAKE2b.hash(Array(asker.utf8), size: 16)
    digest.withUnsafeMutableBytes { digest in for index in 0..<16 { digest[16 + index] ^= name[index] } }
    return digest
  }

  /// The files themselves, and not what was seen in them: another version may see more. Where there are none, nothing is
  /// added: keys of earlier versions stay what they are.
  private mutating func append(_ sights: [String: Sight]) {
    if sights.isEmpty { return }
    for (name, sight) in sights.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      append(name)
      sight.digest.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
  }

  /// The value by which a line of a file without a key is known within its batch.
  mutating func meaning(of request: ShakeRequest) -> UInt64 {
    digest(of: request).withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
  }

  private mutating func append(_ number: Int64) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// -1 for no text, so that none and an empty one differ.
  private mutating func append(_ text: String?) {
    guard let text else { return append(Int64(-1)) }
    append(Int64(text.utf8.count))
    var copy = text
    copy.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Members in the order of their names: clients write objects in the order that comes.
  private mutating func append(_ object: JSONObject) {
    append(Int64(object.members.count))
    guard object.members.count > 1 else { return object.members.forEach { append($0) } }
    object.members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.forEach { append($0) }
  }

  private mutating func append(_ member: JSONObject.Member) {
    append(member.key)
    append(member.value)
  }

  private mutating func append(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(0)
    case .bool(let bool): bytes.append(bool ? 1 : 2)
    case .integer(let integer):
      bytes.append(3)
      append(integer)
    case .double(let double):
      bytes.append(4)
      append(Int64(bitPattern: double.bitPattern))
    case .string(let text):
      bytes.append(5)
      append(text)
    case .array(let values):
      bytes.append(6)
      append(Int64(values.count))
      for value in values { append(value) }
    case .object(let object):
      bytes.append(7)
      append(object)
    }
  }
}

extension Hash256 {
  /// Whether the request of another digest repeats that of this one: for who may know of all keys by the half that says what
  /// was asked for.
  func isRepeated(by other: Hash256, of asker: String?) -> Bool {
    guard asker == nil else { return self == other }
    return withUnsafeBytes { own in other.withUnsafeBytes { own.prefix(16).elementsEqual($0.prefix(16)) } }
  }
}

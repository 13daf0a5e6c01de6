internal import QixCrypto
internal import QixModule

/// A packet between a client and the agent, in protected memory, since most of them carry keys.
///
/// The socket keeps the boundaries of packets (SOCK_SEQPACKET, unix(7)), so none says how long it is and none arrives
/// in pieces. Each begins with the version of this format, what it asks or how it ended, the vault's id in 16 bytes and
/// the number of its master key in 8. Numbers have the greatest byte first.
struct AgentPacket: ~Copyable {
  static let version: UInt8 = 1
  /// Bytes; no request and no answer comes near it.
  static let limit = 256

  private(set) var bytes = SecretBytes(count: limit)
  private(set) var count = 0

  mutating func append(_ byte: UInt8) {
    precondition(count < Self.limit)
    let place = count
    bytes.withUnsafeMutableBytes { $0[place] = byte }
    count += 1
  }

  mutating func append(_ part: UnsafeRawBufferPointer) {
    precondition(part.count <= Self.limit - count)
    let place = count
    bytes.withUnsafeMutableBytes { UnsafeMutableRawBufferPointer(rebasing: $0[place...]).copyMemory(from: part) }
    count += part.count
  }

  mutating func append(_ number: Int64) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append($0) }
  }

  mutating func append<Tag>(_ identifier: Identifier<Tag>) { identifier.withBytes { append($0) } }

  mutating func append(_ place: ItemPlace) {
    append(place.item)
    append(place.version)
    append(place.itemClass.rawValue)
  }

  /// Takes what a system call puts into it.
  /// - Parameter fill: returns how many bytes there were, which may be more than there is room for.
  mutating func receive(_ fill: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let filled = bytes.withUnsafeMutableBytes { fill($0) }
    count = min(max(0, filled), Self.limit)
    return filled
  }

  mutating func clear() {
    bytes.withUnsafeMutableBytes { $0.wipe() }
    count = 0
  }

  borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = count
    return try bytes.withUnsafeBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }
  }
}

/// Takes a packet apart, which may come from any process: what isn't there is nil.
struct AgentPacketReader {
  private var rest: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
    guard rest.count >= count else { return nil }
    defer { rest = UnsafeRawBufferPointer(rebasing: rest[count...]) }
    return UnsafeRawBufferPointer(rebasing: rest[..<count])
  }

  mutating func byte() -> UInt8? { bytes(1)?[0] }

  mutating func number() -> Int64? { bytes(8).map { Int64(bigEndian: $0.loadUnaligned(as: Int64.self)) } }

  mutating func identifier<Tag>(_: Tag.Type = Tag.self) -> Identifier<Tag>? {
    bytes(16).flatMap { Identifier<Tag>($0) }
  }

  mutating func place() -> ItemPlace? {
    guard let item = identifier(ItemTag.self), let version = number(), version >= 1,
      let itemClass = number().flatMap({ ItemClass(rawValue: $0) })
    else { return nil }
    return ItemPlace(item: item, version: version, itemClass: itemClass)
  }
}

/// The agent's requests. The numbers are those of the format.
enum AgentQuestion: UInt8 {
  /// → change last seen, microseconds since unlocking, until the idle limit, until the end; 1 when its memory
  /// is locked, else 0.
  case status = 1
  /// Number of the purpose in 8 bytes → 32 bytes.
  case subkey = 2
  /// Item, version, class; 32 bytes → `KeyWrap.size` bytes.
  case wrap = 3
  /// Item, version, class; `KeyWrap.size` bytes → 32 bytes.
  case unwrap = 4
  /// A count of changes in 8 bytes → nothing.
  case remember = 5
  /// → nothing; then the agent ends.
  case lock = 6
}

/// The outcome. The numbers are those of the format.
enum AgentOutcome: UInt8, Error {
  case done = 0
  /// No question of this version.
  case malformed = 1
  /// The question is about another vault than the agent holds.
  case otherVault = 2
  /// It is about another master key of the vault.
  case otherGeneration = 3
  /// A wrapped key is not what was wrapped.
  case damaged = 4
}

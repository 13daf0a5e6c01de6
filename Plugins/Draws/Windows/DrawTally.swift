internal import DrawsContract
internal import QixCrypto
internal import QixShake

/// Goes through the draws of a window in their order: counts them, computes the Merkle root over them, and finds what
/// doesn't follow from the secret.
struct DrawTally: ~Copyable {
  private let window: WindowTerms
  private let key: DrawKey?
  private var tree = MerkleTree.Accumulator()
  private var last: ShakeID?
  private(set) var count: Int64 = 0
  private(set) var faults = Faults()

  /// - Parameter secret: nil where it isn't known; numbers are not recomputed then.
  init(_ window: WindowTerms, secret: consuming SecretBytes?) {
    self.window = window
    if let secret { key = DrawKey(secret) } else { key = nil }
  }

  var root: Hash256 { tree.root }

  mutating func add(_ draw: RecordedDraw) {
    count += 1
    tree.append(Self.leafHash(draw))
    if let last, last >= draw.shake { faults.note("\(draw.shake) is listed twice or out of order") }
    last = draw.shake
    if let problem = problem(with: draw) { faults.note("the draw of \(draw.shake) \(problem)") }
  }

  private func problem(with draw: RecordedDraw) -> String? {
    guard draw.campaign == window.campaign else { return "belongs to another campaign" }
    guard DrawKey.bounds.contains(draw.bound), draw.value < draw.bound else { return "has no number below its bound" }
    guard draw.coins >= 0 else { return "has won fewer than 0 coins" }
    switch key {
    case .some(let key):
      let value = key.number(below: draw.bound, for: draw.shake, of: draw.campaign)
      return value == draw.value ? nil : "is \(draw.value), but must be \(value)"
    case .none: return nil
    }
  }

  /// Hashes the shake's sixteen bytes, the bound, the number and the coins, eight bytes each, the greatest first.
  static func leafHash(_ draw: RecordedDraw) -> Hash256 {
    let leaf = (
      draw.shake.high.bigEndian, draw.shake.low.bigEndian, draw.bound.bigEndian, draw.value.bigEndian,
      draw.coins.bigEndian
    )
    return withUnsafeBytes(of: leaf) { MerkleTree.leafHash($0) }
  }
}

/// Faults that a verification has found, the first 20 in words.
struct Faults: Equatable, Sendable {
  /// So many are told; the rest is counted.
  static let limit = 20
  private(set) var count = 0
  private(set) var told: [String] = []

  mutating func note(_ fault: String) {
    count += 1
    if told.count < Self.limit { told.append(fault) }
  }

  mutating func note(_ others: Faults) {
    let untold = others.count - others.told.count
    for fault in others.told { note(fault) }
    count += untold
  }

  /// Notes where what the verifier brings along isn't what is kept here.
  /// - Parameter published: nil where the verifier has none.
  mutating func compare(_ published: String?, with kept: String?, called name: String, of subject: String) {
    guard let published, published != kept else { return }
    note(
      kept.map { "the \(name) of \(subject) is \($0), but \(published) was published" }
        ?? "the \(name) of \(subject) is missing, but \(published) was published")
  }
}

/// The Merkle tree of RFC 6962 §2.1, over SHA-256.
///
/// A leaf is hashed behind a byte 0, an inner node behind a byte 1, so that neither can pass for the other.
package enum MerkleTree {
  package static func leafHash(_ leaf: UnsafeRawBufferPointer) -> Hash256 {
    var hasher = SHA256()
    hasher.update(UInt8(0))
    hasher.update(leaf)
    return hasher.finish()
  }

  package static func nodeHash(_ left: Hash256, _ right: Hash256) -> Hash256 {
    var hasher = SHA256()
    hasher.update(UInt8(1))
    hasher.update(left)
    hasher.update(right)
    return hasher.finish()
  }

  /// The root over leaves that arrive one after another, in memory that grows with the logarithm of their number.
  package struct Accumulator: Sendable {
    /// Roots of full subtrees, the largest first: one for each bit that is set in `count`.
    private var subtrees: [Hash256] = []
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ leafHash: Hash256) {
      var hash = leafHash
      // Each trailing one of the count is a full subtree as large as what we carry.
      for _ in 0..<(~count).trailingZeroBitCount {
        hash = nodeHash(subtrees.removeLast(), hash)
      }
      subtrees.append(hash)
      count += 1
    }

    /// The root; of no leaves, the hash of nothing.
    package var root: Hash256 {
      guard var hash = subtrees.last else {
        var hasher = SHA256()
        return hasher.finish()
      }
      for left in subtrees.dropLast().reversed() { hash = nodeHash(left, hash) }
      return hash
    }
  }

  /// The audit path of a leaf, from its sibling upwards (RFC 6962 §2.1.1).
  package static func path(to index: Int, in leaves: ArraySlice<Hash256>) -> [Hash256] {
    precondition(leaves.indices.contains(leaves.startIndex + index))
    guard leaves.count > 1 else { return [] }
    let half = leaves.startIndex + largestPowerOfTwo(below: leaves.count)
    let (left, right) = (leaves[..<half], leaves[half...])
    return index < left.count
      ? path(to: index, in: left) + [root(of: right)] : path(to: index - left.count, in: right) + [root(of: left)]
  }

  /// The root that a leaf and its audit path lead to (RFC 9162 §2.1.3.2), nil when the path's length can't be right.
  package static func root(from leafHash: Hash256, at index: Int, of count: Int, path: [Hash256]) -> Hash256? {
    guard index >= 0, index < count else { return nil }
    var (position, last) = (index, count - 1)
    var hash = leafHash
    for sibling in path {
      guard last > 0 else { return nil }
      if position & 1 == 1 || position == last {
        hash = nodeHash(sibling, hash)
        while position & 1 == 0, position != 0 {
          position >>= 1
          last >>= 1
        }
      } else {
        hash = nodeHash(hash, sibling)
      }
      position >>= 1
      last >>= 1
    }
    return last == 0 ? hash : nil
  }

  package static func root(of leaves: ArraySlice<Hash256>) -> Hash256 {
    var accumulator = Accumulator()
    for leaf in leaves { accumulator.append(leaf) }
    return accumulator.root
  }

  private static func largestPowerOfTwo(below count: Int) -> Int {
    1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount)
  }
}

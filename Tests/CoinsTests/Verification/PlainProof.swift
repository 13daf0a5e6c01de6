import Foundation
import Testing

/// Checks proofs by docs/ledger.md alone, with nothing of the program.
struct PlainProof: Decodable {
  struct Link: Decodable {
    let block: Int64
    let firstTransfer: Int64
    let transfers: Int64
    let sealedAt: Int64
    let root: String
    let previous: String
    let skip: String

    var hash: [UInt8]? {
      guard let root = bytes(self.root), let previous = bytes(self.previous), let skip = bytes(self.skip)
      else { return nil }
      let header = [block, firstTransfer, transfers, sealedAt].flatMap {
        PlainSHA256.bigEndian(UInt64(bitPattern: $0))
      }
      return PlainSHA256.hash([2] + header + root + previous + skip)
    }
  }

  struct Head: Decodable {
    let block: Int64
    let hash: String
  }

  let leaf: String
  let index: Int64
  let path: [String]
  let links: [Link]
  let head: Head

  init(_ json: some StringProtocol) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Self.self, from: Data(json.utf8))
  }

  /// Whether it proves that the leaf lies before a head.
  func holds(against head: String) -> Bool {
    guard let leaf = bytes(leaf), let first = links.first, index >= 0, index < first.transfers,
      let root = Self.root(PlainSHA256.hash([0] + leaf), index, first.transfers, path[...]),
      root == bytes(first.root)
    else { return false }
    for (earlier, later) in zip(links, links.dropFirst()) {
      let hash = earlier.hash
      let covered =
        earlier.block == later.block - 1 && hash == bytes(later.previous)
        || earlier.block == later.block & (later.block - 1) && hash == bytes(later.skip)
      guard hash != nil, covered else { return false }
    }
    return links.last?.hash == bytes(head)
  }

  /// The root that a leaf's hash and its path lead to, by the definition of the tree (RFC 6962 §2.1.1): the left part
  /// of a tree of n leaves has the greatest power of two below n.
  private static func root(_ leaf: [UInt8], _ index: Int64, _ count: Int64, _ path: ArraySlice<String>) -> [UInt8]? {
    guard count > 1 else { return path.isEmpty ? leaf : nil }
    guard let last = path.last, let sibling = bytes(last), sibling.count == 32 else { return nil }
    var half: Int64 = 1
    while half * 2 < count { half *= 2 }
    if index < half {
      return root(leaf, index, half, path.dropLast()).map { PlainSHA256.hash([1] + $0 + sibling) }
    }
    return root(leaf, index - half, count - half, path.dropLast()).map { PlainSHA256.hash([1] + sibling + $0) }
  }
}

/// The bytes of hexadecimal text; nil when it is none.
private func bytes(_ text: String) -> [UInt8]? {
  let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
  guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

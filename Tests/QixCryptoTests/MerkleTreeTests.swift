import QixCrypto
import Testing

/// The eight leaves of the reference implementation of Certificate Transparency (merkle_tree_test.cc, later in
/// google/trillian and transparency-dev/merkle), with its roots and paths.
@Suite struct MerkleTreeTests {
  private static let leaves = [
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
  ].compactMap { Hexadecimal.decode($0) }

  /// Of the first one leaf, two leaves, and so on.
  private static let roots = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
  ]

  private static let hashes = leaves.map { $0.withUnsafeBytes { MerkleTree.leafHash($0) } }

  @Test func rootOfNothing() {
    #expect("\(MerkleTree.root(of: []))" == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test(arguments: 1...8) func rootOf(_ count: Int) {
    #expect("\(MerkleTree.root(of: Self.hashes[..<count]))" == Self.roots[count - 1])
    var accumulator = MerkleTree.Accumulator()
    for (index, hash) in Self.hashes.prefix(count).enumerated() {
      accumulator.append(hash)
      #expect("\(accumulator.root)" == Self.roots[index])
    }
    #expect(accumulator.count == count)
  }

  /// A leaf's place, the size of the tree, and its path from the sibling upwards.
  @Test(
    arguments: [
      (0, 1, []),
      (
        0, 8,
        [
          "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
          "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
          "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
        ]
      ),
      (
        5, 8,
        [
          "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
          "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ]
      ),
      (2, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]),
      (
        1, 5,
        [
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
          "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        ]
      ),
    ] as [(Int, Int, [String])])
  func pathTo(_ index: Int, of count: Int, _ expected: [String]) {
    #expect(MerkleTree.path(to: index, in: Self.hashes[..<count]).map(\.description) == expected)
  }

  private static func leaf(_ number: Int) -> Hash256 {
    withUnsafeBytes(of: UInt64(number)) { MerkleTree.leafHash($0) }
  }

  @Test func everyPathLeadsToTheRootAndNoOtherDoes() throws {
    for count in 1...40 {
      // A slice whose indices don't begin at 0, as a caller may have.
      let leaves = (0..<count + 3).map(Self.leaf)[3...]
      let root = MerkleTree.root(of: leaves)
      for index in 0..<count {
        let leaf = leaves[3 + index]
        let path = MerkleTree.path(to: index, in: leaves)
        func leads(_ leaf: Hash256, _ index: Int, _ count: Int, _ path: [Hash256]) -> Bool {
          MerkleTree.root(from: leaf, at: index, of: count, path: path) == root
        }
        #expect(leads(leaf, index, count, path))
        #expect(!leads(Self.flipped(leaf, 77), index, count, path))
        for place in path.indices {
          var other = path
          other[place] = Self.flipped(path[place], (index * 31 + place) % 256)
          #expect(!leads(leaf, index, count, other))
        }
        #expect(!leads(leaf, index, count, path + [leaf]))
        if !path.isEmpty { #expect(!leads(leaf, index, count, Array(path.dropLast()))) }
        for wrong in 0..<count where wrong != index { #expect(!leads(leaf, wrong, count, path)) }
        #expect(MerkleTree.root(from: leaf, at: count, of: count, path: path) == nil)
        #expect(MerkleTree.root(from: leaf, at: -1, of: count, path: path) == nil)
      }
    }
  }

  private static func flipped(_ hash: Hash256, _ bit: Int) -> Hash256 {
    var hash = hash
    hash.withUnsafeMutableBytes { $0[bit / 8] ^= 1 << (bit % 8) }
    return hash
  }

  @Test func leavesAndNodesAreDifferentThings() {
    let (left, right) = (Self.leaf(1), Self.leaf(2))
    let asLeaf = (left.bytes + right.bytes).withUnsafeBytes { MerkleTree.leafHash($0) }
    #expect(asLeaf != MerkleTree.nodeHash(left, right))
    #expect(MerkleTree.nodeHash(left, right) != MerkleTree.nodeHash(right, left))
  }
}

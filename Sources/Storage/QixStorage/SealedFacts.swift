internal import QixCrypto
package import QixKernel

/// A module whose rows bind names to what they name, such as external ids to users, or rights to tokens. These facts are
/// in the audit log's chain, all together, so that two names that were swapped, and a right that was widened, are found.
///
/// Each fact is hashed, and the hashes are added up. A module that makes a fact calls `Connection.seal`, one that
/// removes a fact `unseal`; the sums become part of the transaction's entry in the audit log. A fact costs a hash and
/// an addition, and a transaction that makes any costs one row more, however many there are.
package protocol FactSealing: Module {
  /// What its facts are, in the plural, for findings: `names of budgets`.
  static var sealedFacts: String { get }

  /// Gives every fact there is, as it was sealed, in any order.
  /// - Parameter body: is handed whose fact it is, and its text, such as the name.
  static func forEachSealedFact(in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void)
    throws
}

/// The sum of the hashes of facts, modulo 2^512: the same in any order, and gone with what is subtracted.
///
/// Adding (Bellare and Micciancio, "AdHash", 1997) asks for a wide sum where an attacker chooses the facts: of 512 bits
/// a second set that gives the same takes some 2^45 steps by Wagner's generalised birthday, all of them on names that
/// users would have to bear.
struct FactSum: Equatable {
  /// In place: a batch makes a hundred thousand of these, and an array each would cost as much as the hash.
  private var words = SIMD8<UInt64>()

  static let zero = FactSum()

  private init() {}

  /// Nil for what is no sum.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 64 else { return nil }
    bytes.withUnsafeBytes { bytes in
      for index in 0..<8 {
        words[index] = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
    }
  }

  var bytes: [UInt8] {
    (0..<8).flatMap { index in withUnsafeBytes(of: words[index].littleEndian) { Array($0) } }
  }

  mutating func add(_ other: FactSum) {
    var carry: UInt64 = 0
    for index in 0..<8 {
      let (partial, first) = words[index].addingReportingOverflow(other.words[index])
      let (sum, second) = partial.addingReportingOverflow(carry)
      words[index] = sum
      carry = first || second ? 1 : 0
    }
  }

  mutating func subtract(_ other: FactSum) {
    var borrow: UInt64 = 0
    for index in 0..<8 {
      let (partial, first) = words[index].subtractingReportingOverflow(other.words[index])
      let (rest, second) = partial.subtractingReportingOverflow(borrow)
      words[index] = rest
      borrow = first || second ? 1 : 0
    }
  }

  /// The hash of one fact. Owners of a module are all of one length, so that no two facts read the same.
  init(_ module: String, _ owner: UnsafeRawBufferPointer, _ name: String) {
    var (format, module, name): (String, String, String) = ("qix-fact/1 ", module + "\0", name)
    let count = format.utf8.count + module.utf8.count + owner.count + name.utf8.count
    var digest = SIMD8<UInt64>()
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 1) { message in
      var end = 0
      func append(_ part: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: message[end..<end + part.count]).copyMemory(from: part)
        end += part.count
      }
      format.withUTF8 { append(UnsafeRawBufferPointer($0)) }
      module.withUTF8 { append(UnsafeRawBufferPointer($0)) }
      append(owner)
      name.withUTF8 { append(UnsafeRawBufferPointer($0)) }
      withUnsafeMutableBytes(of: &digest) { BLAKE2b.hash(UnsafeRawBufferPointer(message), into: $0) }
    }
    for index in 0..<8 { words[index] = UInt64(littleEndian: digest[index]) }
  }
}

/// The facts that one transaction has bound and freed, by module; there are one or two.
struct FactChanges {
  private(set) var sums: [(module: String, sum: FactSum)] = []

  mutating func change(_ module: String, _ body: (inout FactSum) -> Void) {
    if let index = sums.firstIndex(where: { $0.module == module }) {
      body(&sums[index].sum)
    } else {
      var sum = FactSum.zero
      body(&sum)
      sums.append((module, sum))
    }
  }
}

extension Connection {
  /// Says that a name is bound from here on, in a write transaction.
  package func seal<Tag>(_ name: String, of owner: Identifier<Tag>, in module: String) {
    let fact = owner.withBytes { FactSum(module, $0, name) }
    facts.change(module) { $0.add(fact) }
  }

  /// Says that a name is no longer bound.
  package func unseal<Tag>(_ name: String, of owner: Identifier<Tag>, in module: String) {
    let fact = owner.withBytes { FactSum(module, $0, name) }
    facts.change(module) { $0.subtract(fact) }
  }
}

package enum SealedFacts {
  /// Adds what the transaction has bound to the sums that are kept.
  /// - Returns: what stands for all sums, 32 bytes; nil where nothing was bound.
  static func settle(in connection: Connection) throws -> [UInt8]? {
    guard !connection.facts.sums.isEmpty else { return nil }
    for (module, change) in connection.facts.sums {
      // A module whose names were never sealed gets its first sum by `qix db migrate`, of everything that is there.
      guard var sum = try sum(of: module, in: connection) else { continue }
      sum.add(change)
      try put(sum, of: module, in: connection)
    }
    connection.facts = FactChanges()
    return try seal(in: connection)
  }

  /// Seals what modules have bound before they were sealed.
  /// - Returns: their ids.
  static func begin(_ modules: [any Module.Type], in connection: Connection) throws -> [String] {
    var begun: [String] = []
    for case let module as any FactSealing.Type in modules where try sum(of: module.id, in: connection) == nil {
      try put(total(of: module, in: connection), of: module.id, in: connection)
      begun.append(module.id)
    }
    return begun
  }

  /// Whether every name is bound to what it was given to.
  package static func check(_ registry: Registry, in connection: Connection) throws -> [Finding] {
    let sealed: [UInt8]? = try connection.fetchOne(
      "SELECT seal FROM qix_audit WHERE seal IS NOT NULL ORDER BY entry DESC LIMIT 1")
    guard try sealed == nil || sealed == seal(in: connection) else {
      return [fault("the sums of names and rights differ from the audit log")]
    }
    var findings: [Finding] = []
    for case let module as any FactSealing.Type in registry.modules {
      switch try sum(of: module.id, in: connection) {
      case nil:
        findings.append(
          .warning(
            subject, "the \(module.sealedFacts) are not in the audit log yet", remedy: "Run `qix db migrate`."))
      case try total(of: module, in: connection): continue
      default:
        findings.append(fault("one of the \(module.sealedFacts) was altered, or belongs to something else"))
      }
    }
    return findings.isEmpty ? [.ok(subject, "all match the audit log")] : findings
  }

  private static let subject = "names and rights"

  private static func fault(_ what: String) -> Finding {
    .fault(
      subject, what, remedy: "Compare with a backup. Restore the last good one with `qix db restore FILE`.")
  }

  private static func total(of module: any FactSealing.Type, in connection: Connection) throws -> FactSum {
    var sum = FactSum.zero
    try module.forEachSealedFact(in: connection) { owner, name in
      sum.add(owner.withUnsafeBytes { FactSum(module.id, $0, name) })
    }
    return sum
  }

  private static func sum(of module: String, in connection: Connection) throws -> FactSum? {
    guard
      let bytes: [UInt8] = try connection.fetchOne("SELECT sum FROM qix_sealed_facts WHERE module = \(module)")
    else { return nil }
    guard let sum = FactSum(bytes) else { throw StorageError.corrupt("the sum of the names of '\(module)' is invalid") }
    return sum
  }

  private static func put(_ sum: FactSum, of module: String, in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO qix_sealed_facts (module, sum) VALUES (\(module), \(sum.bytes))
      ON CONFLICT (module) DO UPDATE SET sum = excluded.sum
      """)
  }

  /// SHA-256 over all modules and their sums.
  static func seal(in connection: Connection) throws -> [UInt8] {
    var hasher = SHA256()
    for (module, sum) in try connection.fetchAll(
      "SELECT module, sum FROM qix_sealed_facts ORDER BY module", { ($0["module"] as String, $0["sum"] as [UInt8]) })
    {
      hasher.update(Int64(module.utf8.count))
      hasher.update(module)
      hasher.update(sum)
    }
    return hasher.finish()
  }
}

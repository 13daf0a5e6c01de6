/// The votes of the passes, until one reading is believed.
///
/// Each pass gives a linear code as many votes as rows of it said the same. A blurred code is now and then taken for
/// another by a few rows, and by those of several passes, which see the same blur. Readers of other kinds don't make
/// the same mistake, so a code that one of them alone has seen needs more rows.
struct Ballot {
  private struct Key: Hashable {
    let symbology: CodeSymbology
    let text: String
  }

  private struct Candidate {
    let hit: ScanHit
    /// The most votes of each voter.
    var votes: [Pass.Voter: Int] = [:]
    var total: Int { votes.values.reduce(0, +) }

    var isBelieved: Bool {
      let readers = Set(votes.filter { $0.value > 0 }.keys.map(\.reader))
      let isConfirmed = readers.count > 1 || readers == [.shapes] && !hit.symbology.isShort
      return total >= (isConfirmed ? hit.symbology.leastEvidence : hit.symbology.leastEvidenceOfOne)
    }
  }

  private var candidates: [Key: Candidate] = [:]
  /// In the order of their first appearance, so that the same picture gives the same answer.
  private var order: [Key] = []

  mutating func add(_ hits: [ScanHit], of pass: Pass) {
    for hit in hits {
      if pass.voter == .zbar, !Self.isSafe(hit) { continue }
      let key = Key(symbology: hit.symbology, text: hit.text)
      if candidates[key] == nil {
        candidates[key] = Candidate(hit: hit)
        order.append(key)
      }
      let before = candidates[key]?.votes[pass.voter] ?? 0
      candidates[key]?.votes[pass.voter] = max(before, pass.voter.votes(of: hit))
    }
  }

  /// Its text of other alphabets is a guess.
  private static func isSafe(_ hit: ScanHit) -> Bool {
    hit.symbology.isKnownToZbar && hit.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The readings with votes enough, and twice as many as any other reading of the same place; the best first.
  var elected: [ReadCode] {
    let ranked = order.compactMap { candidates[$0] }
    return ranked.filter { candidate in
      candidate.isBelieved
        && ranked.allSatisfy { other in
          Self.isSame(candidate, other) || !Self.contradict(candidate.hit, other.hit)
            || candidate.total >= 2 * other.total
        }
    }
    .sorted { Self.rank($0) > Self.rank($1) }
    .map { candidate in
      let hit = candidate.hit
      return ReadCode(
        symbology: hit.symbology, text: hit.text, isGS1: hit.isGS1, isInverted: hit.isInverted,
        evidence: max(1, candidate.total), corners: hit.corners)
    }
  }

  private static func isSame(_ one: Candidate, _ other: Candidate) -> Bool {
    one.hit.symbology == other.hit.symbology && one.hit.text == other.hit.text
  }

  private static func rank(_ candidate: Candidate) -> Int {
    candidate.hit.symbology.leastEvidence == 0 ? 1_000 : candidate.total
  }

  /// Whether two say different things of one place.
  private static func contradict(_ one: ScanHit, _ other: ScanHit) -> Bool {
    guard one.symbology == other.symbology || one.symbology.isRetail && other.symbology.isRetail else { return false }
    func centre(_ hit: ScanHit) -> (Int, Int) {
      (hit.corners.reduce(0) { $0 + $1.x } / 4, hit.corners.reduce(0) { $0 + $1.y } / 4)
    }
    func length(_ hit: ScanHit) -> Int {
      let xs = hit.corners.map(\.x), ys = hit.corners.map(\.y)
      return max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
    }
    let (a, b) = (centre(one), centre(other))
    return max(abs(a.0 - b.0), abs(a.1 - b.1)) * 2 < max(length(one), length(other), 1)
  }
}

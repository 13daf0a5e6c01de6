/// Pieces of a show, with their fingerprints.
package struct PieceLibrary: Sendable {
  package struct Piece: Sendable {
    package let name: String
    /// Music without its mark, at `MarkFormat.rate`, mono.
    package let samples: [Float]
    /// Samples of a slot that had passed at the piece's first sample; nil where that isn't known.
    package let slotOffset: Int?
    /// Payload of the slot in which the first sample lay; nil where that isn't known.
    package let first: Payload?
    let fingerprint: Fingerprint

    /// Frames in which a recording can begin that carries one of some payloads: those of their slots, and 2 s more.
    func frames(_ candidates: Candidates) -> [Range<Int>] {
      guard let first, let slotOffset else { return [0..<fingerprint.frames] }
      let slot = candidates.slotPeriods * MarkFormat.period, spare = MarkFormat.period
      return candidates.runs.compactMap { run in
        guard candidates.payloads[run.lowerBound].event == first.event else { return nil }
        let low = Int(candidates.payloads[run.lowerBound].slot) - Int(first.slot)
        let start = (low * slot - slotOffset - spare) / Fingerprint.hop
        let end = ((low + run.count) * slot - slotOffset + spare) / Fingerprint.hop
        return max(0, start)..<max(max(0, start), min(fingerprint.frames, end))
      }
    }
  }

  /// Place in a piece where a recording seems to begin.
  struct Match: Sendable {
    let piece: Int
    let sample: Int
    /// Correlation of the rises in deviations that independent ones would have.
    let score: Double
  }

  package private(set) var pieces: [Piece] = []

  package init() {}

  package mutating func add(name: String, samples: [Float], slotOffset: Int?, first: Payload? = nil) {
    pieces.append(
      Piece(
        name: name, samples: samples, slotOffset: slotOffset, first: first, fingerprint: Fingerprint(samples)))
  }

  /// Likeliest places of a recording, the likeliest first, at least 0.25 s apart.
  func matches(_ samples: [Float], candidates: Candidates, most: Int) -> [Match] {
    let own = Fingerprint(samples), edge = 5
    let count = own.frames - 2 * edge - 1
    guard count >= 8 else { return [] }
    let ownEnergy = own.energy[edge + count] - own.energy[edge]
    let scale = (Double(Fingerprint.bands * count) / max(ownEnergy, 1e-9)).squareRoot()
    var found: [Match] = []
    for (number, piece) in pieces.enumerated() {
      let other = piece.fingerprint, ranges = piece.frames(candidates)
      guard ranges.contains(where: { !$0.isEmpty }) else { continue }
      let size = RealFourier.powerOfTwo(atLeast: other.frames + count)
      let transform = RealFourier(size: size)
      var product = [Complex](repeating: .zero, count: transform.bins)
      for band in 0..<Fingerprint.bands {
        var a = [Float](repeating: 0, count: size), b = a
        for t in 0..<count { a[t] = own.rises[band * own.frames + edge + t] }
        for t in 0..<other.frames { b[t] = other.rises[band * other.frames + t] }
        let p = transform.forward(a), q = transform.forward(b)
        for bin in product.indices { product[bin] += q[bin] * p[bin].conjugate }
      }
      let sums = transform.inverse(product)
      // A recording may begin before the piece and end behind it.
      let scores = (0..<other.frames).map { start in
        let energy = other.energy[min(other.frames, start + count)] - other.energy[start]
        let whole = other.energy[other.frames] * Double(count) / Double(max(count, other.frames))
        return scale * Double(sums[start]) / max(energy, 0.1 * whole + 1e-9).squareRoot()
      }
      for start in scores.indices where ranges.contains(where: { $0.contains(start) }) {
        let near = scores[max(0, start - 8)...min(scores.count - 1, start + 8)]
        guard scores[start] == near.max() else { continue }
        found.append(Match(piece: number, sample: (start - edge) * Fingerprint.hop, score: scores[start]))
      }
    }
    return Array(found.sorted { $0.score > $1.score }.prefix(most))
  }
}

internal import Glibc

extension Aligner {
  /// Blocks of a recording that are compared: its first five seconds.
  private static let mostBlocks = 10
  /// Samples by which a block may lie off the straight line of the slowest clock, to both sides.
  private static let spare = 192
  /// Places that are told, at least `apart` samples from each other.
  private static let most = 3
  private static let apart = 160

  /// Likeliest places of a recording within a stretch of music, by the waveform alone.
  ///
  /// Where reverberation and held tones leave nothing of the rhythm, a block's correlation with the music still has a
  /// peak at its place; ten of them, along straight lines of ±200 parts in a million, stand out of a minute of music.
  /// - Parameters:
  ///   - recording: its blocks' spectra.
  ///   - music: flattened.
  ///   - range: samples of the music at which the recording can begin.
  func search(_ recording: [[Complex]], in music: [Float], _ range: Range<Int>) -> [(place: Int, score: Double)] {
    let size = BlockCorrelations.size, spare = Self.spare, width = size + 2 * spare
    let blocks = recording.prefix(Self.mostBlocks)
    guard blocks.count >= 2, !range.isEmpty else { return [] }
    let parts = (range.count + size - 1) / size
    // Blocks follow each other at the distance of parts, so each part of the music is transformed once.
    let spectra = (0..<parts + blocks.count - 1).map { part in
      let start = range.lowerBound + part * size - spare
      return forward.forward((start..<start + forward.size).map { music.indices.contains($0) ? music[$0] : 0 })
    }
    let slopes = stride(from: -1.6, through: 1.6, by: 0.8).map { slope in
      blocks.indices.map { spare + Int((slope * (Double($0) + 0.5)).rounded()) }
    }
    let scale = 1 / Float(blocks.count).squareRoot()
    var found: [(place: Int, score: Double)] = []
    var rows = [Float](repeating: 0, count: blocks.count * width), total = [Float](repeating: 0, count: size)
    var row = [Float](repeating: 0, count: forward.size)
    for part in 0..<parts {
      for (number, block) in blocks.enumerated() {
        let spectrum = zip(spectra[part + number], block).map { $0 * $1.conjugate }
        row = forward.inverse(spectrum)
        let squares = row[..<width].reduce(Float(0)) { $0 + $1 * $1 }
        let factor = scale / max(1e-12, (squares / Float(width)).squareRoot())
        // Peaks made wider, so that a moving hand stays on the line.
        for place in 2..<width - 2 {
          let peak = max(max(max(row[place - 2], row[place - 1]), max(row[place + 1], row[place + 2])), row[place])
          rows[number * width + place] = peak * factor
        }
      }
      var best: [(place: Int, score: Double)] = []
      for shifts in slopes {
        for place in 0..<size { total[place] = 0 }
        for (number, shift) in shifts.enumerated() {
          let start = number * width + shift
          for place in 0..<size { total[place] += rows[start + place] }
        }
        let least = Float(best.map(\.score).max() ?? 0)
        if let place = total.indices.max(by: { total[$0] < total[$1] }), total[place] > least {
          best = [(range.lowerBound + part * size + place, Double(total[place]))]
        }
      }
      found += best
    }
    var chosen: [(place: Int, score: Double)] = []
    for peak in found.sorted(by: { $0.score > $1.score }) where chosen.count < Self.most {
      if !chosen.contains(where: { abs($0.place - peak.place) < Self.apart }) { chosen.append(peak) }
    }
    return chosen
  }
}

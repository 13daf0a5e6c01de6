internal import Glibc

/// Sequences and code words of an event.
///
/// They come from two keys: who searches a stranger's sound is given the sequences and the few words that can be now,
/// and knows no word of another moment.
package struct CodeBook: Sendable {
  /// Spectra of the synchronisation's sequence and of each symbol's over `MarkFormat.bins`: flat, of random phase.
  package let spectra: [[Complex]]

  private let words: Source

  private enum Source: Sendable {
    case hashed(Words)
    case listed([Payload: [UInt8]])
  }

  /// The words of a key without the key, so that some can be handed on.
  package struct Words: Sendable {
    private let hash: KeyedHash

    package init(_ hash: KeyedHash) { self.hash = hash }

    /// Shifts that say a payload: a keyed hash of it, 40 bits.
    ///
    /// The payload itself isn't sent: the listener knows the few that can be, and all bits protect them.
    package func word(_ payload: Payload) -> [UInt8] {
      Array(hash.digest(Array("word".utf8) + [0] + payload.bytes).prefix(MarkFormat.symbols))
    }
  }

  /// All words of a key.
  package init(sequences: KeyedHash, words: KeyedHash) {
    spectra = Self.spectra(sequences)
    self.words = .hashed(Words(words))
  }

  /// Some words alone, each of `MarkFormat.symbols` shifts; no other payload may be asked for.
  package init(sequences: KeyedHash, words: [Payload: [UInt8]]) {
    precondition(words.values.allSatisfy { $0.count == MarkFormat.symbols }, "a word has a shift for each symbol")
    spectra = Self.spectra(sequences)
    self.words = .listed(words)
  }

  private static func spectra(_ hash: KeyedHash) -> [[Complex]] {
    let count = MarkFormat.bins.count
    return (0...MarkFormat.symbols).map { sequence in
      let bytes = hash.stream(label: "sequence \(sequence)", count: 2 * count)
      return (0..<count).map { index in
        Complex(angle: 2 * .pi * Double(Int(bytes[2 * index]) << 8 | Int(bytes[2 * index + 1])) / 65_536)
      }
    }
  }

  /// Shifts that say a payload.
  package func word(_ payload: Payload) -> [UInt8] {
    switch words {
    case .hashed(let words): return words.word(payload)
    case .listed(let words):
      guard let word = words[payload] else { preconditionFailure("the code book has no word of this payload") }
      return word
    }
  }

  /// Spectrum of a word's period over `MarkFormat.bins`, of power 1 a bin on average.
  package func spectrum(word: [UInt8]) -> [Complex] {
    precondition(word.count == MarkFormat.symbols)
    var sum = spectra[0].map { $0 * MarkFormat.syncAmplitude }
    for symbol in 0..<MarkFormat.symbols {
      let shift = Double(word[symbol]) / Double(MarkFormat.shifts)
      let sequence = spectra[symbol + 1]
      for (index, bin) in MarkFormat.bins.enumerated() {
        let turns = (Double(bin) * shift).truncatingRemainder(dividingBy: 1)
        sum[index] += sequence[index] * Complex(angle: -2 * .pi * turns) * MarkFormat.symbolAmplitude
      }
    }
    return sum
  }

  /// One period of a word at any rate, of power 1.
  /// - Parameter rate: samples a second, at least twice the band's upper end.
  package func period(word: [UInt8], rate: Int) -> [Float] {
    let size = MarkFormat.periodSeconds * rate
    let transform = RealFourier(size: size)
    var values = [Complex](repeating: .zero, count: transform.bins)
    // Parseval: a bin's power counts twice, and the inverse transform divides by its size.
    let factor = Float(Double(size) / Double(2 * MarkFormat.bins.count).squareRoot())
    for (value, bin) in zip(spectrum(word: word), MarkFormat.bins) where bin < transform.bins - 1 {
      values[bin] = value * factor
    }
    return transform.inverse(values)
  }
}

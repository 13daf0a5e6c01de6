internal import Glibc

/// Made-up music: chords with overtones, a noisy beat, a melody; nothing that repeats itself sample by sample.
package enum MadeUpMusic {
  package static func make(seconds: Double, rate: Int, seed: UInt64 = 1) -> [Float] {
    var random = RandomNumbers(seed: seed)
    let count = Int(seconds * Double(rate))
    var samples = [Float](repeating: 0, count: count)
    let beat = rate / 4
    var start = 0
    while start < count {
      let root = 110 * pow(2, Double(random.next() % 24) / 12)
      for note in [1.0, 1.25, 1.5, 2, 3, 4].shuffled(using: &random).prefix(4) {
        let detune = 1 + 0.004 * (random.uniform() - 0.5), level = 0.05 + 0.05 * random.uniform()
        for overtone in 1...8 where root * note * Double(overtone) < 0.45 * Double(rate) {
          let step = 2 * .pi * root * note * detune * Double(overtone) / Double(rate)
          let phase = 2 * .pi * random.uniform(), gain = level / Double(overtone)
          for index in 0..<min(2 * beat, count - start) {
            let fade = exp(-2 * Double(index) / Double(2 * beat)) * min(1, Double(index) / 100)
            samples[start + index] += Float(gain * fade * sin(step * Double(index) + phase))
          }
        }
      }
      let hit = random.normal(min(beat, count - start)), loud = 0.1 + 0.1 * random.uniform()
      for index in hit.indices {
        samples[start + index] += Float(loud * exp(-12 * Double(index) / Double(beat))) * hit[index]
      }
      start += beat
    }
    return samples
  }
}

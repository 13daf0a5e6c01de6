/// Words that a clip's blocks carry, if the clip began so many periods before a slot's end.
struct Timeline: Sendable, Equatable {
  /// Slot at the clip's first whole period, as an index of the list of words.
  let first: Int
  /// Periods of that slot that had passed at that moment.
  let phase: Int
  /// Index of the word of each block.
  let words: [Int]
}

/// Payloads that a listener looks for: runs of slots that follow each other.
package struct Candidates: Sendable {
  /// Payloads in order; a run is a range of them.
  package let payloads: [Payload]
  let runs: [Range<Int>]
  package let slotPeriods: Int

  /// - Parameters:
  ///   - payloads: those that can be, for instance the live events with the slots of the last half minute.
  ///   - slotPeriods: periods of a slot.
  package init(_ payloads: some Collection<Payload>, slotPeriods: Int = MarkFormat.defaultSlotPeriods) {
    let sorted = Set(payloads).sorted()
    var runs: [Range<Int>] = [], start = 0
    for index in sorted.indices where index + 1 == sorted.count || sorted[index].next() != sorted[index + 1] {
      runs.append(start..<index + 1)
      start = index + 1
    }
    self.payloads = sorted
    self.runs = runs
    self.slotPeriods = slotPeriods
  }

  /// Slots of one event.
  package init(event: UInt32, slots: ClosedRange<UInt16>, slotPeriods: Int = MarkFormat.defaultSlotPeriods) {
    self.init(slots.map { Payload(event: event, slot: $0) }, slotPeriods: slotPeriods)
  }

  /// Every way in which slots can follow each other in a clip that starts with a delay.
  /// - Parameters:
  ///   - lag: samples by which the period is late at the clip's first sample.
  ///   - slope: change of it, samples a block.
  func timelines(blocks: Int, lag: Double, slope: Double) -> [Timeline] {
    let period = Double(MarkFormat.period)
    // Number of the period that each block's middle lies in; the clip's first is 0 or −1.
    let numbers = (0..<blocks).map { block in
      Int(((BlockCorrelations.middle(block) - lag - slope * (Double(block) + 0.5)) / period).rounded(.down))
    }
    let base = numbers.first ?? 0
    var timelines: [Timeline] = []
    for run in runs {
      for first in run.lowerBound..<run.upperBound {
        for phase in 0..<slotPeriods {
          let words = numbers.map { first + ($0 - base + phase) / slotPeriods }
          guard words.allSatisfy({ run.contains($0) }) else { continue }
          let timeline = Timeline(first: first, phase: phase, words: words)
          if !timelines.contains(where: { $0.words == words }) { timelines.append(timeline) }
        }
      }
    }
    return timelines
  }
}

import Glibc
import QixWatermark
import QixWatermarkChannels

extension Bench {
  /// A marked piece as it is played, its channels added.
  struct Prepared {
    let name: String
    let rate: Int
    let samples: [Float]
  }

  /// Outcome of a cell of the table.
  struct Cell {
    var trials = 0, right = 0, wrong = 0
    var scores: [String] = []
    var threshold = 0.0, cost = 0.0, length = 0.0
  }

  /// Rows of the table: channel and lengths in seconds, for the blind listener and where the original is known.
  static let table: [(channel: String, blind: [Double], informed: [Double])] = [
    ("stadium", [3, 5, 10, 30], [3, 5, 10]), ("motion", [5, 10, 30], [5, 10]), ("speakers", [5, 10, 30], [5, 10]),
    ("clean", [3], []), ("mp3_64", [5], []), ("aac_64", [5], []), ("opus_64", [5], []),
    ("pink0", [10], []), ("pink-6", [10, 30], [10]), ("rev2_0", [5, 10], []), ("rev3.5_-3", [5, 10], []),
    ("rev5_-6", [10], [10]), ("skew100", [5], []), ("skew1000", [10], [10]), ("phone8k", [5], []), ("air50", [10], []),
  ]

  func prepared(isMarked: Bool = true) -> [Prepared] {
    pieces().compactMap { name in
      read(name).map { rate, channels in
        let played = isMarked ? embed(channels, rate: rate).marked : channels
        return Prepared(name: name, rate: rate, samples: WaveFile.mix(played))
      }
    }
  }

  /// The piece that is on, whose moment is known.
  private func library(of name: String) -> PieceLibrary {
    var library = PieceLibrary()
    guard let (rate, channels) = read(name) else { return library }
    library.add(
      name: name, samples: Resampler.convert(WaveFile.mix(channels), from: Double(rate), to: Double(MarkFormat.rate)),
      slotOffset: 0,
      first: Payload(event: Trial.event, slot: Trial.firstSlot))
    return library
  }

  /// The informed listener, and where --blind says so, the blind one where that finds nothing, as a shake does.
  private func listeners(isInformed: Bool, _ name: String) -> ([Float], Candidates) -> Finding? {
    let blind = blindListener
    guard isInformed else { return { blind.best($0, candidates: $1) } }
    let informed = InformedListener(book: book, library: library(of: name)), isBoth = options.text("blind") != ""
    return { clip, candidates in
      let known = informed.best(clip, candidates: candidates)?.finding
      return known?.isSure == true || !isBoth ? known : blind.best(clip, candidates: candidates)
    }
  }

  /// Hits, wrong payloads, scores and cost of one listener over one channel.
  func trials() {
    let isInformed = options.command == "informed" || options.text("informed") != ""
    let isMarked = options.text("unmarked") == ""
    let pieces = prepared(isMarked: isMarked)
    let chosen = options.names("channel", Self.table.map(\.channel).joined(separator: ","))
    let lengths = options.names("lengths", "").compactMap { Double($0) }
    print("| channel | length | found | wrong | cost | threshold | scores |\n|---|---|---|---|---|---|---|")
    for name in chosen {
      let channel = Self.channel(name), row = Self.table.first { $0.channel == name }
      let usual = isInformed ? row?.informed : row?.blind
      let wanted = lengths.isEmpty ? usual ?? [] : lengths
      var cells: [Double: Cell] = [:]
      for (index, piece) in pieces.enumerated() where !wanted.isEmpty {
        // Another piece than the one that is on, for --other.
        let known = options.text("other") == "" ? piece : pieces[(index + 1) % pieces.count]
        let listen = listeners(isInformed: isInformed, known.name)
        for (cut, start) in starts(piece.samples.count, rate: piece.rate, piece: index).enumerated() {
          let trial = Trial(
            piece: piece.name, marked: piece.samples, rate: piece.rate, channel: channel,
            start: start, seed: UInt64(index * 2 + cut + 1), seconds: wanted.max() ?? 0)
          for length in wanted {
            let now = trial.slot(at: length)
            let candidates = Candidates(event: Trial.event, slots: now - UInt16(length / 10 + 2)...now + 1)
            let before = processorSeconds()
            let found = listen(trial.clip(length), candidates)
            let cost = processorSeconds() - before
            let isRight = isMarked && found.map { trial.isRight($0.payload.slot, length: length) } == true
            cells[length, default: Cell()].add(found, cost: cost, length: length, isRight: isRight)
          }
        }
      }
      for length in wanted {
        let cell = cells[length, default: Cell()]
        print(
          "| \(name) | \(text(length, 0)) s | \(cell.right) of \(cell.trials) | \(cell.wrong) |",
          text(cell.cost / cell.length, 4), "|", text(cell.threshold), "|", cell.scores.joined(separator: " "), "|")
      }
      fflush(nil)
    }
  }

  var blindListener: Listener {
    var settings = Listener.Settings()
    if options.text("narrow") != "" { settings.clocks = [0] }
    settings.kept = Int(options.number("kept", Double(settings.kept)))
    return Listener(book: book, settings: settings)
  }
}

extension Bench.Cell {
  mutating func add(_ found: Finding?, cost: Double, length: Double, isRight: Bool) {
    trials += 1
    self.cost += cost
    self.length += length
    threshold = max(threshold, found?.threshold ?? 0)
    scores.append(text(found?.score ?? 0, 1) + (found?.isWandering == true ? "~" : "") + (isRight ? "" : "x"))
    if found?.isSure == true {
      if isRight { right += 1 } else { wrong += 1 }
    }
  }
}

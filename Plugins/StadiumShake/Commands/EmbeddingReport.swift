internal import QixShake
internal import QixWatermark

/// How far a mark stays below what hides it, by critical band and over time, in each channel and in the sum of all.
struct EmbeddingReport {
  /// A file for it, of a kind that its name says.
  struct Place {
    let path: String
    let isChart: Bool

    init(_ path: String) throws {
      guard path.hasSuffix(".svg") || path.hasSuffix(".json") else {
        throw UsageError(
          "--report takes a file that ends with .svg or .json",
          hint: """
            Use .svg for a chart, or .json for the numbers.
            """)
      }
      self.path = path
      isChart = path.hasSuffix(".svg")
    }
  }

  private let report: NoiseToMask
  private let event: Event
  /// When the first sample is heard.
  private let start: Timestamp
  private let seconds: Double

  init(_ report: NoiseToMask, of event: Event, start: Timestamp, seconds: Double) {
    (self.report, self.event, self.start, self.seconds) = (report, event, start, seconds)
  }

  /// Slots that the music speaks of.
  private var slots: ClosedRange<Int64> {
    let first = event.slot(at: start)
    return first...max(first, event.slot(at: start.advanced(byMicroseconds: Int64(seconds * 1e6) - 1)))
  }

  /// For whom the music goes to standard output.
  var sentence: String {
    func shown(_ value: Double, _ unit: String) -> String {
      value.isFinite ? "\((value * 10).rounded() / 10) \(unit)" : "none"
    }
    let sum = report.mix.map { "; in the sum \(shown($0.mean, "dB")), \(shown($0.share * 100, "%"))" } ?? ""
    return """
      Watermarked \(shown(seconds, "s")) from \(start) on, slots \(slots.lowerBound) to \(slots.upperBound); noise to \
      mask \(shown(report.mean, "dB")), \(shown(report.share * 100, "%")) above the mask\(sum).
      """
  }

  func write(to place: Place, in face: any Face) throws {
    let text = place.isChart ? Chart.stack([overTime, byBand]) : JSONValue.object(json).text() + "\n"
    try face.write(text, to: place.path, what: "The report")
  }

  static let fields: [Field<EmbeddingReport>] = [
    Field("event", .text) { $0.event.name },
    Field("start", .time) { $0.start },
    Field("first_slot", .integer) { $0.slots.lowerBound },
    Field("last_slot", .integer) { $0.slots.upperBound },
    Field("seconds", .decimal(places: 1)) { $0.seconds },
    Field("level", .decimal(places: 1), "level of the watermark, dB") { finite($0.report.level) },
    Field("noise_to_mask", .decimal(places: 1), "noise to mask, dB") { finite($0.report.mean) },
    Field("above_mask", .decimal(places: 1), "above the mask, %") { $0.report.share * 100 },
    Field("worst_level", .decimal(places: 1), "level in the worst channel, dB") { finite($0.report.worst.level) },
    Field("worst_noise_to_mask", .decimal(places: 1), "noise to mask in the worst channel, dB") {
      finite($0.report.worst.mean)
    },
    Field("worst_above_mask", .decimal(places: 1), "above the mask in the worst channel, %") {
      $0.report.worst.share * 100
    },
    Field("sum_level", .decimal(places: 1), "level in the sum, dB") { ($0.report.mix?.level).flatMap(finite) },
    Field("sum_noise_to_mask", .decimal(places: 1), "noise to mask in the sum, dB") {
      ($0.report.mix?.mean).flatMap(finite)
    },
    Field("sum_above_mask", .decimal(places: 1), "above the mask in the sum, %") {
      $0.report.mix.map { $0.share * 100 }
    },
    Field("peak", .decimal(places: 3)) { Double($0.report.peak) },
  ]

  var document: Document {
    var document = Document("stadium.embed/1", Self.fields, of: self)
    let worst = report.worst
    if slots.upperBound > event.slots.upperBound {
      document.warn("The music goes on after the event's end, \(event.end). Recordings after that don't count.")
    }
    if report.peak > 1 {
      document.warn("Samples go beyond full scale by a factor of \(Self.shown(report.peak)); make the music softer.")
    }
    if max(worst.share, report.mix?.share ?? 0) > 0.05 {
      document.warn("More than 5 % of the watermark is above the mask. Listen to it, or lower --strength.")
    }
    return document
  }

  /// Silence has no level.
  private static func finite(_ decibels: Double) -> Double? { decibels.isFinite ? decibels : nil }

  private static func shown(_ factor: Float) -> String { "\((Double(factor) * 100).rounded(.up) / 100)" }

  private var json: JSONObject {
    func rounded(_ number: Double) -> JSONValue {
      number.isFinite ? .double((number * 1_000).rounded() / 1_000) : .null
    }
    func figures(_ measured: NoiseToMask.Figures) -> JSONValue {
      [
        "level": rounded(measured.level), "noise_to_mask": rounded(measured.mean),
        "above_mask": rounded(measured.share),
      ]
    }
    return [
      "schema": "stadium.embed-report/1", "event": .string(event.name), "start": .string("\(start)"),
      "first_slot": .integer(slots.lowerBound), "last_slot": .integer(slots.upperBound), "seconds": rounded(seconds),
      "level": rounded(report.level), "noise_to_mask": rounded(report.mean), "above_mask": rounded(report.share),
      "peak": rounded(Double(report.peak)), "channels": .array(report.channels.map(figures)),
      "sum": report.mix.map(figures) ?? .null,
      "bands": .array(
        report.bands.map { band in
          [
            "hertz": rounded(band.hertz), "tiles": .integer(Int64(band.tiles)), "noise_to_mask": rounded(band.mean),
            "above_mask": rounded(band.share),
          ]
        }),
      "over_time": .array(
        report.seconds.map { ["noise_to_mask": rounded($0.mean), "above_mask": rounded($0.share)] }),
    ]
  }

  private var overTime: Chart {
    Chart(
      title: "Noise to mask over time", subtitle: "event \(event.name): above 0 dB people might hear it",
      x: Chart.Axis("second"), y: Chart.Axis("dB"),
      series: [
        Chart.Series(
          "mean of all bands", .line,
          report.seconds.enumerated().filter(\.element.mean.isFinite).map {
            Chart.Point(Double($0.offset), $0.element.mean)
          })
      ])
  }

  private var byBand: Chart {
    let bands = report.bands.filter { $0.tiles > 0 }
    return Chart(
      title: "Noise to mask by critical band",
      x: Chart.Axis("Hz", .category(bands.map { "\(Int($0.hertz.rounded()))" })), y: Chart.Axis("dB"),
      series: [
        Chart.Series("mean", .bar, bands.enumerated().map { Chart.Point(category: $0, $1.mean) })
      ])
  }
}

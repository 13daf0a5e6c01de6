import Foundation
import Testing

@testable import QixFormats

/// A small generator whose whole run follows from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}

/// The seed of this run: QIX_SEED, or a new one. Printed, so that a failure can be repeated.
func runSeed(_ test: String) -> UInt64 {
  let seed = ProcessInfo.processInfo.environment["QIX_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...(.max))
  print("\(test): QIX_SEED=\(seed)")
  return seed
}

/// How often a fuzz loop runs: QIX_FUZZ, or a number that takes about a second.
func fuzzCount(_ usual: Int) -> Int {
  ProcessInfo.processInfo.environment["QIX_FUZZ"].flatMap { Int($0) } ?? usual
}

/// What a reader gives, in full: for comparison with a table written by hand.
struct Table: Equatable {
  var columns: [String]
  var rows: [[String?]]
}

func reader(
  _ bytes: [UInt8], _ format: RecordFormat = .automatic, chunk: @escaping () -> Int = { .max }
) throws -> RecordReader {
  try RecordReader(source: .bytes(bytes, chunk: chunk), name: "grants.csv", format: format)
}

func readTable(
  _ bytes: [UInt8], _ format: RecordFormat = .automatic, chunk: @escaping () -> Int = { .max }
) throws -> Table {
  var reader = try reader(bytes, format, chunk: chunk)
  var rows: [[String?]] = []
  while try reader.next() { rows.append(reader.columns.indices.map { reader.text($0) }) }
  return Table(columns: reader.columns, rows: rows)
}

/// Goes on by a record, or finds that there is none.
func expectNext(
  _ reader: inout RecordReader, _ expected: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let found = try reader.next()
  #expect(found == expected, sourceLocation: sourceLocation)
}

/// The error that reading ends with; nil when it ends well.
func readError(_ bytes: [UInt8], _ format: RecordFormat = .automatic, chunk: Int = .max) -> RecordError? {
  do {
    _ = try readTable(bytes, format, chunk: { chunk })
    return nil
  } catch {
    return error as? RecordError
  }
}

/// UTF-16 with its byte order mark, as Excel's “Unicode text” begins.
func utf16(_ text: String, littleEndian: Bool) -> [UInt8] {
  ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
    let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    return littleEndian ? bytes : bytes.reversed()
  }
}

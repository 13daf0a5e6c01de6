internal import Glibc
internal import QixLibraries
internal import Synchronization

/// PaddleOCR's networks: one finds where text stands, another reads it line by line
/// (docs/decisions/0057-reading-text.md).
package final class PaddleReader: TextReader {
  package let name = "pp-ocr"
  package let readsSideways = true

  private struct Engine: ~Copyable {
    let detector: Network
    let recogniser: Network
    let decoder: Decoder
  }

  private let engine: Mutex<Engine>

  /// A side of the picture that is longer than this is shrunk for the search.
  private static let longestSide = 2_000
  /// A side that is shorter than this is enlarged.
  private static let shortestSide = 736
  /// So many pixels are searched at once: what the network needs for them bounds the memory it takes.
  private static let tileArea = 1_200_000
  /// Rows at a tile's inner edges whose surroundings the network hasn't seen; the neighbouring tile knows them better.
  private static let tileMargin = 64
  /// Sides of what the detector sees are multiples of this; the network halves them five times.
  private static let step = 32
  private static let lineHeight = 48
  /// Lines' widths are multiples of this, so that few shapes have to be prepared for.
  private static let lineStep = 64
  private static let longestLine = 3_200

  /// Loads the libraries and the models and reads a picture once, so that afterwards no file has to be opened and no
  /// thread started: a worker may give up its rights then.
  /// - Parameter threads: at most this many processors work.
  /// - Throws: `LibraryError`, `ReadingError.model`, `.unfitModel`.
  package init(threads: Int = 2) throws {
    let library = try OCRLibrary.shared()
    let (finder, reader) = ("PP-OCRv4_det.onnx", "PP-OCRv6_rec_small.onnx")
    let path = try library.modelPath(reader)
    let detector = try Network(
      library, path: try library.modelPath(finder), name: finder, threads: threads, requests: 1)
    let recogniser = try Network(library, path: path, name: reader, threads: threads, requests: threads)
    guard let characters = ModelCharacters.read(path: path) else { throw ReadingError.unfitModel(reader) }
    engine = Mutex(
      Engine(detector: detector, recogniser: recogniser, decoder: Decoder(characters, allowing: Self.isTold)))
    // Stripes make lines to read, so that both networks run.
    let (width, height) = (640, 480)
    let bytes = (0..<width * height).flatMap { index in
      let isInk = index / width / 12 % 4 == 1 && index % width / 8 % 3 != 0
      return [UInt8](repeating: isInk ? 0 : 255, count: 3)
    }
    _ = try engine.withLock { engine in
      try Self.recognise(
        (0..<threads).map { Quad(x: 0, y: Double(12 + 48 * $0), width: 300, height: 14) },
        of: Pixels(width: width, height: height, bytes: bytes), with: engine)
    }
    _ = try read(Pixels(width: width, height: height, bytes: bytes))
  }

  /// Letters of the languages that receipts are read in; the network knows thousands of others, which a spot on the paper
  /// is easily taken for.
  private static func isTold(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    default: "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜßàáâãäåæçèéêëìíîïñòóôõöøùúûüÿĂăȘșŞşȚțŢţŒœ€£·°".unicodeScalars.contains(scalar)
    }
  }

  /// Pixels that all lines may be wide together, at the height at which they are read: that is what reading costs, and a
  /// picture full of print would keep everybody waiting. The receipts of development have 22,000 at the most.
  private static let mostWidth = 65_536

  /// - Parameter widths: of lines, in pixels at the height at which they are read.
  /// - Throws: `ReadingError.tooManyLines`.
  static func requireReadable(_ widths: some Sequence<Int>) throws(ReadingError) {
    guard widths.reduce(0, +) <= mostWidth else { throw .tooManyLines }
  }

  package func read(_ pixels: Pixels) throws -> [TextLine] {
    let (small, scale) = Resampling.shrunk(pixels, to: Self.longestSide)
    // Letters of a scan at 600 dpi are far larger than the recogniser takes them.
    let isFine = scale < 0.5
    return try engine.withLock { engine in
      let quads = try Self.find(in: small, with: engine)
      let lines = try Self.recognise(
        isFine ? quads : quads.map { $0.scaled(1 / scale) }, of: isFine ? small : pixels, with: engine)
      guard isFine else { return lines }
      return lines.map { TextLine($0.text, confidence: $0.confidence, quad: $0.quad.scaled(1 / scale)) }
    }
  }

  /// Finds the places of text.
  private static func find(in small: Pixels, with engine: borrowing Engine) throws(ReadingError) -> [Quad] {
    let enlarging = max(1, Double(shortestSide) / Double(min(small.width, small.height)))
    // A strip can't be enlarged without bounds.
    let most = Double(longestSide) * 2
    func side(_ length: Int) -> Int {
      let wanted = min(most, Double(length) * enlarging)
      return max(step, Int((wanted / Double(step)).rounded()) * step)
    }
    let (width, height) = (side(small.width), side(small.height))
    let map = try probabilities(of: small, width: width, height: height, with: engine)
    let (across, down) = (Double(small.width) / Double(width), Double(small.height) / Double(height))
    let found = map.withUnsafeBufferPointer { BoxFinder().find($0, width: width, height: height) }
    return found.map { found in
      Quad(
        found.rectangle.corners.map { corner in
          PicturePoint(
            x: min(max((corner.x + 0.5) * across - 0.5, 0), Double(small.width - 1)),
            y: min(max((corner.y + 0.5) * down - 0.5, 0), Double(small.height - 1)))
        })
    }
  }

  /// Returns the probability of text at each pixel, searched in tiles that overlap where the picture is large.
  private static func probabilities(
    of pixels: Pixels, width: Int, height: Int, with engine: borrowing Engine
  ) throws(ReadingError) -> [Float] {
    let rows = min(height, max(4 * tileMargin, tileArea / width / step * step))
    var map = [Float](repeating: 0, count: width * height)
    var known = 0
    while known < height {
      let top = min(max(0, known - tileMargin), height - rows)
      try engine.detector.start(0, height: rows, width: width) { planes in
        Resampling.fill(planes, width: width, rows: top..<top + rows, of: height, from: pixels)
      }
      let output = try engine.detector.wait(0)
      guard output.dimensions == [1, 1, rows, width] else { throw .unfitModel("of the detector") }
      let end = top + rows == height ? height : top + rows - tileMargin
      for index in known * width..<end * width { map[index] = output.values[index - top * width] }
      known = end
    }
    return map
  }

  private static func recognise(
    _ quads: [Quad], of pixels: Pixels, with engine: borrowing Engine
  ) throws(ReadingError) -> [TextLine] {
    struct Line {
      var quad: Quad
      var used: Int
      var width: Int
    }
    let lines = quads.compactMap { quad -> Line? in
      func length(_ a: Int, _ b: Int) -> Double {
        hypot(quad.corners[a].x - quad.corners[b].x, quad.corners[a].y - quad.corners[b].y)
      }
      let (across, down) = (max(length(0, 1), length(2, 3)), max(length(0, 3), length(1, 2)))
      guard across > 3, down > 3 else { return nil }
      let isUpright = down / across < 1.5
      // Text that runs up or down is turned.
      let turned = isUpright ? quad : Quad([1, 2, 3, 0].map { quad.corners[$0] })
      let ratio = isUpright ? across / down : down / across
      let used = min(longestLine, max(1, Int((Double(lineHeight) * ratio).rounded(.up))))
      return Line(quad: turned, used: used, width: (used + lineStep - 1) / lineStep * lineStep)
    }
    try requireReadable(lines.lazy.map(\.used))
    // Lines of one width one after another: what was prepared for a shape serves all of them.
    let order = lines.indices.sorted { (lines[$0].width, $0) < (lines[$1].width, $1) }
    var read = [TextLine?](repeating: nil, count: lines.count)
    func finish(_ position: Int) throws(ReadingError) {
      let line = lines[order[position]]
      let output = try engine.recogniser.wait(position % engine.recogniser.requests)
      guard output.dimensions[3] == engine.decoder.count else { throw .unfitModel("of the recogniser") }
      let decoded = engine.decoder.decode(output.values, places: output.dimensions[2])
      guard decoded.confidence >= 0.5, !decoded.text.isEmpty else { return }
      read[order[position]] = TextLine(decoded.text, confidence: decoded.confidence, quad: line.quad)
    }
    // Each request has one line in work; before it gets the next, its result is fetched.
    let requests = engine.recogniser.requests
    // Whatever fails: nothing may be at work on buffers that are given back.
    defer { for request in 0..<requests { engine.recogniser.settle(request) } }
    for position in order.indices {
      if position >= requests { try finish(position - requests) }
      let line = lines[order[position]]
      try engine.recogniser.start(position % requests, height: lineHeight, width: line.width) { planes in
        Resampling.fill(
          planes, width: line.width, height: lineHeight, used: line.used, quad: line.quad, from: pixels)
      }
    }
    for position in order.indices.suffix(requests) { try finish(position) }
    return read.compactMap(\.self)
  }
}

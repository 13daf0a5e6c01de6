import Foundation
import QixLens
import QixLibraries
import QixTesting
import Testing

@testable import QixBarcodeReading

/// Photos of real codes, which are no part of the repository: `../shared/data/barcodes` beside it.
@Suite struct PhotoTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/data/barcodes").standardizedFileURL
  private static let decoder: Requirement = .library(
    .picture, packages: "libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev")
  private static let data: Requirement = .data("barcodes")

  private static let retail = [
    "code128-1", "ean13-1", "ean13-2", "ean8-1", "itf-1", "rss14-1", "rssexpanded-1", "rssexpandedstacked-1", "upca-1",
    "upca-2", "upce-1",
  ]

  /// Two of the photos show another number than the one that stands beside them; what one can see on them counts here.
  private static let corrected = ["ean13-2/23": "9784872348880", "ean13-2/28": "9784872348880"]

  private func pictures(of kind: String) throws -> [(picture: Picture, truth: String?, name: String)] {
    let folder = Self.folder.appending(path: kind)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().compactMap { file in
      let url = folder.appending(path: file)
      guard url.pathExtension != "txt", url.pathExtension != "bin" else { return nil }
      let name = "\(kind)/\(url.deletingPathExtension().lastPathComponent)"
      let text = url.deletingPathExtension().appendingPathExtension("txt")
      let truth = try? String(contentsOf: text, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
      guard let picture = try? Picture.decode([UInt8](Data(contentsOf: url)), as: .grey) else { return nil }
      return (picture, Self.corrected[name] ?? truth, name)
    }
  }

  /// Measured: 201 of 207 read as they are and 197 as negatives, none wrong (decision 0055).
  @Test(.needs(BarcodeReaderTests.scan), .needs(decoder), .needs(data), arguments: [(false, 0.94), (true, 0.9)])
  func mostAreReadAndNoneWrongly(_ isNegative: Bool, _ share: Double) throws {
    try Picture.load()
    let reader = try BarcodeReader()
    var (count, read) = (0, 0)
    var wrong: [String] = []
    for kind in Self.retail {
      for (picture, truth, name) in try pictures(of: kind) {
        count += 1
        let found = reader.read(isNegative ? Self.negative(picture) : picture, budget: .max).codes.map(\.text)
        if let truth, found.contains(truth) { read += 1 } else if !found.isEmpty { wrong.append(name) }
      }
    }
    #expect(count > 200)
    #expect(Double(read) > share * Double(count), "\(read) of \(count)")
    #expect(wrong.isEmpty)
  }

  @Test(.needs(BarcodeReaderTests.scan), .needs(decoder), .needs(data), arguments: [false, true])
  func nothingIsReadWhereNothingIs(_ isNegative: Bool) throws {
    try Picture.load()
    let reader = try BarcodeReader()
    let pictures = try pictures(of: "falsepositives-1")
    #expect(pictures.count > 15)
    for (picture, _, name) in pictures {
      let shown = isNegative ? Self.negative(picture) : picture
      #expect(reader.read(shown, budget: .max).codes.isEmpty, "\(name)")
    }
  }

  private static func negative(_ picture: Picture) -> Picture {
    Picture(
      width: picture.width, height: picture.height, channels: picture.channels, pixels: picture.pixels.map { 255 - $0 })
  }
}

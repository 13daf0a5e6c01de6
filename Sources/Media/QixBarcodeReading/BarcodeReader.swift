internal import Glibc
package import QixLens
package import QixLibraries

/// Finds barcodes in pictures: one pass after another, cheap ones first, until a code is believed or the work is done.
package struct BarcodeReader: Sendable {
  private let library: ScanLibrary

  /// - Throws: `LibraryError` where the library is missing.
  package init() throws(LibraryError) { library = try ScanLibrary.load() }

  /// Pixels after which no other pass begins, so that a picture has one answer however busy the machine is. A small
  /// server looks at twenty to thirty in a microsecond.
  package static let standardBudget = 16_000_000
  /// Milliseconds on a processor after which none begins either: a stop for what pixels don't foretell. It lies below a
  /// quarter of a worker's time, from which on a late answer is put down to the picture and not to a busy machine.
  static let longestTime = 1_500.0
  /// Pixels of the longer side that are looked at first; a phone's camera takes three times as many, and a code that
  /// one can see on its screen has enough of them here.
  static let longest = 1_600

  /// - Parameters:
  ///   - budget: pixels after which no other pass begins.
  ///   - passes: at most so many.
  package func read(
    _ picture: Picture, of symbologies: [CodeSymbology] = CodeSymbology.allCases, budget: Int = standardBudget,
    passes: Int = Pass.allCases.count
  ) -> Readings {
    let start = Self.now()
    let wanted = symbologies.reduce(0) { $0 | $1.code }
    let zbar = symbologies.filter(\.isKnownToZbar).reduce(0) { $0 | $1.code }
    var ballot = Ballot()
    var done = 0
    var pixels = 0
    guard let whole = ScanPicture(picture, library) else { return Readings(codes: [], passes: 0, milliseconds: 0) }
    for desk in Self.desks(whole) {
      for pass in Pass.allCases.prefix(passes) {
        if done > 0, pixels > budget || Self.now() - start > Self.longestTime { break }
        ballot.add(pass.hits(on: desk, wanted, zbar: zbar), of: pass)
        done += 1
        pixels += pass.pixels(on: desk)
        let elected = ballot.elected
        if !elected.isEmpty { return Readings(codes: elected, passes: done, milliseconds: Self.now() - start) }
      }
    }
    return Readings(codes: [], passes: done, milliseconds: Self.now() - start)
  }

  /// Returns the share of the picture that looks like a screen, 0 to 1.
  package func screen(in picture: Picture) -> Double { ScanPicture(picture, library)?.screen ?? 0 }

  /// A large picture is looked at smaller first.
  private static func desks(_ whole: ScanPicture) -> [Desk] {
    let longer = max(whole.width, whole.height)
    guard longer > longest else { return [Desk(whole)] }
    let factor = Double(longest) / Double(longer)
    guard let small = whole.scaled(factor, factor) else { return [Desk(whole)] }
    return [Desk(small), Desk(whole, seen: small)]
  }

  /// Milliseconds that this thread has had on a processor: what else runs on the machine changes no answer.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
  }
}

import QixKernel
import QixLibraries
import QixStorage
import QixTesting
import QixWatermark
import QixWatermarkChannels
import Testing

@testable import StadiumShake

/// Pieces by which a stream is listened to while they are on.
@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct StreamPiecesTests {
  private func names(_ listener: InformedListener?) -> [String] { listener?.library.pieces.map(\.name) ?? [] }

  @Test func `a stream is listened to by the pieces that are on, and by those that are added meanwhile`() throws {
    try TestHome.initialised(vault: true) { home in
      let start = home.clock.now()
      try home.done("stadium event add derby --start \(start) --length 2h")
      for (name, seed) in [("first", 1 as UInt64), ("second", 2), ("any", 3)] {
        try Show.write(MadeUpMusic.make(seconds: 40, rate: Show.rate, seed: seed), to: "\(home.path)/\(name).wav")
      }
      func add(_ name: String, at second: Int64?) throws {
        let moment = second.map { "--start \(start.advanced(byMicroseconds: $0 * 1_000_000))" } ?? ""
        try home.done("stadium piece add \(name) \(home.path)/\(name).wav --event derby \(moment)")
      }
      let event = try home.unchecked.read { try Event.require("derby", in: $0) }
      var pieces = StreamPieces(event, SipHash.book("a key of the tests"))
      func heard(_ second: Int64) throws -> [String] {
        names(try pieces.listener(at: start.advanced(byMicroseconds: second * 1_000_000), home.unchecked))
      }
      try add("first", at: 0)
      #expect(try heard(0) == ["first"])
      try add("second", at: 200)
      // What is taken lasts two minutes.
      #expect(try heard(110) == ["first"])
      #expect(try heard(130) == ["second"])
      #expect(try heard(300) == [])
      // One that is played nobody knows when is looked for where no other is on.
      try add("any", at: nil)
      #expect(try heard(300) == [])
      #expect(try heard(450) == ["any"])
      #expect(try heard(600) == ["any"])
    }
  }
}

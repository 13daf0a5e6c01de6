import Testing

@testable import QixBarcodeReading

/// When a reading is believed.
@Suite struct BallotTests {
  private func hit(_ symbology: CodeSymbology, _ text: String, _ lines: Int, at x: Int = 0) -> ScanHit {
    ScanHit(
      symbology: symbology, text: text, lines: lines,
      corners: [(0, 0), (100, 0), (100, 50), (0, 50)].map { ReadCode.Corner(x: x + $0.0, y: $0.1) })
  }

  private func elected(_ votes: (Pass, [ScanHit])...) -> [String] {
    var ballot = Ballot()
    for (pass, hits) in votes { ballot.add(hits, of: pass) }
    return ballot.elected.map(\.text)
  }

  @Test func aFewRowsOfOnePassAreNotEnough() {
    let weak = hit(.ean13, "1077778003259", 2)
    #expect(elected((.plain, [weak])).isEmpty)
    // The same pass again is no other witness.
    #expect(elected((.plain, [weak]), (.plain, [weak]), (.plain, [weak])).isEmpty)
    #expect(elected((.plain, [weak]), (.thorough, [weak]), (.uprightSharp, [weak])) == ["1077778003259"])
    #expect(elected((.plain, [hit(.ean13, "4006381333931", 6)])) == ["4006381333931"])
    #expect(elected((.plain, [hit(.dataMatrix, "A", 0)])) == ["A"])
  }

  @Test func contradictionsKeepBothOut() {
    let one = hit(.ean13, "4006381333931", 7), other = hit(.ean13, "6291041500213", 4)
    #expect(elected((.plain, [one, other])).isEmpty)
    #expect(elected((.plain, [one, other]), (.largeSharp, [one])) == ["4006381333931"])
    // At another place it is another code.
    #expect(elected((.plain, [one, hit(.ean13, "6291041500213", 7, at: 300)])) == ["4006381333931", "6291041500213"])
    // An EAN-8 within an EAN-13 is a misreading of it.
    #expect(elected((.plain, [one, hit(.ean8, "96385074", 6)])).isEmpty)
    #expect(elected((.plain, [one, hit(.qr, "x", 0)])) == ["x", "4006381333931"])
  }

  @Test func zbarHasOneVoiceAndNoSayInWhatItGetsWrong() {
    let one = hit(.ean13, "4006381333931", 90)
    #expect(elected((.zbar, [one]), (.uprightZbar, [one])).isEmpty)
    #expect(elected((.zbar, [one]), (.plain, [hit(.ean13, "4006381333931", 2)])) == ["4006381333931"])
    #expect(elected((.zbar, [hit(.upce, "02212166", 90)]), (.plain, [hit(.upce, "02212166", 3)])).isEmpty)
    #expect(elected((.zbar, [hit(.code128, "ssé", 90)]), (.plain, [hit(.code128, "ssé", 2)])).isEmpty)
  }
}

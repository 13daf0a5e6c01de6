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
    let weak = hit(.ean13, "1077778003259", 4)
    #expect(elected((.plain, [weak])).isEmpty)
    // The same pass again is no other witness, nor is another that sees the same pixels.
    #expect(elected((.plain, [weak]), (.plain, [weak]), (.thorough, [weak])).isEmpty)
    #expect(elected((.plain, [weak]), (.largeSharp, [weak]), (.uprightSharp, [weak])) == ["1077778003259"])
    #expect(elected((.plain, [hit(.ean13, "4006381333931", 10)])) == ["4006381333931"])
    #expect(elected((.plain, [hit(.dataMatrix, "A", 0)])) == ["A"])
  }

  /// A reader of another kind is mistaken elsewhere.
  @Test(arguments: [(CodeSymbology.ean13, 10), (.itf, 10), (.ean8, 30), (.upce, 30)])
  func aReaderAloneNeedsMoreRows(_ symbology: CodeSymbology, _ least: Int) {
    #expect(elected((.plain, [hit(symbology, "12345670", least - 1)])).isEmpty)
    #expect(elected((.plain, [hit(symbology, "12345670", least)])) == ["12345670"])
    let confirmed = [hit(symbology, "12345670", 3)]
    #expect(elected((.plain, confirmed), (.uprightMatched, [hit(symbology, "12345670", 1)])) == ["12345670"])
  }

  /// A sticker whose bars were thinned by too much light: ZXing-C++ and zbar took it for others.
  @Test func theShapesOfDigitsDecide() {
    let wrong = hit(.ean13, "9074932437075", 2), zbar = hit(.ean13, "9074932437075", 18)
    let other = hit(.ean13, "8574731738478", 7), right = hit(.ean13, "0023942431015", 8)
    #expect(elected((.plain, [wrong]), (.thorough, [wrong]), (.zbar, [zbar])).isEmpty)
    #expect(elected((.plain, [wrong]), (.zbar, [zbar]), (.uprightFine, [other])).isEmpty)
    #expect(elected((.plain, [wrong]), (.zbar, [zbar]), (.uprightMatched, [right])) == ["0023942431015"])
    #expect(elected((.uprightMatched, [hit(.ean13, "0023942431015", 1)])).isEmpty)
    #expect(elected((.uprightMatched, [hit(.ean13, "0023942431015", 2)])) == ["0023942431015"])
    // Eight digits, or six, are sooner like something else.
    #expect(elected((.uprightMatched, [hit(.ean8, "12345670", 9)])).isEmpty)
    #expect(elected((.uprightMatched, [hit(.ean8, "12345670", 10)])) == ["12345670"])
    // The rows of a positive and of its negative are the same.
    let weak = [hit(.ean13, "0023942431015", 1)]
    #expect(elected((.uprightMatched, weak), (.matchedNegative, weak)).isEmpty)
  }

  @Test func contradictionsKeepBothOut() {
    let one = hit(.ean13, "4006381333931", 12), other = hit(.ean13, "6291041500213", 7)
    #expect(elected((.plain, [one, other])).isEmpty)
    #expect(elected((.plain, [one, other]), (.largeSharp, [one])) == ["4006381333931"])
    // At another place it is another code.
    #expect(elected((.plain, [one, hit(.ean13, "6291041500213", 12, at: 300)])) == ["4006381333931", "6291041500213"])
    // An EAN-8 within an EAN-13 is a misreading of it.
    #expect(elected((.plain, [one, hit(.ean8, "96385074", 7)])).isEmpty)
    #expect(elected((.plain, [one, hit(.qr, "x", 0)])) == ["x", "4006381333931"])
  }

  @Test func zbarHasOneVoiceAndNoSayInWhatItGetsWrong() {
    let one = hit(.ean13, "4006381333931", 90)
    #expect(elected((.zbar, [one]), (.uprightZbar, [one])).isEmpty)
    #expect(elected((.zbar, [one]), (.plain, [hit(.ean13, "4006381333931", 2)])).isEmpty)
    #expect(elected((.zbar, [one]), (.plain, [hit(.ean13, "4006381333931", 3)])) == ["4006381333931"])
    #expect(elected((.zbar, [hit(.upce, "02212166", 90)]), (.plain, [hit(.upce, "02212166", 3)])).isEmpty)
    #expect(elected((.zbar, [hit(.code128, "ssé", 90)]), (.plain, [hit(.code128, "ssé", 2)])).isEmpty)
  }
}

import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixLibraries
import QixTerminal
import QixTesting
import Testing

@testable import App

/// `qix link qr`: posters.
@Suite(.needs(.library(.barcode, packages: "libqrencode-dev, libzint-dev and libpng-dev"))) struct DrawLinkTests {
  private static let origin = "https://app.example.org"

  @Test func aPosterLeadsToThisServer() throws {
    try Stall.with(origin: Self.origin) { stall in
      let drawn = try JSONValue(parsing: stall.home.done("link qr qix://acme/summer --place north --json"))
      #expect(drawn["address"]?.string == "\(Self.origin)/open/acme/summer?place=north")
      #expect(drawn["link"] == "qix://acme/summer" && drawn["svg"]?.string?.hasPrefix("<svg") == true)
      // An option says it rather than the link.
      let words = ["link", "qr", "wallet?place=south&session=derby", "--place", "north stand", "--quiet"]
      #expect(try stall.home.qix(words).output == "\(Self.origin)/open/wallet?session=derby&place=north%20stand\n")
      let shown = try stall.home.qix(["link", "qr", "rewards"], isTerminal: true)
      #expect(shown.exitCode == 0 && shown.output.contains("\(Self.origin)/open/rewards\n"), "\(shown)")
    }
  }

  @Test(.needs(.program("zbarimg", package: "zbar-tools"))) func aCameraReadsIt() throws {
    try Stall.with(origin: Self.origin) { stall in
      let path = "\(stall.home.path)/poster.png"
      // A picture follows from what is there, so it takes the place of an earlier one.
      for _ in 0..<2 { try stall.home.done("link qr campaign/summer --session derby --png \(path)") }
      let scanned = try Tool("zbarimg")(["--quiet", "--raw", path]).output
      #expect(scanned == "\(Self.origin)/open/campaign/summer?session=derby\n")
      let svg = try stall.home.done("link qr campaign/summer --svg -")
      #expect(svg.hasPrefix("<svg") && svg.hasSuffix("</svg>\n"))
    }
  }

  @Test func aPosterForADraftSaysSo() throws {
    try Stall.with(origin: Self.origin) { stall in
      let draft = try stall.home.qix(["link", "qr", "campaign/autumn"], isTerminal: true)
      #expect(draft.exitCode == 0 && draft.errors.contains("is a draft"), "\(draft)")
      let none = try stall.home.qix("link qr campaign/winter")
      #expect(none.exitCode == 3 && none.errors.contains("winter"), "\(none)")
    }
  }

  @Test func withoutAnOriginItLeadsNowhere() throws {
    try Stall.with { stall in
      let outcome = try stall.home.qix("link qr wallet")
      #expect(outcome.exitCode == 3 && outcome.errors.contains("qix setting set app.origin"), "\(outcome)")
    }
  }

  @Test(arguments: [
    ["--svg", "a.svg", "--png", "b.png"], ["--scale", "4"], ["--png", "-"], ["--place", ""],
    ["--scale", "99", "--png", "a.png"],
  ])
  func optionsThatDontFitAreRefused(options: [String]) throws {
    try Stall.with(origin: Self.origin) { stall in
      let outcome = try stall.home.qix(["link", "qr", "wallet"] + options)
      #expect(outcome.exitCode == 2 && outcome.errors.contains(options[0]), "\(outcome)")
    }
  }
}

import Foundation
import QixCommands
import QixFormats
import QixLibraries
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vouchers

/// What is drawn is scanned and used at the till.
@Suite(.needs(.library(.barcode, packages: "libqrencode-dev, libzint-dev and libpng-dev"))) struct BarcodeTests {
  private static func scan(_ path: String) throws -> String {
    try Tool("zbarimg")(["--quiet", "--raw", path]).output.split(separator: "\n").joined()
  }

  private func voucher(_ series: String, _ counter: Counter) throws -> String {
    let list = try JSONValue(parsing: try counter.qix(["voucher", "list", series, "--json"]).output)
    return try #require(list["vouchers"]?.array?.first?["voucher"]?.string)
  }

  @Test(
    .needs(.program("zbarimg", package: "zbar-tools")),
    arguments: ["qr", "code128", "ean13 --prefix 99"])
  func aPictureIsScannedAndGood(_ barcode: String) throws {
    try Counter.with { counter in
      try counter.run("voucher generate mug --count 1 --title Mug --barcode \(barcode)")
      let id = try voucher("mug", counter)
      let path = "\(counter.home.path)/mug.png"
      try counter.run(["voucher", "barcode", id, "--png", path, "--reveal", "--reason", "test"])
      let scanned = try Self.scan(path)
      let shown = try counter.qix(["voucher", "show", id, "--reveal", "--reason", "test", "--json"])
      let code = try #require(try JSONValue(parsing: shown.output)["code"]?.string)
      #expect(!scanned.isEmpty && scanned == code.replacing("-", with: ""))
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      // A file that is there stays.
      #expect(try counter.qix(["voucher", "barcode", id, "--png", path, "--reveal", "--reason", "test"]).exitCode == 5)
    }
  }

  /// By the key that it was handed out under, too; a name that is nobody's isn't repeated, since it may be a code.
  @Test func aVoucherIsNamedByItsKey() throws {
    try Counter.with { counter in
      try counter.run("voucher generate mug --count 3 --title Mug")
      try counter.home.unchecked.write(.init("test")) { connection, _ in
        for (number, key) in ["order-1", "rdm_x:1", "rdm_x:2"].enumerated() {
          try connection.execute(
            """
            UPDATE vouchers_vouchers SET state = 2, handed_at = 1, key = \(key)
            WHERE id = (SELECT id FROM vouchers_vouchers ORDER BY id LIMIT 1 OFFSET \(Int64(number)))
            """)
        }
      }
      func drawn(_ name: String) throws -> TestTerminal.Outcome {
        try counter.qix(["voucher", "barcode", name, "--json", "--reveal", "--reason", "asked"])
      }
      for key in ["order-1", "rdm_x:2"] {
        let id = try JSONValue(parsing: drawn(key).output)["voucher"]?.string ?? ""
        #expect(try id.hasPrefix("vch_") && drawn(id) == drawn(key), "\(key)")
      }
      let several = try drawn("rdm_x")
      #expect(several.exitCode == 2 && several.errors.contains("vouchers.several-named"), "\(several)")
      let none = try drawn("AB-CD-1234")
      #expect(none.exitCode == 3 && none.errors.contains("voucher check"), "\(none)")
      #expect(!none.errors.contains("CD-1234"))
    }
  }

  @Test func nothingIsDrawnWithoutAWord() throws {
    try Counter.with { counter in
      try counter.run("voucher generate mug --count 1 --title Mug")
      let id = try voucher("mug", counter)
      #expect(try counter.qix(["voucher", "barcode", id]).exitCode == 2)
      #expect(try counter.qix(["voucher", "barcode", id, "--reveal", "--reason", "x", "--png", "-"]).exitCode == 2)
      #expect(
        try counter.qix(["voucher", "barcode", "vch_01m7w9tzg3f7fs9hn862jj74bb", "--reveal", "--reason", "x"]).exitCode
          == 3)
      let before = try counter.home.count("qix_audit")
      let drawn = try counter.qix(["voucher", "barcode", id, "--reveal", "--reason", "asked"])
      #expect(drawn.exitCode == 0 && drawn.output.contains("▀"))
      #expect(try counter.home.count("qix_audit") == before + 1)
      let svg = try counter.qix(["voucher", "barcode", id, "--svg", "-", "--reveal", "--reason", "asked"])
      #expect(svg.output.hasPrefix("<svg "))
      let code = try #require(
        try JSONValue(
          parsing: try counter.qix(["voucher", "barcode", id, "--json", "--reveal", "--reason", "asked"]).output)[
            "text"]?
          .string)
      #expect(!svg.output.contains(code))
      try counter.run(["voucher", "void", id, "--reason", "test"])
      #expect(try counter.qix(["voucher", "barcode", id, "--reveal", "--reason", "asked"]).exitCode != 0)
    }
  }
}

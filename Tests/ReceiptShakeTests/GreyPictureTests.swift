import Foundation
import QixLens
import QixTesting
import Testing

@testable import ReceiptShake

@Suite struct GreyPictureTests {
  private static func picture(width: Int, height: Int) -> Picture {
    Picture(
      width: width, height: height, channels: .rgb,
      pixels: (0..<width * height).flatMap { index in
        let grey = UInt8((index % width * 7 + index / width * 3) % 256)
        return [grey, grey, grey]
      })
  }

  /// Another program reads it as what it is.
  @Test(.needs(.python(module: "PIL", package: "python3-pil")), arguments: [(1, 1), (7, 5), (3_001, 40), (300, 1_501)])
  func anotherProgramReadsThePNG(_ size: (Int, Int)) throws {
    let grey = GreyPicture(Self.picture(width: size.0, height: size.1))
    #expect(max(grey.width, grey.height) <= GreyPicture.longest)
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(grey.png).write(to: file)
    let script =
      "from PIL import Image; i=Image.open('\(file.path)'); i.load(); g=i.convert('L'); print(i.size, g.getpixel((0,0)) >> 4)"
    let said = try Tool.python(["-c", script]).said
    #expect(said.contains("(\(grey.width), \(grey.height)) \(grey.pixels[0] >> 4)"), "\(said)")
  }

  @Test func theLookOutlivesAnotherSize() {
    let look = GreyPicture(Self.picture(width: 400, height: 800)).look
    #expect(look.utf8.count == 16)
    #expect(GreyPicture(Self.picture(width: 400, height: 800)).look == look)
    #expect(GreyPicture(Self.picture(width: 1, height: 1)).look == "0000000000000000")
  }
}

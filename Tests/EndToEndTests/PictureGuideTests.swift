import Foundation
import QixTesting
import Testing

/// docs/scan.md and docs/receipts.md do what they say, with a photo of a barcode and one of a receipt at hand; and what
/// the workers do behind their filter of system calls.
@Suite struct PictureGuideTests {
  /// Draws `photo.jpg`, an EAN-13, and `receipt.jpg`, a till receipt of today, into a folder.
  private static func draw(into folder: String) throws {
    let script = """
      import datetime, sys
      from PIL import Image, ImageDraw, ImageFont
      folder, digits = sys.argv[1], "4006381333931"
      left = {"0": "0001101", "1": "0011001", "2": "0010011", "3": "0111101", "4": "0100011", "5": "0110001",
              "6": "0101111", "7": "0111011", "8": "0110111", "9": "0001011"}
      right = {digit: "".join("10"[int(bit)] for bit in code) for digit, code in left.items()}
      parity = ["LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL"]
      bars = "101"
      for digit, kind in zip(digits[1:7], parity[int(digits[0])]):
          bars += left[digit] if kind == "L" else right[digit][::-1]
      bars += "01010" + "".join(right[digit] for digit in digits[7:]) + "101"
      photo = Image.new("L", (500, 260), 255)
      pen = ImageDraw.Draw(photo)
      for place, bar in enumerate(bars):
          if bar == "1":
              pen.rectangle((60 + 4 * place, 40, 63 + 4 * place, 219), fill=0)
      photo.save(folder + "/photo.jpg", quality=92)
      font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 26)
      day = datetime.datetime.now(datetime.timezone.utc).strftime("%d/%m/%Y")
      lines = ["ACME MARKET SRL", "VIA ROMA 1", "20121 MILANO", "P.IVA 01234567890", "", "DESCRIZIONE        PREZZO",
               "ACME COLA 1.5L       2,98", "PANE CASERECCIO      3,20", "", "TOTALE COMPLESSIVO   6,18",
               "CONTANTE            10,00", "RESTO                3,82", "", day + " 00:05", "DOCUMENTO N. 0123-0045"]
      paper = Image.new("L", (560, 60 + 44 * len(lines)), 255)
      pen = ImageDraw.Draw(paper)
      for place, line in enumerate(lines):
          pen.text((50, 30 + 44 * place), line, font=font, fill=0)
      paper.save(folder + "/receipt.jpg", quality=92)
      """
    let drawn = try Tool.python(["-c", script, folder])
    try #require(drawn.exitCode == 0, "\(drawn.errors)")
  }

  private static func run(
    _ guide: String, _ body: (BuiltProgram, BuiltProgram.Outcome) throws -> Void
  ) throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      try draw(into: work)
      for json in Guide.blocks("json", in: try Guide.text(guide)) {
        let name = try #require(json.firstMatch(of: /"name": "([a-z]+)"/)).1
        try Data(json.utf8).write(to: URL(fileURLWithPath: "\(work)/\(name).json"))
      }
      let run = try Guide.run(try Guide.script(guide, blocks: 2), home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      try body(qix, run)
    }
  }

  @Test(.needs(.python(module: "PIL", package: "python3-pil"))) func scanDoesWhatItSays() throws {
    try Self.run("scan.md") { qix, run in
      #expect(run.output.contains("exit code 6"), "the typed code of a product that has counted: \(run.output)")
      let wallet = try qix.done("wallet show shop-4711 --json").output
      #expect(wallet.contains("\"balance\": 10"), "\(wallet)")
    }
  }

  @Test(.needs(.python(module: "PIL", package: "python3-pil"))) func receiptsDoWhatItSays() throws {
    try Self.run("receipts.md") { qix, run in
      #expect(run.output.contains("won"), "\(run.output) \(run.errors)")
      let wallet = try qix.done("wallet show ada --json").output
      #expect(wallet.contains("\"balance\": 2"), "\(wallet)")
    }
  }

  /// HEIC's decoder wants a thread, which the worker of each operation has to be allowed.
  @Test func everyOperationDecodesHEIC() throws {
    try BuiltProgram.withHome { qix, _ in
      let picture = Guide.root.appendingPathComponent("Tests/QixLensTests/Samples/quarters.heic").path
      for command in ["scan", "receipt"] {
        let read = try qix([command, "read", picture], limit: 90)
        #expect(read.exitCode == 0 && !read.output.contains("\"error\""), "\(command): \(read.output) \(read.errors)")
      }
    }
  }

  /// A worker loads its models once, and not for each picture.
  @Test(arguments: ["scan", "receipt"]) func manyPicturesAreReadByOneWorker(_ command: String) throws {
    try BuiltProgram.withHome { qix, home in
      let picture = Guide.root.appendingPathComponent("Tests/QixLensTests/Samples/quarters.png").path
      let script = """
        qix \(command) read \(picture) \(picture) \(picture) > \(home)/lines & run=$!
        while kill -0 $run 2>/dev/null; do
          grep -ls "^PPid:[[:space:]]$run$" /proc/[0-9]*/status
        done | sort -u > \(home)/workers
        wc -l < \(home)/lines
        wc -l < \(home)/workers
        """
      let run = try Guide.run(script, home: home, work: home)
      #expect(run.output.split(whereSeparator: \.isWhitespace) == ["3", "1"], "\(run.output) \(run.errors)")
    }
  }

  /// Each line is there as soon as its picture is read: what comes later may end the run.
  @Test func linesComeOneByOne() throws {
    try BuiltProgram.withHome { qix, home in
      let picture = Guide.root.appendingPathComponent("Tests/QixLensTests/Samples/quarters.png").path
      let (pipe, lines) = (home + "/pipe", home + "/lines")
      // The second picture is a pipe on which nothing comes. What the tests start has other signals blocked.
      let script = """
        mkfifo \(pipe)
        sleep 60 > \(pipe) & silence=$!
        qix scan read \(picture) - < \(pipe) > \(lines) & run=$!
        for try in $(seq 300); do [ -s \(lines) ] && break; sleep 0.1; done
        cat \(lines)
        kill -KILL $run $silence
        """
      let run = try Guide.run(script, home: home, work: home)
      #expect(run.output.split(separator: "\n").count == 1, "\(run.output) \(run.errors)")
      #expect(run.output.contains("scan.read/1") && run.output.contains("quarters.png"), "\(run.output)")
    }
  }
}

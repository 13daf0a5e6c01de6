internal import IdentityContract
internal import QixBarcode
internal import QixModule

/// `qix link qr`
struct DrawLink: Command {
  static let declaration = Declaration(
    "qr", "Draw a link as a QR code for posters.", roles: [.operator, .integrator, .support, .auditor],
    discussion: """
      The code holds the web address of the link, below /open/ of the setting app.origin, so that any camera opens it. \
      --session and --place say where the poster hangs: the app sends them with each shake, and directives decide by \
      them. The quiet zone is part of the picture: leave it there.
      """,
    examples: [
      Example("qix link qr campaign/harvest", "in the terminal"),
      Example("qix link qr campaign/harvest --place 'north stand' --svg poster.svg", "for the north stand, to print"),
      Example("qix link qr rewards --png rewards.png --scale 16", "as a picture"),
    ],
    answer: AnswerShape("link.qr/1", fields), route: .at("GET /v1/links/qr"))

  @Positional("link", .text, "Such as campaign/NAME, as `qix open` takes it") private var link: String
  @Option("session", .text, placeholder: "NAME", "The session of an event or a show for which it hangs there")
  private var session: String?
  @Option("place", .text, placeholder: "NAME", "The place where it hangs, by your name for it") private var place:
    String?
  @Option("svg", .output(.derived), "Write the picture to this file as SVG instead; - is standard output")
  private var svg: String?
  @Option("png", .output(.derived), "Write the picture to this file as PNG instead") private var png: String?
  @Option(
    "scale", .integer(in: 1...32), placeholder: "PIXELS", "For a PNG: pixels for each module; the default is 8")
  private var scale: Int?
  @Flag("dark-on-light", "Draw dark modules, for paper and for dark letters on light; only without colours")
  private var isDarkOnLight: Bool

  private static let fields: [Field<(link: Link, barcode: Barcode)>] = [
    Field("link", .text) { $0.link.text },
    Field("address", .text) { $0.barcode.text },
    Field("svg", .text) { $0.barcode.svg() },
  ]

  func check() throws {
    if svg != nil, png != nil {
      throw UsageError("--svg and --png can't be given together", hint: "Draw the link twice.")
    }
    if png == nil, scale != nil {
      throw UsageError("--scale is only for a PNG", hint: "Add --png FILE. A drawing as SVG has no pixels.")
    }
    if png == "-" { throw UsageError("--png needs a file", hint: "--svg - writes a drawing to standard output.") }
    for (slot, value) in [($session, session), ($place, place)] {
      if let value, !Link.isPlain(value) { throw UsageError("\(slot.label) must have 1 to 200 characters on one line") }
    }
  }

  func run(in context: Context) throws -> Printed {
    for path in [svg, png].compactMap({ $0 }) where path != "-" { try OutputFile.requirePlace(path) }
    let (origin, face) = (try context.database.read { try $0.value(of: AppAddress.origin) }, context.face)
    guard let origin else {
      throw Failure(
        "app.no-origin", .notFound, "the setting app.origin is empty, so a poster would lead nowhere",
        hint: "The owner of the data folder sets it. Write `qix setting set app.origin https://…`.")
    }
    let found = try FoundLink(link, in: context)
    var link = found.link
    link.session = session ?? link.session
    link.place = place ?? link.place
    let barcode = try Barcode(origin + link.address, as: .qr(.medium))
    if let refusal = found.target.refusal {
      face.note("The link doesn't open for users now: \(refusal.sentence).")
    }
    if let svg {
      try write(Array(barcode.svg().utf8), to: svg, face)
    } else if let png {
      try write(try barcode.png(scale: scale ?? 8), to: png, face)
    } else if let screen = face.screen {
      let lines = barcode.lines(screen.hasColors ? .colours : isDarkOnLight ? .darkOnLight : .lightOnDark)
      try face.write("\n" + lines.joined(separator: "\n") + "\n\n\(barcode.text)\n")
      if barcode.columns > screen.width {
        face.note(
          "The code is \(barcode.columns) columns wide, but the terminal \(screen.width). Use --svg or --png.")
      }
    } else {
      var document = Document("link.qr/1", Self.fields, of: (link: link, barcode: barcode))
      document.primary = barcode.text
      try document.emit(to: face)
    }
    return Printed()
  }

  private func write(_ bytes: [UInt8], to path: String, _ face: any Face) throws {
    guard path != "-" else { return try face.write(String(decoding: bytes, as: UTF8.self)) }
    let file = try OutputFile(path, mode: 0o644)
    try bytes.withUnsafeBytes(file.write)
    try file.finish()
    face.note("The code is in \(path).")
  }
}

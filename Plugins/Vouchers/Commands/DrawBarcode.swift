internal import QixBarcode
internal import QixCrypto
internal import QixModule
internal import VouchersContract

/// `qix voucher barcode`
struct DrawBarcode: Command {
  static let declaration = Declaration(
    "barcode", "Draw a voucher's code in its series' form: a QR code, Code 128 or EAN-13.",
    roles: [.operator, .support, .user],
    discussion: """
      The drawing goes to the terminal, or into a file that only its owner can read. The picture is worth as much \
      as the voucher. So it needs --reveal and --reason, and is written to the audit log. The quiet zone is part of \
      the picture: leave it there.
      """,
    examples: [
      Example(
        "vch=$(qix voucher list coffee --quiet | head -n 1) && qix voucher barcode \"$vch\" --reveal --reason 'for the shop window'",
        "in the terminal"),
      Example(
        "qix voucher barcode vch_01m7w9tzg3f7fs9hn862jj74bb --png mug.png --reveal --reason 'call 4711'", "as a picture"
      ),
    ],
    answer: AnswerShape("voucher.barcode/1", fields), reveals: [.operator, .support, .user],
    route: .at("GET /v1/vouchers/{voucher}/barcode"), givenByCustomers: ["voucher", "signed"])

  @Positional("voucher", .named(VoucherID.self), "vch_…, or the key that it was handed out under, such as rdm_…")
  private var name: String
  @Flag("signed", "Draw the signed voucher as a QR code, for tills without a connection") private var isSigned: Bool
  @Option("svg", .output(.secret), "Write the picture to this file as SVG instead; - is standard output")
  private var svg: String?
  @Option("png", .output(.secret), "Write the picture to this file as PNG instead") private var png: String?
  private let force = ForceFlag()
  @Option(
    "scale", .integer(in: 1...32), placeholder: "PIXELS", "For a PNG: pixels for each module; the default is 8")
  private var scale: Int?
  @Flag("dark-on-light", "Draw dark modules, for paper and for dark letters on light; only without colours")
  private var isDarkOnLight: Bool

  private static let fields: [Field<(id: VoucherID, symbology: String, barcode: Barcode)>] = [
    Field("voucher", .id) { $0.id },
    Field("barcode", .text) { $0.symbology },
    Field("text", .personal(.text)) { $0.barcode.text },
    Field("svg", .personal(.text)) { $0.barcode.svg() },
  ]

  func check() throws {
    if svg != nil, png != nil {
      throw UsageError("--svg and --png can't be given together", hint: "Draw the barcode twice.")
    }
    if png == nil, scale != nil {
      throw UsageError("--scale is only for a PNG", hint: "Add --png FILE. A drawing as SVG has no pixels.")
    }
    if png == "-" { throw UsageError("--png needs a file", hint: "--svg - writes a drawing to standard output.") }
  }

  func run(in context: Context) throws -> Printed {
    guard context.invocation.reveals else {
      throw UsageError(
        "a barcode is worth as much as the voucher: it needs --reveal",
        hint: "Add --reveal --reason TEXT. The audit log keeps who drew which voucher, and why.")
    }
    for path in [svg, png].compactMap({ $0 }) where path != "-" {
      try NewFile.requirePlace(path, replacing: force.isGiven)
    }
    let keys = try VoucherKeys.open(context, isDryRun: true)
    let (voucher, series) = try context.database.read { connection in
      let voucher = try Voucher.required(name, context, in: connection)
      return (voucher, try Series.with(voucher.series, in: connection))
    }
    let (id, terms) = (voucher.id, series.terms)
    try voucher.requireRevealable(to: context.principal)
    try voucher.requireNotVoid(series)
    let code = try keys.open(voucher.box, id, of: series.id)
    let barcode: Barcode
    if isSigned {
      try voucher.requireSignable(series)
      let signed = SignedVoucher(voucher, terms).signed(by: Ed25519.SigningKey(seed: keys.seed))
      barcode = try Barcode(signed, as: .qr(.medium))
    } else {
      barcode = try Barcode(code.plain, as: terms.symbology.drawn)
    }
    // Drawn first: what can't be drawn is no reveal.
    let picture = try png.map { _ in try barcode.png(scale: scale ?? 8) }
    var document = Document("voucher.barcode/1")
    try document.reveal(in: context, subject: "\(id)")
    let face = context.face
    if let svg {
      try write(Array(barcode.svg().utf8), to: svg, face)
    } else if let png, let picture {
      try write(picture, to: png, face)
    } else if face.isForPeople {
      let lines = barcode.lines(
        face.screen?.hasColors ?? false ? .colours : isDarkOnLight ? .darkOnLight : .lightOnDark)
      let text = isSigned ? barcode.text : terms.shown(code)
      try face.write("\n" + lines.joined(separator: "\n") + "\n\n\(text)\n")
      if let screen = face.screen, barcode.columns > screen.width {
        face.note(
          "The barcode is \(barcode.columns) columns wide, but the terminal \(screen.width). Use --svg or --png.")
      }
    } else {
      document.primary = barcode.text
      document.fields(
        Self.fields, of: (id: id, symbology: isSigned ? "qr" : terms.symbology.name, barcode: barcode))
      try document.emit(to: face)
    }
    return Printed()
  }

  /// Writes a file that only its owner can read.
  private func write(_ bytes: [UInt8], to path: String, _ face: any Face) throws {
    guard path != "-" else { return try face.write(String(decoding: bytes, as: UTF8.self)) }
    try NewFile.write(to: path, replacing: force.isGiven) { file in try bytes.withUnsafeBytes(file.write) }
    face.note("The barcode is in \(path).")
  }
}

extension SeriesTerms.Symbology {
  fileprivate var drawn: Symbology {
    switch self {
    case .qr: .qr(.medium)
    case .code128: .code128
    case .ean13: .ean13
    }
  }
}

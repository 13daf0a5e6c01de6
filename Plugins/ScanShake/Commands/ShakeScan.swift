internal import IdentityContract
internal import QixGS1
internal import QixShake

/// `qix shake scan`
struct ShakeScan: Command {
  static let declaration = Declaration(
    "scan", "Scan a product's barcode.", roles: [.operator, .integrator, .user],
    discussion: """
      A separate process without rights reads the picture, with limits on memory and time. qix keeps the picture's \
      SHA-256, not the picture. A scan that doesn't count has \(exit: .refused).
      """,
    examples: [
      Example("qix shake scan --user shop-4711 --campaign summer --image photo.jpg", "a photo"),
      Example("qix shake scan --user shop-4711 --campaign summer --code 4006381333931", "typed by hand"),
    ],
    answer: .shake("shake.scan/1", adding: own), effect: .changes,
    givenByCustomers: ["campaign", "image", "code", "place", "device"])

  private static let own: [Field<Scan?>] = [Field("gtin", .text) { $0?.gtin.short }.labelled("GTIN")]

  private let shake = ShakeOptions<String?>()
  @Option("image", .file, "A photo of the barcode: JPEG, PNG, WebP, HEIC, PDF")
  private var image: String?
  @Option("code", .text, placeholder: "CODE", "The digits below the bars, if the campaign takes typed codes")
  private var code: String?
  @Option("place", .text, placeholder: "PLACE", "The user's place, by its name in the campaign")
  private var place: String?
  @Option("device", .text, placeholder: "DEVICE", "The device's own name") private var device: String?
  private let key = ShakeKey()

  func check() throws {
    guard (image == nil) != (code == nil) else {
      throw UsageError("either --image or --code is needed", hint: "Give one photo, or one code.")
    }
  }

  func run(in context: Context) throws -> Document {
    let user = try context.user(shake.user)
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    var sights: [String: Sight] = [:]
    if let image {
      let file = try LensFile.given(
        image, most: BarcodesOperation.limits.fileBytes, toldBy: nil, in: context.face)
      sights = try Sights.look(at: ["image": file], for: ScanShake.self, lens: context.lens)
    }
    let answer = try context.shake(
      ShakeRequest(
        user: user, type: ScanShake.name, campaign: shake.campaign, context: ShakeContext(place: place, device: device),
        evidence: Evidence(evidence), sights: sights, key: key.text))
    return try answer.document(
      "shake.scan/1", user: shake.user, in: context,
      adding: { document in
        let scan = try context.database.read { try Scan.find(answer.shake, in: $0) }
        document.fields(Self.own, of: scan)
      })
  }
}

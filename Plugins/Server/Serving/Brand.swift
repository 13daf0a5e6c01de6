internal import QixCalendar
internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The installation as web pages show it: its name, its colour and its picture, which an operator sets.
///
/// Everybody may know it, also without a session, so it lies beside the pages and not among the commands.
struct Brand: Sendable {
  let name: String
  /// Degrees, 0 to 360, and hundredths of the usual chroma, 0 to 180: lightness is the pages' own, so that each pair of
  /// colours keeps its contrast.
  let hue: Int64
  let chroma: Int64
  /// The path of an SVG, PNG or WebP; empty for the pages' own.
  let logo: String
  let language: Language
  /// Whether browsers may keep pages for times without a network.
  let isOffline: Bool

  init(_ connection: Connection) throws {
    name = try connection.value(of: ServerModule.brandName)
    hue = try connection.value(of: ServerModule.brandHue)
    chroma = try connection.value(of: ServerModule.brandChroma)
    logo = try connection.value(of: ServerModule.brandLogo)
    language = try connection.value(of: ServerModule.language)
    isOffline = try connection.value(of: ServerModule.pagesOffline)
  }

  /// Addresses at which it is served: a style sheet, values for scripts, the picture.
  static let addresses: Set<String> = ["brand.css", "brand.json", "brand-logo"]

  /// - Parameter zone: the installation's, by whose clock pages show times.
  /// - Returns: nil for the picture where there is none.
  func answer(_ head: HTTPHead, at address: String, _ zone: TimeZone?, _ face: any Face) -> HTTPResponse? {
    switch address {
    case "brand.css":
      return answer(head, "text/css; charset=utf-8", Array(style.utf8))
    case "brand.json":
      let values: JSONValue = [
        "name": .string(name), "logo": logo.isEmpty ? .null : "/brand-logo", "language": .string(language.rawValue),
        "zone": .string((zone ?? .utc).identifier), "offline": .bool(isOffline),
      ]
      return answer(head, "application/json", values.serialized())
    default:
      guard let type = Self.type(of: logo),
        let bytes = try? face.input(from: logo).readToEnd(limit: Self.mostOfLogo)
      else { return nil }
      return answer(head, type, bytes)
    }
  }

  private static let mostOfLogo = 256 << 10

  private var style: String {
    let hundredths = chroma % 100
    return ":root { --brand-h: \(hue); --brand-c: \(chroma / 100).\(hundredths < 10 ? "0" : "")\(hundredths); }\n"
  }

  private func answer(_ head: HTTPHead, _ type: String, _ bytes: [UInt8]) -> HTTPResponse {
    ServedFile(type, bytes).answer(
      head,
      [
        "Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "same-origin",
        // Who opens an SVG by itself gets a picture: no script of it runs, and nothing of it is fetched.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      ])
  }

  /// The type of a picture by its name; nil for what is none.
  static func type(of path: String) -> String? {
    path.split(separator: ".").last.flatMap {
      ["svg": "image/svg+xml", "png": "image/png", "webp": "image/webp"][$0.lowercased()]
    }
  }
}

extension ServerModule {
  static var brand: [any DeclaredSetting] { [brandName, brandHue, brandChroma, brandLogo, pagesOffline] }

  static let brandName = Setting<String>(
    "server.brand-name", .words, "The name that web pages show.", placeholder: "NAME", default: "qix"
  ) { text throws(SettingError) in
    guard (1...40).contains(text.count), PlainText.isVisible(text), !PlainText.isBlank(text) else {
      throw SettingError("it must have 1 to 40 characters that show")
    }
    return text
  }

  static let brandHue = Setting.integer(
    "server.brand-hue", "The hue of web pages, in degrees: 30 is red, 162 green, 260 blue.", placeholder: "DEGREES",
    default: 162, in: 0...360)

  static let brandChroma = Setting.integer(
    "server.brand-chroma", "The strength of that colour, in hundredths; 0 is grey.", placeholder: "HUNDREDTHS",
    default: 100, in: 0...180)

  /// Switched off, browsers give up what they have kept when they next open a page.
  static let pagesOffline = Setting<Bool>(
    "server.pages-offline", .rule, "Whether browsers may keep pages for times without a network: yes or no.",
    placeholder: "YES|NO", default: "yes"
  ) { text throws(SettingError) in
    guard ["yes", "no"].contains(text) else { throw SettingError("it must be yes or no") }
    return text == "yes"
  }

  /// Everybody may fetch the file that it names, so it is for the owner of the home folder.
  static let brandLogo = Setting<String>(
    "server.brand-logo", .address, "The file with the logo for web pages: SVG, PNG or WebP, 256 KiB at most.",
    placeholder: "FILE", default: ""
  ) { text throws(SettingError) in
    guard text.isEmpty || (text.hasPrefix("/") && Brand.type(of: text) != nil) else {
      throw SettingError("it must be the whole path of an SVG, PNG or WebP file: /srv/logo.svg")
    }
    return text
  }
}

internal import Glibc
internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The description that a phone installs the customers' pages with (W3C, Web Application Manifest).
struct Manifest {
  static let address = "app.webmanifest"

  private let brand: Brand
  private let folder: String
  private let links: Links
  private let translations: Translations?

  /// - Parameters:
  ///   - folder: of the pages: `app`.
  ///   - translations: in the reader's language.
  init(_ brand: Brand, _ folder: String, _ links: Links, _ translations: Translations?) {
    (self.brand, self.folder, self.links, self.translations) = (brand, folder, links, translations)
  }

  func answer(_ head: HTTPHead) -> HTTPResponse {
    let file = ServedFile("application/manifest+json", json.serialized())
    var response = file.answer(head, ["Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "same-origin"])
    response.fields.speak(language)
    return response
  }

  private var language: Language { translations?.language ?? .en }

  private var json: JSONValue {
    let home = "/\(folder)/"
    return [
      "name": .string(brand.name), "short_name": .string(brand.name), "lang": .string(language.rawValue),
      "id": .string(home), "start_url": .string(home), "scope": .string(home), "display": "standalone",
      "theme_color": .string(color(lightness: 0.395, chroma: 0.088)),
      "background_color": .string(color(lightness: 0.972, chroma: 0.008)), "icons": [icon],
      "shortcuts": .array(["wallet", "vouchers", "shake"].compactMap { links[$0] }.compactMap(shortcut)),
      // A photo that is shared from elsewhere on the phone: the service worker keeps it for the page.
      "share_target": [
        "action": .string("\(home)share"), "method": "POST", "enctype": "multipart/form-data",
        "params": ["files": [["name": "image", "accept": ["image/*"]]]],
      ],
      "protocol_handlers": [["protocol": "web+qix", "url": .string("\(home)open?link=%s")]],
    ]
  }

  private var icon: JSONValue {
    guard let type = Brand.type(of: brand.logo) else {
      return ["src": .string("/\(folder)/icon.svg"), "type": "image/svg+xml", "sizes": "any"]
    }
    return ["src": "/brand-logo", "type": .string(type), "sizes": "any"]
  }

  private func shortcut(_ kind: LinkKind) -> JSONValue? {
    guard let title = kind.title else { return nil }
    let text = translations?.text(title, of: title.key ?? "") ?? "\(title)"
    return ["name": .string(text.asSentence), "url": .string("/\(folder)/\(kind.name)")]
  }

  /// A colour of the brand's hue as `tokens.css` has it for the table and for the page, in sRGB: OKLCH by way of OKLab
  /// (CSS Color 4, §17, and Björn Ottosson's matrices).
  private func color(lightness: Double, chroma: Double) -> String {
    let hue = Double(brand.hue) * .pi / 180
    let chroma = chroma * Double(brand.chroma) / 100
    let (a, b) = (chroma * cos(hue), chroma * sin(hue))
    func cubed(_ value: Double) -> Double { value * value * value }
    let long = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let medium = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return [
      4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    ].reduce(into: "#") { text, linear in
      let encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
      let byte = Int((255 * min(1, max(0, encoded))).rounded())
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}

internal import QixModule

/// A page for people about all that the server offers, without anything from elsewhere.
struct ReferencePage {
  private let program: Program
  private let offers: [Offer]
  private let teller: Teller

  init(_ program: Program, _ offers: [Offer], _ wording: Wording) {
    (self.program, teller) = (program, wording.describing)
    self.offers = offers.sorted { ($0.address.path, $0.address.method) < ($1.address.path, $1.address.method) }
  }

  private static let style = """
    body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
    h2{font:600 1rem ui-monospace,monospace;margin:2.5rem 0 .3rem;word-break:break-word}
    table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .5rem .25rem 0;
    border-bottom:1px solid #ddd}code{font-family:ui-monospace,monospace}.m{color:#555}
    @media(prefers-color-scheme:dark){body{color:#ddd;background:#111}td,th{border-color:#333}.m{color:#999}}
    """

  var html: String {
    var html = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>\(program.name) \(program.version): HTTP reference</title><style>\(Self.style)</style>
      <h1>\(program.name) \(program.version)</h1>
      <p>The commands over HTTP. Send a token as <code>Authorization: Bearer TOKEN</code>; changes take a JSON object,
      reads take query parameters. The same as data: <a href="/v1/openapi.json">/v1/openapi.json</a>.</p>

      """
    for offer in offers { html += section(offer) }
    return html + "</html>\n"
  }

  private func section(_ offer: Offer) -> String {
    var html = """
      <h2 id="\(Self.escaped(offer.id))">\(Self.escaped("\(offer.address)"))</h2>
      <p>\(Self.escaped(teller.text(offer.place.node.summary))). <span class="m"><code>\(Self.escaped(offer.place.text))</code>; for \
      \(offer.place.roles.map(\.rawValue).joined(separator: ", "))</span></p>

      """
    for paragraph in teller.text(offer.place.node.discussion)[...].pieces(separatedBy: "\n\n") {
      html += "<p>\(Self.escaped(paragraph))</p>\n"
    }
    let forms = offer.place.forms.filter(RequestValues.isOpen)
    guard !forms.isEmpty else { return html }
    html += "<table><tr><th>Parameter<th>Meaning\n"
    for form in forms {
      let name = RequestValues.name(of: form)
      var notes = [teller.text(form.meaning)]
      if case .choices(let words) = form.completion { notes.append("One of \(words.joined(separator: ", "))") }
      if let text = form.defaultText, !text.isEmpty { notes.append("Without it: \(text)") }
      let marks = form.isRequired ? " <span class=\"m\">required</span>" : ""
      let meaning = Self.escaped(notes.joined(separator: ". "))
      html += "<tr><td><code>\(Self.escaped(name))</code>\(marks)<td>\(meaning)\n"
    }
    return html + "</table>\n"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}

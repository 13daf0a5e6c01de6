internal import QixCommands
internal import QixFormats
internal import QixKernel

/// The tree of commands as data, `help/1`: for programs that call this one, and for documentation.
enum CommandDescription {
  static func json(of place: CommandTree.Place, program: Program) -> String {
    var json = JSONWriter.indented()
    json.beginObject()
    json.member("schema", "help/1")
    json.member("program", program.name)
    json.member("version", program.version)
    json.key("globalOptions")
    write(GlobalParameters.all, to: &json)
    json.key("command")
    write(place, to: &json)
    json.endObject()
    return json.text + "\n"
  }

  private static func write(_ place: CommandTree.Place, to json: inout JSONWriter) {
    json.beginObject()
    json.member("name", place.node.name)
    json.member("path", place.text)
    json.member("summary", place.node.summary.description)
    json.member("discussion", place.node.discussion.description)
    json.member("usage", ([place.text] + UsageLine.parts(of: place)).joined(separator: " "))
    if let declaration = place.declaration {
      json.member("changes", declaration.effect == .changes)
      json.key("roles")
      json.beginArray()
      for role in place.roles { json.string(role.rawValue) }
      json.endArray()
      json.key("answers")
      json.beginArray()
      for answer in (try? declaration.answer?.answers()) ?? [] { json.string(answer.schema) }
      json.endArray()
      json.key("arguments")
      write(place.forms.filter { $0.kind == .positional }, to: &json)
      json.key("options")
      write(place.forms.filter { $0.kind != .positional }, to: &json)
      json.key("examples")
      json.beginArray()
      for example in declaration.examples {
        json.beginObject()
        json.member("line", example.line)
        json.member("explanation", example.explanation.description)
        json.endObject()
      }
      json.endArray()
    } else {
      json.key("commands")
      json.beginArray()
      for child in place.children { write(child, to: &json) }
      json.endArray()
    }
    json.endObject()
  }

  private static func write(_ forms: [ParameterForm], to json: inout JSONWriter) {
    json.beginArray()
    for form in forms {
      json.beginObject()
      json.member("name", form.label)
      if let short = form.short { json.member("short", "-\(short)") }
      json.member("takesValue", form.kind != .flag)
      if form.kind != .flag { json.member("placeholder", form.placeholder) }
      if let word = form.word { json.member("word", word) }
      json.member("help", UsageLine.meaning(form))
      json.member("required", form.isRequired)
      json.member("repeated", form.isRepeated)
      if let text = form.defaultText { json.member("default", text) }
      if case .choices(let words) = form.completion {
        json.key("choices")
        json.beginArray()
        for word in words { json.string(word) }
        json.endArray()
      }
      json.endObject()
    }
    json.endArray()
  }
}

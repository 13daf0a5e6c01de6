internal import QixCommands
internal import QixFormats
internal import QixKernel

extension ErrorReport {
  var exitCode: Int32 { category.exitCode }

  /// `qix: what is wrong`, and the hint on a line of its own.
  func human(program: String, in terminal: Terminal) -> String {
    let first = terminal.message(message(terminal.phrasing), behind: program + ":", Style.red) + "\n"
    return first + (advice(terminal.phrasing).map { terminal.message($0) + "\n" } ?? "")
  }

  /// The shape of Stripe's errors: `{"error":{"code","message","hint"}}` on one line.
  var json: String {
    var writer = JSONWriter(escaping: \.isUnsafeOnTerminal)
    writer.beginObject()
    writer.key("error")
    writer.beginObject()
    writer.member("code", code)
    writer.member("message", message(PlainPhrasing()))
    writer.key("hint")
    if let hint = advice(PlainPhrasing()) { writer.string(hint) } else { writer.null() }
    writer.endObject()
    writer.endObject()
    return writer.text + "\n"
  }
}

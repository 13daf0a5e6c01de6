internal import QixHTTP

/// The type of a request's body.
enum BodyType: Sendable, Equatable {
  /// JSON; taken for granted where nothing is said.
  case json
  /// A batch, in a format of lines: `csv`, `json-lines`.
  case lines(String)
  /// Fields and files of a form.
  case form
  case other

  init(_ fields: HTTPFields) {
    guard let type = fields["Content-Type"] else {
      self = .json
      return
    }
    let name = type.prefix { $0 != ";" && $0 != " " }
    self =
      if name.equalsIgnoringCase("application/json") {
        .json
      } else if name.equalsIgnoringCase("text/csv") {
        .lines("csv")
      } else if name.equalsIgnoringCase("application/x-ndjson") || name.equalsIgnoringCase("application/jsonl") {
        .lines("json-lines")
      } else if name.equalsIgnoringCase("multipart/form-data") {
        .form
      } else {
        .other
      }
  }
}

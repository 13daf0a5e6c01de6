internal import QixHTTP
internal import QixModule

/// Bodies of requests, that are no lines.
extension Face {
  /// Bytes of a body of JSON, which costs many times its length to read.
  private static let mostJSON = 4 << 20

  /// Bytes of a form with its files, and microseconds that it may take to come.
  private static let mostForm = 24 << 20
  private static let formPatience: Int64 = 30_000_000

  /// Reads a form on the thread that does the request, once it is known who asks.
  private static func receive(_ exchange: any HTTPExchange) throws -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
    let end = ProcessFigures.microseconds + formPatience
    while true {
      guard let count = try? buffer.withUnsafeMutableBytes({ try exchange.read(into: $0) }) else {
        throw clientGone()
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= mostForm else {
        throw Problem(413, "http.too-large", "a form has \(mostForm >> 20) MiB at most, with its files")
      }
      guard ProcessFigures.microseconds < end else {
        throw Problem(408, "http.slow", "the form came too slowly", ["Connection": "close"])
      }
    }
  }

  static func takeBody(of request: Request, _ values: inout RequestValues) throws {
    if request.type == .form {
      return try values.give(form: receive(request.exchange), type: request.fields["Content-Type"] ?? "")
    }
    let body = request.exchange.body
    guard !body.isEmpty else { return }
    guard request.type == .json else {
      throw Problem(
        415, "http.media-type", "bodies of this type are not understood here",
        hint: "Send application/json, a file as multipart/form-data, a batch as text/csv or application/x-ndjson.")
    }
    guard body.count <= mostJSON else {
      throw Problem(413, "http.too-large", "a body of JSON has \(mostJSON >> 20) MiB at most")
    }
    try values.give(json: body)
  }
}

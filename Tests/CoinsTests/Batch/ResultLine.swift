import Foundation

/// A line of what `--results` writes.
struct ResultLine: Decodable, Equatable {
  let line: Int64
  let row: Int64?
  let user: String?
  let outcome: String
  let key: String?
  let transfer: String?
  let amount: Int64?
  let code: String?
  let message: String?

  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}

internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// A user as it is stored.
struct User: Sendable {
  let id: UserID
  let mode: Mode
  let externalID: String?
  let created: Timestamp

  static let columns = "id, mode, external_id, created_at"

  init(_ row: Row) throws {
    id = try row.identifier(0)
    guard let mode = Mode(rawValue: row.integer(1)) else {
      throw StorageError.corrupt("user \(id) is in no known mode")
    }
    self.mode = mode
    externalID = row.optionalText(2)
    created = row.time(3)
  }

  static let tableColumns = [
    Column("user", "USER"), Column("mode", "MODE"), Column("external_id", "EXTERNAL ID"),
    Column("created", "CREATED"),
  ]

  var cells: [Cell] {
    [.identifier("\(id)"), .text(mode.name), externalID.map(Cell.text) ?? .missing, .timestamp(created)]
  }
}

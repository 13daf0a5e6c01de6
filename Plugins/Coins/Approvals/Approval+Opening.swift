internal import CoinsContract
internal import IdentityContract
internal import QixModule

extension Approval {
  /// Requests with the values that they ask for, masked, so that nobody approves a number unseen.
  ///
  /// Where the vault is locked a note says how to see them; where a user's key is gone there is nothing to be seen.
  static func opened(_ approvals: [Approval], in context: Context) throws -> [Approval] {
    let approvals = try withLines(approvals, in: context)
    guard approvals.contains(where: { $0.sealed != nil }) else { return approvals }
    let values: any WishedValues
    do {
      values = try context.service(Users.wishedValues)
      return try context.database.read { connection in
        try approvals.map { approval in
          guard let sealed = approval.sealed, let user = approval.recipient else { return approval }
          var approval = approval
          approval.masked = try values.masked(sealed, wishedFor: user, by: approval.operation, in: connection)
          return approval
        }
      }
    } catch let error as any Diagnosable where error.category != .damaged && error.category != .interrupted {
      context.face.note("New numbers and addresses can't be shown: \(error.description).")
      return approvals
    }
  }

  /// Requests with their command lines, in which personal values are masked.
  private static func withLines(_ approvals: [Approval], in context: Context) throws -> [Approval] {
    let kept = try context.database.read { connection in
      try approvals.filter { try RequestBoxes.has(.line, of: $0.id, in: connection) }.map(\.id)
    }
    guard !kept.isEmpty else { return approvals }
    guard let boxes = try RequestBoxes.opened(in: context) else {
      context.face.note("The vault is locked, so the commands of requests can't be shown.")
      return approvals
    }
    return try context.database.read { connection in
      try approvals.map { approval in
        guard kept.contains(approval.id) else { return approval }
        var approval = approval
        // A decision has been made by now, so damage isn't shown in its place: running the request reports it.
        do {
          approval.line = try boxes.line(of: approval.id, in: connection)?.shown(in: context.commands)
        } catch StorageError.corrupt {}
        return approval
      }
    }
  }
}

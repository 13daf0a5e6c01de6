package import QixShake

/// What became of shakes, for programs elsewhere.
extension ShakesModule: EventSource {
  /// Nothing: it counted, and the award was nothing this time.
  package static let eventTypes = ShakeRecord.Kind.allCases.map { "shake.\($0.name)" }

  package static func events(_ ids: [EventID], in connection: Connection) throws -> [OutboxEvent] {
    try ids.map { id in
      let shake = try ShakeRecord.required(ShakeID(high: id.high, low: id.low), in: connection)
      var fields: [OutboxEvent.Field] = [
        .init("shake", .string("\(shake.id)")), .init("campaign", .string("\(shake.campaign)")),
        .init("user", .string("\(shake.user)"), confidential: .user), .init("type", .string(shake.type)),
        .init("coins", .integer(shake.coins)),
      ]
      if let transfer = shake.transfer { fields.append(.init("transfer", .string("\(transfer)"))) }
      if let refusal = shake.refusal { fields.append(.init("refusal", .string(refusal))) }
      return OutboxEvent(id: id, type: "shake.\(shake.outcome.name)", at: shake.at, fields)
    }
  }
}

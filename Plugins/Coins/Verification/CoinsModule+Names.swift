package import QixModule

extension CoinsModule: FactSealing {
  package static let sealedFacts = "names of budgets"

  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws { try Budgets.forEachName(in: connection, body) }
}

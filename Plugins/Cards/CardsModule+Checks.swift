package import QixModule

extension CardsModule: RowReading {
  package static func readRows(in connection: Connection) throws { _ = try CardStore(connection).all() }
}

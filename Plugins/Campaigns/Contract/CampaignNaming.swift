package import QixKernel

/// A module with rows that can name a campaign before it has begun: a product, a badge. A campaign that is named so isn't
/// deleted.
package protocol CampaignNaming: Module {
  static var campaignColumns: [CampaignColumn] { get }
}

/// A column with the id of a campaign, or nothing.
package struct CampaignColumn: Sendable, Equatable {
  package let table: String
  package let column: String
  /// A row of the table, in words: `product`.
  package let row: String

  package init(_ row: String, _ table: String, _ column: String = "campaign") {
    (self.table, self.column, self.row) = (table, column, row)
  }
}

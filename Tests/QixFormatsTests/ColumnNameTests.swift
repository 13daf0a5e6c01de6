import Testing

@testable import QixFormats

@Suite("Column names")
struct ColumnNameTests {
  @Test(
    "People's spellings of one name are equal",
    arguments: ["User ID", "user_id", " USER-ID ", "user  id", "User_-ID", "\u{A0}user id"])
  func equalNames(_ spelling: String) {
    #expect(ColumnName(spelling) == ColumnName("user id"))
  }

  @Test("Other names are not", arguments: ["userid", "user ids", "user", "id user", ""])
  func otherNames(_ spelling: String) {
    #expect(ColumnName(spelling) != ColumnName("user id"))
  }
}

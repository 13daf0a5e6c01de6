package import QixModule
package import VaultContract

extension MembersModule: DataChecking {
  /// Looks at the check digit of each number, and whether a user who has numbers is shown one.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let (count, faults) = try database.read { connection in
      (
        try connection.fetchOne("SELECT count(*) FROM members_numbers") ?? 0 as Int64,
        try connection.faults(by: rules)
      )
    }
    return [
      .summary(
        "member numbers", of: faults,
        whole: "\(count.counted("member number")) \(count == 1 ? "has" : "have") the right check digit")
    ]
  }

  private static let rules = [
    DataRule("SELECT number FROM members_numbers ORDER BY number") { row in
      (try? MemberNumber(stored: row["number"])) == nil ? "a member number has a wrong check digit" : nil
    },
    DataRule(
      """
      SELECT 1 FROM members_numbers AS m
      WHERE NOT EXISTS (SELECT 1 FROM members_numbers AS s WHERE s.user = m.user AND s.is_shown = 1)
      """, "a user has member numbers, and is shown none of them"),
  ]
}

extension MembersModule: DoctorChecking {
  /// Looks for signs of codes being guessed.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let since = context.clock.now().advanced(byMicroseconds: -Timestamp.day)
    let misses: Int64 = try database.read {
      try $0.fetchOne("SELECT count(*) FROM members_misses WHERE made_at > \(since)") ?? 0
    }
    guard misses >= 1_000 else { return [] }
    return [
      .warning(
        "members", "\(misses) wrong member codes were tried in a day: this may be an attempt to guess codes",
        remedy: "List the attempts with `qix audit show --action members.miss`.")
    ]
  }
}

extension MembersModule: KeyedDataHolding {
  /// Looks for numbers, whose codes are made and checked by a key of the vault.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let numbers: Int64 = try connection.fetchOne("SELECT count(*) FROM members_numbers") ?? 0
    return numbers == 0 ? [] : [KeyedData(numbers.counted("member number"), of: id, keys: [MemberKeys.name])]
  }
}

internal import QixKernel
package import QixStorage

/// Whether what is kept of batches is whole: lines that a batch no longer knows would be done again by the same file.
package enum BatchCheck {
  package static func finding(in connection: Connection) throws -> Finding {
    let count = try connection.fetchOne("SELECT count(*) FROM qix_batches") ?? 0
    return .summary(
      "batches", of: try connection.faults(by: rules),
      whole: "\(count.counted("batch", "batches")), each with a record of its lines")
  }

  private static let rules = [
    // Of shakes those with keys of their own are known by these alone.
    DataRule(
      """
      SELECT * FROM (
        SELECT b.batch AS batch, b.action AS action, b.lines AS lines,
          (SELECT coalesce(sum(length(p.meanings) + length(p.keyed)), 0) / 8 FROM qix_batch_parts AS p
          WHERE p.batch = b.batch) AS known
        FROM qix_batches AS b) AS counted
      WHERE known > lines OR known < lines AND action LIKE 'coins.%' ORDER BY batch
      """
    ) { row in
      let (batch, lines, known) = (row["batch"] as Int64, row["lines"] as Int64, row["known"] as Int64)
      return "batch \(batch) has done \(lines.counted("line")), but has records of \(known)"
    }
  ]
}

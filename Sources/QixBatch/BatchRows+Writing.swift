package import QixKernel
package import QixStorage

/// What a run writes down of its batch.
extension BatchRows {
  /// Writes down what a commit has done, as a part of it; nothing where nothing was done.
  /// - Parameters:
  ///   - first: the number of the first transfer.
  ///   - last: that of the last; less than the first for none.
  ///   - refused: lines that could not be done since the file's beginning.
  package func write(
    first: Int64, last: Int64, lines: Int64, coins: Int64, refused: Int64, isWhole: Bool, at now: Timestamp,
    in connection: Connection
  ) throws {
    // Lines that were refused bring their batch to no end; who sends them has one less of each.
    let isOfRejects = wish.isOfRejects && record != nil
    let isRead = isWhole && !isOfRejects
    let isWhole = isOfRejects ? record?.isWhole ?? false : isWhole && !awaitsAnswers
    guard last >= first || firstUnwritten < done.count || !keyed.isEmpty else {
      // Another meaning of lines that were done is refused, and says nothing of the batch.
      if let record, isRead,
        isWhole && !record.isWhole || record.refused > refused
          || hasDone && record.refused < refused
      {
        try connection.execute(
          "UPDATE qix_batches SET state = \(isWhole ? 2 : 1), refused = \(refused) WHERE batch = \(number)")
        self.record = try BatchRecord.find(name, in: connection)
      }
      return
    }
    let left = isOfRejects ? max(0, (record?.refused ?? 0) - lines) : refused
    if record == nil {
      try connection.execute(
        """
        INSERT INTO qix_batches
          (batch, name, action, file, sha256, actor, begun_at, changed_at, state, lines, coins, is_shared)
        VALUES
          (\(number), \(name), \(action), \(file), \(sha256), \(actor), \(now), \(now), 1, 0, 0,
          \(knowsOthers ? 1 : 0))
        """)
    }
    // The batch's own file stays the one whose bytes are known again.
    let (file, sha256) = isOfRejects ? (record?.file ?? file, record?.sha256 ?? sha256) : (file, sha256)
    try connection.execute(
      """
      UPDATE qix_batches
      SET file = \(file), sha256 = \(sha256), changed_at = \(now), state = \(isWhole ? 2 : 1), refused = \(left),
        lines = lines + \(lines),
        coins = CASE WHEN coins > 9223372036854775807 - \(coins) THEN 9223372036854775807 ELSE coins + \(coins) END
      WHERE batch = \(number)
      """)
    func bytes(_ meanings: some Collection<UInt64>) -> Value {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(8 * meanings.count)
      for meaning in meanings { withUnsafeBytes(of: meaning.bigEndian) { bytes.append(contentsOf: $0) } }
      return .blob(bytes)
    }
    try connection.execute(
      """
      INSERT INTO qix_batch_parts (part, batch, first, last, meanings, keyed, refused)
      VALUES ((SELECT coalesce(max(part), 0) + 1 FROM qix_batch_parts), \(number), \(first), \(last),
        \(bytes(done[firstUnwritten...])), \(bytes(keyed)), \(bytes(refusedLines)))
      """)
    (keyed, refusedLines) = ([], [])
    record = try BatchRecord.find(name, in: connection)
    (hasWritten, hasDone) = (true, true)
  }

  /// The file was read to its end, and all answers are where they belong.
  package func close(in connection: Connection) throws {
    try connection.execute("UPDATE qix_batches SET state = 2 WHERE batch = \(number) AND state = 1")
  }

  /// Whether `close` has something to do.
  package var isOpen: Bool { awaitsAnswers && !wish.isOfRejects && record.map { !$0.isWhole } ?? false }

  /// The commit is there.
  package func committed() {
    if hasWritten { parts += 1 }
    hasWritten = false
    firstUnwritten = done.count
  }
}

extension AnswerShape {
  /// What is wrong with its own text; nil for a shape.
  package var problem: String? {
    do {
      _ = try answers()
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns how a document differs from what is declared; nil where it doesn't.
  func fault(in document: Document) -> String? {
    fault(in: document.schema) { Self.fault(in: document.pageMembers + document.parts, $0, at: "") }
  }

  /// Returns how a row of a list differs from what is declared; nil where it doesn't.
  func fault(in cells: [Cell], of columns: [Column], key: String, schema: String) -> String? {
    fault(in: schema) { members in
      guard case .rows(let row)? = members.first(where: { $0.key == key })?.type else {
        return "'\(key)' is not declared"
      }
      return Self.fault(in: zip(columns, cells).map { .field(key: $0.key, label: "", $1) }, row, at: "\(key).")
    }
  }

  private func fault(in schema: String, _ look: ([Member]) -> String?) -> String? {
    do {
      guard let answer = try answers().first(where: { $0.schema == schema }) else {
        return "'\(schema)' is not declared"
      }
      return look(answer.members).map { "\(schema): \($0)" }
    } catch {
      return "\(error)"
    }
  }

  /// Returns how an object's members differ from what is declared under a schema; nil where they don't.
  package func fault(in members: [CellMember], schema: String) -> String? {
    fault(in: schema) { Self.fault(in: members.map { .field(key: $0.key, label: "", $0.cell) }, $0, at: "") }
  }

  private static func fault(in parts: [Document.Part], _ members: [Member], at path: String) -> String? {
    let declared = Dictionary(members.map { ($0.key, $0) }) { first, _ in first }
    for part in parts {
      guard let member = declared[part.key] else {
        if ["dry_run", "more", "next"].contains(part.key), path.isEmpty { continue }
        return "'\(path)\(part.key)' is not declared"
      }
      if let fault = member.fault(in: part, at: path + part.key) { return fault }
    }
    let there = Set(parts.map(\.key))
    return members.first { !$0.isOptional && !there.contains($0.key) }.map {
      "'\(path)\($0.key)' is declared and not there"
    }
  }
}

extension AnswerShape.Member {
  fileprivate func fault(in part: Document.Part, at path: String) -> String? {
    switch (part, type) {
    case (.field(_, _, let cell), .scalar(let scalar)): fault(in: cell, scalar, at: path)
    case (.field(_, _, let cell), .list(let scalar)):
      switch cell.told {
      case .list(let cells?, _, _): cells.lazy.compactMap { fault(in: $0, scalar, at: path) }.first
      case .list(nil, _, _), .missing: isNullable ? nil : "'\(path)' is null"
      case .withheld: nil
      default: "'\(path)' is no array"
      }
    case (.table(let table), .rows(let row)):
      table.rows.lazy.compactMap { cells in
        AnswerShape.fault(
          in: zip(table.columns, cells).map { .field(key: $0.key, label: "", $1) }, row, at: "\(path).")
      }.first
    case (.group(_, _, let parts), .object(let members)): AnswerShape.fault(in: parts, members, at: "\(path).")
    default: "'\(path)' is declared as something else"
    }
  }

  private func fault(in cell: Cell, _ scalar: AnswerShape.Scalar, at path: String) -> String? {
    switch cell.told.scalar {
    case scalar?: nil
    case nil: cell == .withheld || isNullable ? nil : "'\(path)' is null"
    case .integer? where [.bytes, .seconds, .milliseconds].contains(scalar): nil
    case let other?: scalar == .any ? nil : "'\(path)' is \(other), declared as \(scalar)"
    }
  }
}

extension Document.Part {
  var key: String {
    switch self {
    case .field(let key, _, _), .group(let key, _, _): key
    case .table(let table): table.key
    }
  }
}

extension Cell {
  /// The value for those who may know it.
  fileprivate var told: Cell { if case .confidential(_, let cell, _) = self { cell.told } else { self } }

  /// Its type; nil for null, and for an array.
  fileprivate var scalar: AnswerShape.Scalar? {
    switch self {
    case .text, .personal: .text
    case .identifier: .id
    case .integer: .integer
    case .coins: .coins
    case .timestamp: .time
    case .date: .date
    case .boolean: .boolean
    case .decimal(let value, _): value.isFinite ? .decimal : nil
    case .object: .object
    case .missing, .withheld, .list: nil
    case .confidential(_, let cell, _), .share(_, let cell): cell.scalar
    }
  }
}

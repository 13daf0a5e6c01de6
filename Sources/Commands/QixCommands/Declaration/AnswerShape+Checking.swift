internal import QixKernel

extension AnswerShape {
  /// The members of its first answer as a text.
  package var members: String { ((try? answers())?.first?.members).map(Member.text) ?? "" }

  /// Returns how a document differs from what is declared; nil where it doesn't.
  func fault(in document: Document) -> String? {
    fault(in: document.schema) { fault(in: document.pageMembers + document.parts, $0, at: "") }
  }

  /// Returns how a row of a list differs from what is declared; nil where it doesn't.
  func fault(in cells: [Cell], of columns: [Column], key: String, schema: String) -> String? {
    fault(in: schema) { members in
      guard case .rows(let row)? = members.first(where: { $0.key == key })?.type else {
        return "'\(key)' is not declared"
      }
      return fault(in: Self.parts(cells, of: columns), row, at: "\(key).")
    }
  }

  /// The cells of a row as the fields of an object.
  fileprivate static func parts(_ cells: [Cell], of columns: [Column]) -> [Document.Part] {
    zip(columns, cells).map { column, cell in
      .field(key: column.key, label: "", column.datum.map { .confidential($0, cell) } ?? cell)
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
    fault(in: schema) { fault(in: members.map { .field(key: $0.key, label: "", $0.cell) }, $0, at: "") }
  }

  fileprivate func fault(in parts: [Document.Part], _ members: [Member], at path: String) -> String? {
    let declared = Dictionary(members.map { ($0.key, $0) }) { first, _ in first }
    for part in parts {
      guard let member = declared[part.key] else {
        if Self.common.contains(part.key), path.isEmpty { continue }
        return "'\(path)\(part.key)' is not declared"
      }
      if let fault = member.fault(in: part, of: self, at: path + part.key) { return fault }
    }
    let there = Set(parts.map(\.key))
    return members.first { !$0.isOptional && !there.contains($0.key) }.map {
      "'\(path)\($0.key)' is declared but missing"
    }
  }
}

extension AnswerShape.Member {
  fileprivate func fault(in part: Document.Part, of shape: AnswerShape, at path: String) -> String? {
    switch (part, type) {
    case (.field(_, _, let cell), .scalar), (.field(_, _, let cell), .list):
      if !mayBeNull, cell.isWithheld(from: shape.readers) {
        "'\(path)' may be withheld, but is not declared as nullable"
      } else {
        fault(in: cell, at: path)
      }
    case (.table(let table), .rows(let row)):
      table.rows.lazy.compactMap {
        shape.fault(in: AnswerShape.parts($0, of: table.columns), row, at: "\(path).")
      }.first
    case (.group(_, _, let parts), .object(let members)): shape.fault(in: parts, members, at: "\(path).")
    default: "'\(path)' is declared as something else"
    }
  }

  /// An id may be null in any schema.
  private var mayBeNull: Bool { isNullable || type == .scalar(.id) }

  private func fault(in cell: Cell, at path: String) -> String? {
    switch (type, cell.told) {
    case (.scalar(let scalar), let cell): fault(in: cell, scalar, at: path)
    case (.list(let scalar), .list(let cells?, _, _)):
      cells.lazy.compactMap { fault(in: $0, scalar, at: path) }.first
    case (.list, .list), (.list, .missing): isNullable ? nil : "'\(path)' is null"
    case (.list, .withheld): nil
    default: "'\(path)' is not an array"
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

  /// Whether one of the roles is answered with null in its place.
  fileprivate func isWithheld(from readers: Roles) -> Bool {
    guard case .confidential(let datum, _, .withheld) = self else { return false }
    return !readers.isSubset(of: datum.roles)
  }

  /// Its type; nil for null, and for an array.
  fileprivate var scalar: AnswerShape.Scalar? {
    switch self {
    case .text, .sentence, .personal: .text
    case .identifier: .id
    case .integer: .integer
    case .coins: .coins
    case .timestamp, .end: .time
    case .date: .date
    case .boolean: .boolean
    case .decimal(let value, _): value.isFinite ? .decimal : nil
    case .object: .object
    case .missing, .withheld, .list: nil
    case .confidential(_, let cell, _), .share(_, let cell): cell.scalar
    }
  }
}

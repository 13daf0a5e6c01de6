package import QixKernel

/// The limits on what a face may tell its caller. All that it shows goes through them, errors and notes too, so a
/// command only declares the kinds of its data.
package struct Clearance: Sendable {
  private let withheld: [Confidential]
  private let acquaintances: Acquaintances?
  /// Nil for whom may know what stands in files.
  private let files: NamedFiles?
  package let commands: RunnableCommands

  init(_ principal: Principal, _ acquaintances: Acquaintances?, _ tree: CommandTree) {
    commands = RunnableCommands(tree: tree, principal: principal)
    withheld = Confidential.allCases.filter { !principal.mayKnow($0) }
    self.acquaintances = acquaintances
    files = withheld.contains(.content) ? NamedFiles() : nil
  }

  package func admits(_ datum: Confidential) -> Bool {
    datum == .content ? readFile == nil : !withheld.contains(datum)
  }

  func willRead(_ path: String) { files?.add(path) }

  /// The file that may not be told of and was read last; nil where there was none.
  var readFile: String? { files?.last }

  /// A text without the ids of users who are not to be known, whatever it is about. The handle that the caller has
  /// given takes their place, else `usr_…`.
  func told(_ text: String) -> String {
    guard let acquaintances, text.utf8.contains(UInt8(ascii: "_")) else { return text }
    return text.replacingUserIDs { acquaintances.contains($0) ? nil : acquaintances.handle(of: $0) ?? "usr_…" }
  }

  /// A sentence without users who are not to be known.
  func told(_ sentence: Sentence) -> Sentence {
    guard acquaintances != nil else { return sentence }
    return sentence.mapped { part in
      switch part {
      case .user(let user): isKnown(.identifier("\(user)")) ? part : .text(told("\(user)"))
      case .text(let text): .text(told(text))
      default: part
      }
    }
  }

  func told(_ cell: Cell, in column: Column?) -> Cell {
    if let datum = column?.datum, cell != .missing { return told(.confidential(datum, cell), in: nil) }
    switch cell {
    case .confidential(let datum, let inner, let instead):
      if inner == .missing { return .missing }
      guard admits(datum) || datum == .user && isKnown(inner) else {
        return datum == .user ? handle(inner) ?? instead : instead
      }
      return told(inner, in: nil)
    case .identifier(let text): return told(text) == text ? cell : handle(cell) ?? .withheld
    case .sentence(let sentence): return .sentence(told(sentence))
    case .text(let text):
      let told = told(text)
      return told == text ? cell : .text(told)
    case .list(let cells, let none, let separator):
      return .list(cells?.map { told($0, in: nil) }, none: none, separator: separator)
    case .object(let members): return .object(members.map { CellMember($0.key, told($0.cell, in: nil)) })
    default: return cell
    }
  }

  private func handle(_ user: Cell) -> Cell? { acquaintances?.handle(of: user.plain).map { .identifier($0) } }

  private func isKnown(_ cell: Cell) -> Bool { acquaintances?.contains(cell.plain) ?? true }
}

extension Face {
  package func mayTell(_ datum: Confidential) -> Bool { clearance?.admits(datum) ?? true }

  /// A text without the ids of users who are not to be known.
  package func told(_ text: String) -> String { clearance?.told(text) ?? text }

  /// The value as text for a program, or what it is told instead.
  package func plain(_ cell: Cell) -> String { (clearance?.told(cell, in: nil) ?? cell).plain }

  func told(_ document: Document) -> Document {
    guard let clearance else { return document }
    var told = document.mapped { clearance.told($1, in: $0) }
    told.primary = document.primary.map(clearance.told)
    return told
  }

  func told(_ cells: [Cell], of columns: [Column]) -> [Cell] {
    guard let clearance else { return cells }
    return zip(cells, columns).map { clearance.told($0, in: $1) }
  }
}

extension String {
  /// The text with each user's id in it as `replacement` has it; nil leaves it.
  func replacingUserIDs(_ replacement: (String) -> String?) -> String {
    let prefix = Array("usr_".utf8), bytes = Array(utf8)
    let length = prefix.count + 26
    guard bytes.count >= length else { return self }
    var result: [UInt8] = []
    var position = 0
    while position < bytes.count {
      let end = position + length
      if end <= bytes.count, bytes[position..<position + prefix.count].elementsEqual(prefix),
        // As an id is written, so that capitals don't slip through.
        let id = UserID(String(decoding: bytes[position..<end], as: UTF8.self)), let other = replacement("\(id)")
      {
        result.append(contentsOf: other.utf8)
        position = end
      } else {
        result.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

package import QixCommands
package import QixFormats
package import QixKernel

/// The source of a description, so that a fault can be found in it.
package enum FaultSource: Sendable {
  case file(name: String, JSONPlaces)
  /// The options of a command, or what is stored and options can change.
  /// - Parameters:
  ///   - of: what they describe: `the campaign`.
  ///   - name: the option that a part is given by: `--cap-wins`.
  case options(of: String, name: @Sendable (JSONPointer) -> String)

  package var name: String {
    switch self {
    case .file(let name, _): name
    case .options(let name, _): name
    }
  }

  /// Every fault with its place, from the beginning of the file to its end; what is missing comes where it would be.
  package func placed(_ faults: Faults) -> [PlacedFault] {
    inOrder(faults.all).map { PlacedFault(place: place(of: $0), fault: $0) }
  }

  /// All faults of what a module's command was given, in their order. It is a conflict if only the name is taken.
  package func failure(_ module: String, _ found: Faults, hint: Sentence) -> Failure {
    let faults = placed(found)
    let isTaken = faults.allSatisfy { $0.fault.kind == .duplicate }
    return Failure(
      "\(module).\(isTaken ? "name-taken" : "faulty")", isTaken ? .conflict : .usage,
      faults.count == 1
        ? "\(name) can't be used: \(faults[0].sentence)"
        : "\(name) can't be used, for \(faults.count) reasons\(faults.count < Faults.most ? "" : " or more"):\n"
          + faults.map { "  \($0.sentence)" }.joined(separator: "\n"),
      hint: hint)
  }

  private func inOrder(_ faults: [Fault]) -> [Fault] {
    guard case .file(_, let places) = self else { return faults }
    func key(_ fault: Fault) -> (Int, Int) { places[fault.pointer].map { ($0.line, $0.column) } ?? (0, 0) }
    // Faults of one place stay in the order in which they were found.
    return faults.enumerated().sorted { left, right in
      let (a, b) = (key(left.element), key(right.element))
      return a == b ? left.offset < right.offset : a < b
    }.map(\.element)
  }

  /// `line 7, /caps/wins`, or `--cap-wins`.
  private func place(of fault: Fault) -> String {
    switch self {
    case .file(_, let places):
      let pointer = fault.pointer.description
      let line = places[fault.pointer].map { "line \($0.line)" }
      return [line, pointer.isEmpty ? nil : pointer].compactMap(\.self).joined(separator: ", ")
    case .options(_, let name): return name(fault.pointer)
    }
  }
}

/// A description in a file of its own.
package enum DefinitionFile {
  /// The most bytes that a file can have.
  private static let mostBytes = 1 << 20

  /// - Parameter path: `-` for standard input.
  package static func read(_ path: String, _ face: any Face) throws -> (value: JSONValue, source: FaultSource) {
    let name = face.name(ofInput: path)
    let (value, places) = try face.json(from: path, limit: mostBytes)
    return (value, .file(name: name, places))
  }
}

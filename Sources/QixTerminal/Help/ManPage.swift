struct ManPage {
  init(_ place: CommandTree.Place, of program: Program) {}
  var text: String { "" }
  static func name(_ place: CommandTree.Place) -> String { place.path.joined(separator: "-") }
}

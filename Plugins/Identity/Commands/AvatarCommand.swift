internal import IdentityContract
internal import QixModule

/// `qix user avatar`
struct AvatarCommand: Command {
  static let declaration = Declaration(
    "avatar", "Draw a user's picture, which follows from the username.", roles: [.operator, .integrator, .support],
    discussion: """
      The same name always gives the same picture. On a terminal it is drawn in characters; in a pipe or a file it \
      is SVG.
      """,
    examples: [
      Example("qix user avatar shop-4711", "look at it"),
      Example("qix user avatar shop-4711 --output otter.svg", "keep it"),
    ])

  private let user = UserNamed()
  @Option("output", .output(.derived), "Write the picture to this file; - is standard output")
  private var output: String?

  func run(in context: Context) throws -> Printed {
    let found = try context.database.read { try user.find(context.userDirectory, in: $0) }
    let avatar = Avatar(found.username ?? "\(found.id)")
    if let output, output != "-" {
      try context.face.write(avatar.svg, to: output, what: "The picture")
    } else if output == nil, context.face.output.isTerminal {
      try context.face.write(avatar.lines.joined(separator: "\n") + "\n")
    } else {
      try context.face.write(avatar.svg)
    }
    return Printed()
  }
}

internal import PicturesContract
package import QixModule

extension PicturesModule: DoctorChecking {
  /// More of them are for later runs.
  private static let mostFindings = 20

  /// Things that name a picture which was removed. Rewards say so themselves, with all else that they lack.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let links = try PictureLinks(context)
    let modules = context.registry.modules.compactMap { $0 as? any PictureUsing.Type }
    return try database.read { connection in
      let uses = try modules.flatMap { try $0.pictures(in: connection) }
      let lacking: [Finding] = try uses.compactMap { use in
        guard let problem = try links.problem(with: use.picture, in: connection) else { return nil }
        let other = use.remedy.map { " Or name another one, or none: `\($0)`." } ?? ""
        return .warning(use.subject, problem.clause, remedy: "\(problem.remedy.asSentence).\(other)")
      }
      guard !lacking.isEmpty else { return [.ok("pictures", "\(uses.count) named, none is missing")] }
      return Array(lacking.prefix(mostFindings))
    }
  }
}

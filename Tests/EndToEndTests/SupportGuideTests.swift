import Foundation
import QixTesting
import Testing

/// docs/support.md does what it says: each question is answered by one command of the role support, and the answer
/// looks as it is shown there. What is asked for besides stands in a second block.
@Suite struct SupportGuideTests {
  /// A question, with the command that answers it and the lines of the answer that are shown.
  private struct Question {
    let title: String
    let commands: [String]
    let shown: [String]
  }

  @Test func eachQuestionIsAnsweredByOneCommand() throws {
    let questions = try Self.questions()
    #expect(questions.count == 25)
    for question in questions {
      let command = try #require(question.commands.first, "\(question.title)")
      #expect(question.commands.count <= 2 && !command.contains("\n"), "\(question.title)")
      #expect(command.hasPrefix("qix "), "\(question.title)")
      #expect(!command.contains("$(qix") && !command.contains("| qix"), "\(question.title) takes two")
      #expect(!question.shown.isEmpty, "\(question.title) shows no answer")
    }
  }

  @Test func theAnswersLookAsTheyAreShown() throws {
    try BuiltProgram.withHome { qix, home in
      let work = home + "/work"
      try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
      // A mark before each command that has an answer to compare, so that answers can be told apart.
      let guide = try Guide.text("support.md")
      var script = "set -e\nset -o pipefail\n"
      var shown: [[String]] = []
      for section in guide.components(separatedBy: "\n## ") {
        // The first block of a section is the one whose answer is shown.
        let text = Guide.blocks("text", in: section).first ?? ""
        for (index, block) in Guide.blocks("sh", in: section).enumerated() {
          script += "printf '\\n%s\\n' '\(Self.mark)'\n\(block)\n"
          shown.append(index == 0 ? text.split(separator: "\n").map(Self.plain) : [])
        }
      }
      let run = try Guide.run(script, home: home, work: work)
      try #require(run.exitCode == 0, "\(run.errors)")
      let answers = run.output.components(separatedBy: Self.mark).dropFirst()
      try #require(answers.count == shown.count)
      for (answer, lines) in zip(answers, shown) {
        let found = Set(answer.split(separator: "\n").map(Self.plain))
        for line in lines { #expect(found.contains(line), "'\(line)' is not in\n\(found.sorted())") }
      }
      // The desk may look and nothing else: the export was an operator's.
      #expect(run.errors.contains("role support"))
      #expect(FileManager.default.fileExists(atPath: work + "/ada.json"))
      #expect(try qix("coins verify").exitCode == 0)
      #expect(try qix("db check").exitCode == 0)
    }
  }

  /// The table of scripts/questions.sh is of the same questions, and every one of them has something to read.
  @Test(.needs(.program("script", package: "bsdutils"))) func theTableOfQuestionsCanBeMade() throws {
    let tool = try Tool("bash")
    let made = try tool(
      [Guide.root.path + "/scripts/questions.sh", try BuiltProgram.path.get()], environment: ["PATH": "/usr/bin:/bin"])
    try #require(made.exitCode == 0, "\(made.errors)")
    let rows = made.output.split(separator: "\n").filter { $0.first == "|" }.dropFirst(2)
    #expect(rows.count == (try Self.questions().count))
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      #expect(cells.count >= 7 && cells[2] == " support " && cells[5].count > 5, "\(row)")
    }
  }

  private static let mark = "= answer ="

  /// A line without what is another each time (ids, times, codes) and without the width of columns.
  private static func plain(_ line: Substring) -> String {
    var text = String(line)
    for (pattern, placeholder) in [
      (#"\b([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}"#, "$1_…"), (#":confirm:[0-9a-z]+"#, ":confirm:…"),
      (#"\d{4}-\d\d-\d\dT[0-9:.]+Z"#, "TIME"), (#"\blocal:\d+"#, "local:0"), (#"\s+"#, " "),
    ] {
      text = text.replacingOccurrences(of: pattern, with: placeholder, options: .regularExpression)
    }
    return text.trimmingCharacters(in: .whitespaces)
  }

  private static func questions() throws -> [Question] {
    try Guide.text("support.md").components(separatedBy: "\n## ").filter { $0.first?.isNumber == true }.map {
      Question(
        title: String($0.prefix { $0 != "\n" }), commands: Guide.blocks("sh", in: $0),
        shown: Guide.blocks("text", in: $0))
    }
  }
}

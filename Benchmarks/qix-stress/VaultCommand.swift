internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress vault`
struct VaultCommand: Trial {
  static let declaration = Declaration(
    "vault", "Kill the program at random moments while the vault rotates and changes.", roles: .everyone,
    discussion: """
      In each round a rotation, a deep rotation, a new version or a new slot is killed after a random time. After each, \
      the vault must open with its key file, be whole (qix vault verify, qix db check), and give the secret that was \
      last acknowledged, or the one that was on its way.
      """,
    examples: [Example("qix-stress vault --rounds 1000", "as long as it takes")])

  static let shortest = ["--rounds", "60", "--items", "5"]

  @Option("items", .integer(in: 1...10_000), "Items of the vault", default: "40") private var items: Int
  private let options = StressOptions(rounds: 60)

  func run(in context: Context) throws -> Printed {
    try options.run("vault", in: context.face) { subject, numbers in
      try subject.run("vault", "init", "--key-file", "\(subject.home).key", "--quiet")
      for number in 0..<items {
        try subject.run("vault", "set", "service", "account-\(number)", "--generate", "24", "--quiet")
      }
      var known = try get(subject, "account-0")
      let constant = try get(subject, "account-\(items - 1)")
      var kills = Kills(in: subject.home, numbers)
      for round in 0..<options.rounds {
        // The first of each runs to its end, to know how long it takes.
        let kind = round < 4 ? round : Int(numbers.next() % 4)
        let path = "\(subject.home).secret"
        try write(["secret of round \(round)"], to: path)
        let command =
          switch kind {
          case 0: ["vault", "rotate"]
          case 1: ["vault", "rotate", "--deep"]
          case 2: ["vault", "set", "service", "account-0", "--secret-file", path]
          default: ["vault", "slot", "add", "credential", "--file", "\(subject.home).credential-\(round)"]
          }
        let words = subject.words(command + ["--quiet"])
        let outcome = try round < 4 ? kills.finish(words, as: "\(kind)") : kills.kill(words, as: "\(kind)")
        try subject.run("vault", "verify")
        if round % 10 == 0 { try subject.run("db", "check") }
        let now = try get(subject, "account-0")
        let expected = kind == 2 ? "secret of round \(round)" : known
        guard now == expected || (outcome.status != 0 && now == known) else {
          throw MeasuringError("after \(command.joined(separator: " ")) the vault gives another secret")
        }
        guard try get(subject, "account-\(items - 1)") == constant || items == 1 else {
          throw MeasuringError("a secret that nobody changed is another one")
        }
        known = now
      }
      try kills.requireMidway()
      return "\(kills.summary), and the vault opened under one key after each"
    }
  }

  private func get(_ subject: Subject, _ account: String) throws -> String {
    try subject.run("vault", "get", "service", account).output
  }
}

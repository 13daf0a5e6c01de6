import Foundation
import QixCommands
import QixFormats
import QixLibraries
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// `qix user import`: profiles in bulk.
@Suite struct ImportUsersTests {
  private static let file = """
    user,given-name,email,phone,note
    ada,Ada,ada@example.org,+393391234501,x
    ben,Ben,,,y

    """

  private func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("user create --external-id ada")
      try body(home)
    }
  }

  private func run(_ home: TestHome, _ input: String, _ options: String = "") throws -> TestTerminal.Outcome {
    try home.qix("user import --file - \(options)", input: input)
  }

  private func counts(_ outcome: TestTerminal.Outcome) throws -> [Int64] {
    let json = try JSONValue(parsing: outcome.output)
    return ["lines", "changed", "unchanged", "created", "refused"].map { json[$0]?.integer ?? -1 }
  }

  /// The column has the name of `user create`'s option, too.
  @Test func externalIDsAreUsers() throws {
    try with { home in
      let outcome = try run(home, "external-id,given-name\nada,Ada\n", "--json")
      #expect(try counts(outcome) == [1, 1, 0, 0, 0], "\(outcome)")
    }
  }

  /// A customer who is typed with other capital letters is no new one, whether they are there or come in the same file.
  @Test func otherCapitalLettersMakeNobody() throws {
    try with { home in
      for file in ["user,gender\nAda,female\n", "user,gender\nNew,female\nben,male\nnew,female\n"] {
        let before = try home.contents()
        for option in ["", "--dry-run"] {
          let refused = try run(home, file, "--create-users \(option)")
          #expect(refused.exitCode == 5 && refused.errors.contains("only in capital letters"), "\(refused)")
        }
        #expect(try home.contents() == before)
      }
      let exact = try run(home, "user,gender\nAda,female\nada,male\nNULL,male\n", "--create-users=exact --json")
      #expect(try counts(exact) == [3, 3, 0, 2, 0], "\(exact)")
    }
  }

  /// A dry run names each line that would not be done, not the first alone, and no value of any.
  @Test func aDryRunNamesEveryFault() throws {
    try with { home in
      let faulty = (1...30).map { "nobody-\($0),Nobody,\n" }.joined()
      let dry = try run(home, "user,given-name,email\nada,Ada,\n\(faulty)", "--dry-run")
      #expect(dry.errors.contains("30 lines would not be done; the first: "), "\(dry)")
      #expect((3...22).allSatisfy { dry.errors.contains("line \($0): ") }, "\(dry.errors)")
      #expect(dry.errors.contains("And 10 more lines; --rejects FILE writes all of them."))
    }
  }

  /// A line with several faults is mended once.
  @Test func allThatIsWrongWithALineIsTold() throws {
    try with { home in
      let file = """
        user,gender,email,birth-date
        ada,F,ada@@example,30.06.1990
        nobody,male,nobody@example.org,31.02.1990
        ada,female,ada@example.org,
        ada,male,ada@example.org,

        """
      let before = try home.contents()
      let dry = try run(home, file, "--date-format dd.MM.yyyy --dry-run")
      let lines = dry.errors.split(separator: "\n").map(String.init)
      let first = try #require(lines.first { $0.contains("line 2, ") && !$0.contains("the first: ") }, "\(dry)")
      #expect(first.contains("email (C): ") && first.contains("; gender (B): ") && !first.contains("birth-date"))
      let second = try #require(lines.first { $0.contains("line 3: ") }, "\(dry)")
      #expect(second.contains("nobody") && second.contains("; birth-date (D): "))
      #expect(lines.contains { $0.contains("line 5, gender (B): ") })
      for value in ["ada@", "31.02"] { #expect(!dry.errors.contains(value), "\(dry.errors)") }
      #expect(try home.contents() == before)
      let results = "\(home.path)/results.jsonl"
      _ = try run(home, file, "--date-format dd.MM.yyyy --keep-going --results \(results)")
      #expect(try String(contentsOfFile: results, encoding: .utf8).contains("; gender (B): "))
    }
  }

  /// Each fault says by itself how to mend it, and names an option as the caller can give it.
  @Test func faultsAreToldWithWhatMendsThem() throws {
    try with { home in
      let file = "user,gender\nada,F\n" + (1...30).map { "nobody-\($0),male\n" }.joined()
      let dry = try run(home, file, "--dry-run")
      #expect(dry.errors.contains("it must be female, male, other or not-said"), "\(dry)")
      try home.done("token create op --role operator --output \(home.path)/op.token")
      let token = try home.qix("--as \(home.path)/op.token user import --file - --dry-run", input: file)
      #expect(token.errors.contains("And 11 more lines; --rejects - writes all of them."), "\(token)")
      #expect(!token.errors.contains("--rejects FILE"), "\(token)")
    }
  }

  /// A fault that an option mends names the option, and with it the file is read.
  @Test func datesAreReadAsTheFileWritesThem() throws {
    try with { home in
      let file = "Kunde,birth-date\nada,30.06.1990\n"
      #expect(try run(home, file).errors.contains("--map user=HEADER"))
      let refused = try run(home, file, "--map user=Kunde")
      #expect(refused.exitCode == 2 && refused.errors.contains("--date-format says how a file writes its dates"))
      let other = try run(home, file, "--map user=Kunde --date-format MM/dd/yyyy")
      #expect(
        other.exitCode == 2 && other.errors.contains("doesn't match --date-format, MM/dd/yyyy"))
      #expect(try run(home, file, "--map user=Kunde --date-format dd.mm.yyyy").errors.contains("--date-format: "))
      #expect(other.errors.contains("Write it as --date-format says, MM/dd/yyyy"), "\(other)")
      #expect(!other.errors.contains("1990-06-30"), "\(other)")
      // A day that there isn't is another fault than another form, and no value is told of it either.
      let never = try run(home, "Kunde,birth-date\nada,31.02.1990\n", "--map user=Kunde --date-format dd.MM.yyyy")
      let words =
        "line 2, birth-date (B): the birth date is not valid: it matches --date-format, dd.MM.yyyy, "
      #expect(never.exitCode == 2 && never.errors.contains(words + "but that day doesn't exist"), "\(never)")
      #expect(!never.errors.contains("31.02"))
      let done = try run(home, file, "--map user=Kunde --date-format dd.MM.yyyy --json")
      #expect(try counts(done) == [1, 1, 0, 0, 0], "\(done)")
      #expect(try home.done("user show ada --reveal --reason check --json").contains("1990-06-30"))
      // A birth date as qix writes it is the same one.
      #expect(try counts(run(home, "user,birth-date\nada,1990-06-30\n", "--json")) == [1, 0, 1, 0, 0])
    }
  }

  @Test func profilesAreKeptEncryptedAndTheSameFileTwiceDoesNothing() throws {
    try with { home in
      let before = try home.contents()
      let dry = try run(home, Self.file, "--create-users --dry-run --json")
      #expect(try dry.exitCode == 0 && counts(dry) == [2, 2, 0, 1, 0], "\(dry)")
      #expect(try home.contents() == before)
      let first = try run(home, Self.file, "--create-users --json")
      #expect(try first.exitCode == 0 && counts(first) == [2, 2, 0, 1, 0], "\(first)")
      #expect(first.errors.contains("note"), "the column that means nothing is named: \(first.errors)")
      let shown = try home.done("user show ada --reveal --reason r")
      #expect(shown.contains("ada@example.org") && shown.contains("+393391234501"))
      #expect(try home.contents().allSatisfy { !$0.contains("ada@example") && !$0.contains("339123") })
      let rows = try home.contents().filter { !$0.hasPrefix("qix_") }
      let again = try run(home, Self.file, "--create-users --json")
      #expect(try again.exitCode == 0 && counts(again) == [2, 0, 2, 0, 0], "\(again)")
      #expect(try home.contents().filter { !$0.hasPrefix("qix_") } == rows)
      // An empty cell takes nothing away; another value is a change.
      let other = try run(home, "{\"user\":\"ada\",\"email\":\"a@example.org\",\"phone\":\"\"}\n", "--json")
      #expect(try counts(other) == [1, 1, 0, 0, 0])
      #expect(try home.done("user show ada --reveal --reason r").contains("+393391234501"))
      try home.done("db check")
    }
  }

  /// A number that can exist is kept, also one that the installed tables don't know; whoever brings it is told, by the
  /// line and never by the number.
  @Test(.needs(.library(.phone, packages: "libphonenumber-dev"))) func numbersThatTheTablesDontKnowAreKeptWithAWarning()
    throws
  {
    try with { home in
      let lines = "user,phone\nada,+491111234567\nben,+393391234501\ncleo,+491111234568\n"
      let outcome = try run(home, lines, "--create-users --json")
      #expect(try outcome.exitCode == 0 && counts(outcome) == [3, 3, 0, 2, 0], "\(outcome.errors)")
      #expect(outcome.errors.contains("2 phone numbers may exist") && outcome.errors.contains("line 2"))
      #expect(!outcome.errors.contains("11112"))
      #expect(try home.done("user show ada --reveal --reason r").contains("+491111234567"))
      let known = try run(home, "user,phone\nada,+393391234502\n")
      #expect(known.exitCode == 0 && !known.errors.contains("libphonenumber"), "\(known.errors)")
    }
  }

  /// Nothing is done where one line can't be, unless it keeps going; what is told of it names no value.
  @Test func faultsAreToldWithoutValues() throws {
    try with { home in
      try home.done("user create --external-id ben")
      try home.done("user set ben --email taken@example.org")
      let file = """
        user,email,phone,birth-date
        ada,ada@example.org,,
        nobody,secret1@example.org,,
        ada,secret2@@example,,
        ada,TAKEN@example.org,,
        ada,,+39339123450199999,
        ,secret3@example.org,,
        ada,,,1990-13-40
        ada,too,many,cells,secret4

        """
      let before = try home.contents()
      let strict = try run(home, file)
      #expect(strict.exitCode == 3 && strict.errors.contains("line 3"), "\(strict)")
      #expect(try home.contents() == before)
      let (results, rejects) = ("\(home.path)/results.jsonl", "\(home.path)/rejects.csv")
      let outcome = try run(home, file, "--keep-going --results \(results) --rejects \(rejects) --json")
      #expect(try outcome.exitCode == 3 && counts(outcome) == [8, 1, 0, 0, 7], "\(outcome)")
      let answers = try String(contentsOfFile: results, encoding: .utf8)
      #expect(answers.split(separator: "\n").count == 8)
      for text in [answers, outcome.output, outcome.errors, strict.errors] {
        for value in ["secret", "taken@", "TAKEN@", "33912345", "ada@example", "1990-13"] {
          #expect(!text.contains(value), "\(value): \(text)")
        }
      }
      #expect(TestHome.mode(results) == 0o600 && TestHome.mode(rejects) == 0o600)
      let rejected = try String(contentsOfFile: rejects, encoding: .utf8)
      #expect(rejected.hasPrefix("fault,user,email,phone,birth-date\n"), "\(rejected)")
      #expect(rejected.contains("secret1@example.org") && !rejected.contains(",ada@example.org"))
      // Mended, the rejects go in as they are.
      let mended = "fault,user,email,phone,birth-date\nwhy,ada,fine@example.org,,1990-06-30\n"
      #expect(try counts(run(home, mended, "--json")) == [1, 1, 0, 0, 0])
      try home.done("db check")
    }
  }

  /// Who reads the answers finds the user of each line, as far as the line names one.
  @Test func answersNameTheUserOfALineThatCantBeRead() throws {
    try with { (home: TestHome) throws in
      func users(_ file: String) throws -> [String?] {
        let results = "\(home.path)/results.jsonl"
        _ = try run(home, file, "--keep-going --create-users --date-format dd.MM.yyyy --results \(results)")
        return try String(contentsOfFile: results, encoding: .utf8).split(separator: "\n").map {
          try JSONValue(parsing: String($0))["user"]?.string
        }
      }
      #expect(
        try users("user,given-name,birth-date\nada,A,31.02.1990\nnew-1,B,1990\nnew-2,B\nada,B,,secret\n,B,\n")
          == ["ada", "new-1", "new-2", "ada", nil])
      // Behind a cell with a comma too many stands something else than the user, unless it is one.
      #expect(
        try users("given-name,user,birth-date\nSecret,Word,new-3,1990\nA,ada,,x\nB,new-4,31.02.1990\n")
          == [nil, "ada", "new-4"])
      #expect(try users(#"{"user":"new-5","birth-date":"31.02.1990"}"# + "\n") == ["new-5"])
    }
  }

  /// A number that somebody has proved isn't taken from them by a file.
  @Test func whatIsProvedStays() throws {
    try with { home in
      try home.done("user set ada --phone +393391234501")
      try home.unchecked.write(.init("test")) { connection, _ in
        try connection.run(
          "INSERT INTO identity_proofs (user, proof, proved_at) SELECT user, 'phone', 1 FROM identity_fields")
      }
      let file = "user,phone,given-name\nada,+393391234502,Ada\n"
      let outcome = try run(home, file, "--keep-going --json")
      #expect(outcome.exitCode == 4, "\(outcome)")
      let shown = try home.done("user show ada --reveal --reason r")
      // All of the line or nothing.
      #expect(shown.contains("+393391234501") && !shown.contains("Ada"))
      // The number that is kept is no change, whoever has proved it.
      #expect(try counts(run(home, "user,phone,given-name\nada,+393391234501,Ada\n", "--json")) == [1, 1, 0, 0, 0])
    }
  }

  /// Lines of one file that are about the same number, and many lines.
  @Test func linesAreDoneInTheirOrder() throws {
    try with { home in
      let twice = "user,email\nada,one@example.org\nben,one@example.org\n"
      let before = try home.contents()
      #expect(try run(home, twice, "--create-users").exitCode == 5)
      #expect(try home.contents() == before)
      let many = (1...1_100).map { "shop-\($0),User\($0),u\($0)@example.org\n" }.joined()
      let outcome = try run(home, "user,given-name,email\n\(many)", "--create-users --json")
      #expect(try counts(outcome) == [1_100, 1_100, 0, 1_100, 0])
      #expect(try home.count("identity_users") == 1_101)
    }
  }

  /// No line quietly takes back what an earlier one says, however far above it stands, and in a dry run neither.
  @Test(arguments: ["", "--dry-run", "--keep-going"]) func aSecondLineForAUserSaysNothingElse(_ options: String) throws
  {
    try with { home in
      let many = (1...600).map { "shop-\($0),User,u\($0)@example.org\n" }.joined()
      let head = "user,given-name,email\nada,Ada,ada@example.org\n"
      let other = try run(home, "\(head)\(many)ada,,ADA@example.org\nada,Ida,\n", "--create-users \(options)")
      #expect(other.exitCode == 5, "\(other)")
      #expect(
        other.errors.contains("line 604, given-name (B): line 2 of this file gives the same user another given name"),
        "\(other.errors)")
      #expect(!other.errors.contains("line 603"))
      let taken = try run(
        home, "user,email\nnew-1,one@example.org\n\((1...600).map { "more-\($0),\n" }.joined())new-2,One@example.org\n",
        "--create-users \(options)")
      #expect(taken.exitCode == 5 && taken.errors.contains("line 2 of this file gives the email address"), "\(taken)")
      #expect(!taken.errors.contains("usr_"), "\(taken)")
    }
  }

  @Test(arguments: [
    ("email\na@example.org\n", 2), ("user,nothing\nada,1\n", 2), ("", 2), ("user,email\n", 0),
    ("user,email\nada,\n", 0),
  ])
  func tablesThatAreNone(file: String, code: Int) throws {
    try with { (home: TestHome) throws in
      #expect(try run(home, file).exitCode == Int32(code))
      #expect(try home.count("identity_fields") == 0)
    }
  }

  /// What a token must not get out of it, or do by it.
  @Test func tokensNameNoFile() throws {
    try with { home in
      for role in ["operator", "support", "integrator", "auditor"] {
        try home.done("token create \(role) --role \(role) --output \(home.path)/\(role).token")
      }
      let path = "\(home.path)/profiles.csv"
      try Self.file.write(toFile: path, atomically: true, encoding: .utf8)
      let named = try home.qix("--as \(home.path)/operator.token user import --file \(path) --create-users")
      #expect(named.exitCode == 4 && !named.errors.contains("ada@"), "\(named)")
      let piped = try home.qix(
        "--as \(home.path)/operator.token user import --file - --create-users", input: Self.file)
      #expect(piped.exitCode == 0, "\(piped)")
      for role in ["support", "integrator", "auditor"] {
        #expect(try home.qix("--as \(home.path)/\(role).token user import --file -", input: Self.file).exitCode == 4)
      }
      try home.done("user import --file \(path) --results \(home.path)/r --rejects \(home.path)/j")
      #expect(try home.qix("user import --file \(path) --results \(path)").exitCode == 2)
      #expect(try home.qix("user import --file \(path) --results x --rejects x").exitCode == 2)
    }
  }
}

internal import QixCommands
internal import QixKernel

extension GlobalOptions {
  /// Puts the sources together: command line over environment over config file over default.
  /// - Throws: `UsageError` when the command line contradicts itself.
  init(_ line: ParsedValues, _ environment: Environment, _ config: ConfigFile) throws(UsageError) {
    let file = config.values
    home = line.first(GlobalParameters.home) ?? environment.nonEmpty("QIX_HOME") ?? file.first(GlobalParameters.home)
    tokenFile =
      line.first(GlobalParameters.tokenFile) ?? environment.nonEmpty("QIX_AS")
      ?? file.first(GlobalParameters.tokenFile)
    let fileFormat = try Self.format(file)
    format = try Self.format(line) ?? fileFormat ?? .human
    color =
      line.first(GlobalParameters.color) ?? Self.color(environment) ?? file.first(GlobalParameters.color) ?? .auto
    func isOn(_ flag: ParameterForm) -> Bool { line.contains(flag) || file.contains(flag) }
    isReadOnly = isOn(GlobalParameters.readOnly)
    isQuiet = isOn(GlobalParameters.quiet)
    assumeYes = isOn(GlobalParameters.yes)
    noInput = isOn(GlobalParameters.noInput)
    noPager = isOn(GlobalParameters.noPager)
    zone = line.first(GlobalParameters.zone) ?? file.first(GlobalParameters.zone)
    table.isWide = isOn(GlobalParameters.wide)
    table.columns = line.first(GlobalParameters.columns) ?? []
    table.sort = line.first(GlobalParameters.sort)
  }

  /// What an error about a line that couldn't be read is printed by: its colour, wherever on the line it is said.
  init(ofFaulty words: [String], _ environment: Environment, _ config: ConfigFile) {
    self.init()
    let words = words.prefix { $0 != "--" }
    var said: ColorChoice?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      let name = GlobalParameters.color.label
      let value = word == name ? next : word.hasPrefix(name + "=") ? String(word.dropFirst(name.count + 1)) : nil
      // There is no such option, and no doubt what is meant.
      said = word == "--no-color" ? .never : value.flatMap(ColorChoice.init(rawValue:)) ?? said
    }
    color = said ?? Self.color(environment) ?? config.values.first(GlobalParameters.color) ?? .auto
  }

  private static func format(_ values: ParsedValues) throws(UsageError) -> OutputFormat? {
    let isTSV = values.contains(GlobalParameters.tsv) || values.contains(GlobalParameters.plain)
    var formats: [(name: String, format: OutputFormat)] = []
    if values.contains(GlobalParameters.json) { formats.append(("--json", .json)) }
    if isTSV { formats.append(("--tsv", .tsv)) }
    if values.contains(GlobalParameters.csv) { formats.append(("--csv", .csv)) }
    guard formats.count < 2 else {
      throw UsageError("\(formats[0].name) and \(formats[1].name) exclude each other", hint: "Give one of them.")
    }
    return formats.first?.format
  }

  /// `NO_COLOR` (no-color.org) beats `CLICOLOR_FORCE` (bixense.com/clicolors), the more careful of the two.
  private static func color(_ environment: Environment) -> ColorChoice? {
    if environment.nonEmpty("NO_COLOR") != nil { return .never }
    if let force = environment.nonEmpty("CLICOLOR_FORCE"), force != "0" { return .always }
    return nil
  }
}

internal import Glibc
internal import QixCatalog
internal import QixCommands
internal import QixCrypto
internal import QixKernel
internal import QixTerminal

/// Runs the program with the words that a process was called with, the program's name first.
/// - Returns: the exit code.
func start(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int) -> CInt {
  // Before anything is read: what a process has in memory, personal data too, must not get to the disk by its death.
  ProcessProtection.start()
  if let resident = Qix.resident(words[0].map { String(cString: $0) }) { return resident() }
  do {
    let environment = Environment.process
    // The XDG base directory specification's place for data, unless --home or QIX_HOME names another.
    let data =
      environment.nonEmpty("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? "\(environment.nonEmpty("HOME") ?? ".")/.local/share"
    var config = FoundConfig(program: "qix", environment)
    // The version is no module's, and setting them all up would take a fifteenth of its time.
    let modules = count == 2 && words[1].map { String(cString: $0) } == "--version" ? [] : Catalog.modules
    let program = try Qix.program(
      environment, &config, home: "\(data)/qix", actor: "local:\(getuid())", executable: "/proc/self/exe",
      modules: modules)
    var arguments: [String] = []
    var fault: UsageError?
    do throws(UsageError) {
      arguments = try ProcessWords.read(words, count: count)
    } catch {
      fault = error
      arguments = (1..<count).compactMap { words[$0].map { String(cString: $0) } }
    }
    // The end of the process takes it: taking the tree of commands apart before would cost a fifteenth of a short one.
    _ = Unmanaged.passRetained(Kept(program))
    return program.run(arguments, environment: environment, config: config, fault: fault)
  } catch {
    // A catalogue that contradicts itself: nothing that could report it was made.
    let message = "qix: \(error)\n"
    write(STDERR_FILENO, message, message.utf8.count)
    return 2
  }
}

private final class Kept {
  private let program: Program
  init(_ program: Program) { self.program = program }
}

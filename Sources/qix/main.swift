internal import Glibc
internal import QixCatalog
internal import QixCrypto
internal import QixTerminal

// Before anything is read: what a process has in memory, personal data too, must not get to the disk by its death.
ProcessProtection.start()

if let resident = Qix.resident(CommandLine.arguments.first) { exit(resident()) }

do {
  let environment = Environment.process
  // The XDG base directory specification's place for data, unless --home or QIX_HOME names another.
  let data =
    environment.nonEmpty("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    ?? "\(environment.nonEmpty("HOME") ?? ".")/.local/share"
  var config = FoundConfig(program: "qix", environment)
  let program = try Qix.program(
    environment, &config, home: "\(data)/qix", actor: "local:\(getuid())", executable: "/proc/self/exe")
  var words = Array(CommandLine.arguments.dropFirst())
  var fault: UsageError?
  do throws(UsageError) {
    words = try ProcessWords.read(CommandLine.unsafeArgv, count: Int(CommandLine.argc))
  } catch {
    fault = error
  }
  exit(program.run(words, environment: environment, config: config, fault: fault))
} catch {
  // A catalogue that contradicts itself: nothing that could report it was made.
  let message = "qix: \(error)\n"
  write(STDERR_FILENO, message, message.utf8.count)
  exit(2)
}

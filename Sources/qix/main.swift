internal import Glibc
internal import QixCatalog
internal import QixTerminal

/// The value of an environment variable, unless it is empty.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

// The XDG base directory specification's place for data, unless --home or QIX_HOME names another.
let data = environment("XDG_DATA_HOME") ?? "\(environment("HOME") ?? ".")/.local/share"
let disabled = Set((environment("QIX_DISABLE") ?? "").split(separator: ",").map(String.init))

do {
  let program = try Qix.program(disabled: disabled, home: "\(data)/qix", actor: "local:\(getuid())")
  exit(program.run(Array(CommandLine.arguments.dropFirst())))
} catch {
  let message = "qix: \(error)\n"
  write(STDERR_FILENO, message, message.utf8.count)
  exit(2)
}

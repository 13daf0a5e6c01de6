internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

let program = Program(
  name: "qix-bench", version: "1", summary: "Measures qix, as ratios to a plain C program and to the disk",
  nodes: AllCommand.trials.nodes + [.command(AllCommand.self)]
) { _ in .unprepared.acting(as: Principal(name: "local", role: .admin)) }

exit(program.run(Array(CommandLine.arguments.dropFirst())))

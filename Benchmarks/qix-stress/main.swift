internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

let program = Program(
  name: "qix-stress", version: "1", summary: "Breaks qix on purpose and looks whether its ledger is still whole",
  nodes: AllCommand.trials.nodes + [
    .command(MergeStep.self), .command(DebtStep.self), .command(BudgetStep.self), .command(AllCommand.self),
  ]
) { _ in .unprepared.acting(as: Principal(name: "local", role: .admin)) }

exit(program.run(Array(CommandLine.arguments.dropFirst())))

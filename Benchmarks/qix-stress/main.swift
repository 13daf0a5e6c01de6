internal import Glibc
internal import QixKernel
internal import QixTerminal

let program = Program(
  name: "qix-stress", version: "1", summary: "Breaks qix on purpose and looks whether its ledger is still whole",
  nodes: [
    .command(KillCommand.self), .command(CrowdCommand.self), .command(RepeatCommand.self),
    .command(ClockCommand.self), .command(MergeCommand.self), .command(MergeStep.self), .command(VaultCommand.self),
    .command(BudgetCommand.self), .command(BudgetStep.self), .command(RedeemCommand.self),
    .command(AllCommand.self),
  ]
) { _ in .unprepared.acting(as: Principal(name: "local", role: .admin)) }

exit(program.run(Array(CommandLine.arguments.dropFirst())))

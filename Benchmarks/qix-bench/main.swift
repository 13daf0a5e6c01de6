internal import Glibc
internal import QixKernel
internal import QixTerminal

let program = Program(
  name: "qix-bench", version: "1", summary: "Measures qix, as ratios to a plain C program and to the disk",
  nodes: [
    .command(GrantsCommand.self), .command(StartupCommand.self), .command(VerifyCommand.self),
    .command(FlatCommand.self), .command(MergeCommand.self), .command(VaultCommand.self),
    .command(TimingCommand.self), .command(ShakesCommand.self), .command(TVCommand.self),
    .command(VouchersCommand.self), .command(RedeemCommand.self),
    .command(AllCommand.self),
  ]
) { _ in .unprepared.acting(as: Principal(name: "local", role: .admin)) }

exit(program.run(Array(CommandLine.arguments.dropFirst())))

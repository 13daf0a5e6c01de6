internal import QixTerminal

/// The one subject of most commands about raffles.
enum RaffleNamed {
  static let raffle = OldPositional("raffle", .text, "Its name, or rfl_…")
}
